// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/report.h"

#include <string>

namespace lw::cli {

// The report of a lowered network for people, on several lines.
std::string reportText(const lower::striding::Report& report);

} // namespace lw::cli
