// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/check_plan.h"
#include "core/base/json.h"

#include <string>
#include <vector>

// Results of the cases of `lw check`, for other programs and for people. What has not run is left out.
namespace lw::cli {

// For one case.
Json jsonOf(const CheckSuite& suite, std::size_t index);

// How many of all points a submission, or a folder that checks itself, has.
struct CheckTotal {
    std::string subject;
    std::size_t passed = 0, failed = 0;
    double points = 0, possible = 0;
};
std::vector<CheckTotal> totalsOf(const std::vector<CheckSuite>& suites);
CheckTotal sumOf(const std::vector<CheckTotal>& totals);

std::string resultsText(const CheckPlan& plan); // a JSON document
std::string junitText(const CheckPlan& plan);   // a test suite for each
std::string csvText(const CheckPlan& plan);     // a line for each case
std::string pageText(const CheckPlan& plan);    // HTML without scripts: check_page.cpp

// For XML and HTML.
std::string escaped(std::string_view text);

} // namespace lw::cli
