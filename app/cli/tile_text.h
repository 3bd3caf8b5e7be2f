// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/plan.h"

#include <string>

namespace lw::cli {

// The plan of a tiling for people, on several lines.
std::string tilingText(const lower::tiling::TilingPlan& plan);

} // namespace lw::cli
