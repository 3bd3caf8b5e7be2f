// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/check_plan.h"
#include "core/base/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Results of the cases of `lw check`, for other programs and for people. They are written while the run goes
// on and may be all that is left of it: each says of itself whether it is complete.
namespace lw::cli {

// For one case.
Json jsonOf(const CheckSuite& suite, std::size_t index);
Json jsonOf(const std::vector<NotGraded>& notGraded);

// How many of all points a submission, or a folder that checks itself, has.
struct CheckTotal {
    std::string subject, key; // as those of its suites
    std::size_t passed = 0, failed = 0, notRun = 0;
    double points = 0, possible = 0;
};
std::vector<CheckTotal> totalsOf(const std::vector<CheckSuite>& suites);
CheckTotal sumOf(const std::vector<CheckTotal>& totals);

// "3 of 60 cases have run" with why, or nothing if all have.
std::string unfinishedText(const CheckPlan& plan);
// Why there is no result of a case; empty if there is one.
std::string whyNotRun(const std::optional<CheckResult>& result);
// Points that no teacher's file gives: what a report says of them.
inline constexpr std::string_view kNotAGrade = "checked by the folders' own files: not a grade";

std::string resultsText(const CheckPlan& plan); // a JSON document
std::string junitText(const CheckPlan& plan);   // a test suite for each
std::string csvText(const CheckPlan& plan);     // a line for each case
std::string pageText(const CheckPlan& plan);    // HTML without scripts: check_page.cpp

// For XML and HTML.
std::string escaped(std::string_view text);

} // namespace lw::cli
