// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"

#include <span>
#include <string>

namespace lw::cli {

// The plan of a tiling for people, on several lines.
std::string tilingText(const lower::tiling::TilingPlan& plan);
// A line for each size.
std::string curveText(std::span<const lower::tiling::CurvePoint> curve);

} // namespace lw::cli
