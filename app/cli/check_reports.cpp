// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_reports.h"

#include "app/cli/number_text.h"
#include "core/base/printable.h"

#include <algorithm>

namespace lw::cli {

namespace {

// For a table that spreadsheets read: none takes it for a formula.
std::string csvCell(std::string_view text) {
    std::string out = "\"";
    const std::size_t first = text.find_first_not_of(" \t\n\r");
    if (first != text.npos && std::string_view("=+-@").find(text[first]) != text.npos) out += '\'';
    for (const char c : printable(text)) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

// How long a program ran could reveal what it was given.
bool tellsClocks(const CheckSuite& suite, const CheckResult& result) {
    return !suite.isHidden && result.clocksMeaningful;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
    return out;
}

} // namespace

Json jsonOf(const CheckSuite& suite, std::size_t index) {
    const CheckResult& result = *suite.results[index];
    Json out{{"file", suite.file},
             {"name", result.name},
             {"passed", result.passed},
             {"interrupted", result.interrupted},
             {"points", result.points},
             {"clocks", tellsClocks(suite, result) ? Json(result.clocks) : Json()},
             {"bundles", suite.isHidden ? Json() : Json(result.bundles)},
             {"bytes", suite.isHidden ? Json() : Json(result.bytes)},
             {"failures", Json::list(result.failures)},
             {"warnings", Json::list(result.warnings)}};
    if (suite.subject != suite.file) {
        out["submission"] = suite.subject;
        out["hidden"] = suite.isHidden;
    }
    return out;
}

std::vector<CheckTotal> totalsOf(const std::vector<CheckSuite>& suites) {
    std::vector<CheckTotal> out;
    for (const CheckSuite& suite : suites) {
        if (out.empty() || out.back().subject != suite.subject) out.push_back({.subject = suite.subject});
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            out.back().possible += suite.checks->cases[i].points;
            if (!suite.results[i]) continue;
            out.back().points += suite.results[i]->points;
            ++(suite.results[i]->passed ? out.back().passed : out.back().failed);
        }
    }
    return out;
}

CheckTotal sumOf(const std::vector<CheckTotal>& totals) {
    CheckTotal out;
    for (const CheckTotal& one : totals) {
        out.passed += one.passed, out.failed += one.failed;
        out.points += one.points, out.possible += one.possible;
    }
    return out;
}

std::string resultsText(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const std::vector<CheckTotal> totals = totalsOf(suites);
    const CheckTotal sum = sumOf(totals);
    Json out{{"passed", sum.passed},
             {"failed", sum.failed},
             {"points", sum.points},
             {"possible", sum.possible},
             {"graded", plan.isGraded}};
    Json& cases = out["cases"] = Json::list();
    for (const CheckSuite& suite : suites)
        for (std::size_t i = 0; i < suite.results.size(); ++i)
            if (suite.results[i]) cases.push_back(jsonOf(suite, i));
    Json& list = out["submissions"] = Json::list();
    for (const CheckTotal& one : totals)
        if (plan.isGraded)
            list.push_back({{"name", one.subject},
                            {"passed", one.passed},
                            {"failed", one.failed},
                            {"points", one.points},
                            {"possible", one.possible}});
    return out.text(2) + "\n";
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : printable(text)) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c; break;
        }
    }
    return out;
}

std::string junitText(const CheckPlan& plan) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const CheckSuite& suite : plan.suites) {
        const auto ran = std::ranges::count_if(suite.results, [](const auto& r) { return r.has_value(); });
        if (ran == 0) continue;
        const auto failed =
            std::ranges::count_if(suite.results, [](const auto& r) { return r && !r->passed; });
        out += "  <testsuite name=\"" + escaped(suite.title()) + "\" tests=\"" + std::to_string(ran) +
               "\" failures=\"" + std::to_string(failed) + "\">\n";
        for (const auto& result : suite.results) {
            if (!result) continue;
            out += "    <testcase name=\"" + escaped(result->name) + "\" time=\"" +
                   fixedText(result->seconds, 3) + "\"";
            if (result->passed) {
                out += "/>\n";
                continue;
            }
            out += ">\n";
            for (const std::string& failure : result->failures)
                out += "      <failure>" + escaped(failure) + "</failure>\n";
            if (result->failures.empty()) out += "      <failure>interrupted</failure>\n";
            out += "    </testcase>\n";
        }
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

std::string csvText(const CheckPlan& plan) {
    std::string out =
        "submission,checks,case,hidden,passed,points,possible,clocks,bundles,seconds,messages\n";
    for (const CheckSuite& suite : plan.suites)
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            if (!suite.results[i]) continue;
            const CheckResult& result = *suite.results[i];
            out += csvCell(suite.subject) + "," + csvCell(suite.file) + "," + csvCell(result.name) + "," +
                   (suite.isHidden ? "yes," : "no,") + (result.passed ? "yes," : "no,") +
                   realText(result.points) + "," + realText(suite.checks->cases[i].points) + "," +
                   (tellsClocks(suite, result) ? std::to_string(result.clocks) : "") + "," +
                   (suite.isHidden ? "" : std::to_string(result.bundles)) + "," +
                   fixedText(result.seconds, 3) + "," +
                   csvCell(result.interrupted ? "interrupted" : joined(result.failures)) + "\n";
        }
    return out;
}

} // namespace lw::cli
