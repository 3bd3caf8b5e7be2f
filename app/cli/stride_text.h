// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/report.h"

#include <string>

namespace lw::cli {

// The report of a lowered network for people, on several lines.
std::string reportText(const lower::Report& report);

} // namespace lw::cli
