// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/report.h"

#include <span>

namespace lw {
class Json;
}

// Reports as files. {"schema": "lanewright.stride", "version": 5, "reports": [...]}: one report
// for each way a network was lowered. Reading gives equal reports; the "derived" numbers in them
// are for other programs and are not read.
namespace lw::lower::striding {

std::string reportsJson(std::span<const Report> reports);
Json jsonOf(std::span<const Report> reports); // the list in it
Result<std::vector<Report>> reportsFromJson(std::string_view text);

} // namespace lw::lower::striding
