// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_reports.h"

#include "app/cli/number_text.h"
#include "core/base/printable.h"

#include <algorithm>
#include <charconv>

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
Json lengthOf(const CheckSuite& suite, const CheckResult& result, std::uint64_t length, bool hasMeaning) {
    return !suite.isHidden && result.ran && hasMeaning ? Json(length) : Json();
}
std::string lengthCell(const CheckSuite& suite, const CheckResult& result, std::uint64_t length,
                       bool hasMeaning) {
    if (suite.isHidden || !hasMeaning) return {};
    return result.ran ? std::to_string(length) : "-";
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
    return out;
}

// Sums of points as a person would add them: 0.1 and 0.2 are 0.3.
double rounded(double sum) {
    constexpr int kDigits = 12;
    const std::string text = significantText(sum, kDigits);
    double out = sum;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

} // namespace

Json jsonOf(const CheckSuite& suite, std::size_t index) {
    const CheckResult result = suite.results[index].value_or(CheckResult{});
    const std::string why = whyNotRun(suite.results[index]);
    Json out{{"file", suite.file},
             {"name", printableLine(suite.checks->cases[index].name)},
             {"passed", result.passed},
             {"interrupted", result.interrupted},
             {"whyNotRun", why.empty() ? Json() : Json(why)},
             {"points", result.points},
             {"clocks", lengthOf(suite, result, result.clocks, result.clocksMeaningful)},
             {"bundles", lengthOf(suite, result, result.bundles, true)},
             {"bytes", lengthOf(suite, result, result.bytes, true)},
             {"failures", Json::list(result.failures)},
             {"warnings", Json::list(result.warnings)}};
    if (suite.subject != suite.file) {
        out["submission"] = suite.subject;
        out["hidden"] = suite.isHidden;
    }
    return out;
}

Json jsonOf(const std::vector<NotGraded>& notGraded) {
    Json out = Json::list();
    for (const NotGraded& one : notGraded) out.push_back({{"name", one.name}, {"why", one.why}});
    return out;
}

std::vector<CheckTotal> totalsOf(const std::vector<CheckSuite>& suites) {
    std::vector<CheckTotal> out;
    for (const CheckSuite& suite : suites) {
        if (out.empty() || out.back().key != suite.key())
            out.push_back({.subject = suite.subject, .key = suite.key()});
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            out.back().possible += suite.checks->cases[i].points;
            if (!whyNotRun(suite.results[i]).empty()) {
                ++out.back().notRun;
                continue;
            }
            out.back().points += suite.results[i]->points;
            ++(suite.results[i]->passed ? out.back().passed : out.back().failed);
        }
    }
    for (CheckTotal& one : out) one.points = rounded(one.points), one.possible = rounded(one.possible);
    return out;
}

CheckTotal sumOf(const std::vector<CheckTotal>& totals) {
    CheckTotal out;
    for (const CheckTotal& one : totals) {
        out.passed += one.passed, out.failed += one.failed, out.notRun += one.notRun;
        out.points += one.points, out.possible += one.possible;
    }
    out.points = rounded(out.points), out.possible = rounded(out.possible);
    return out;
}

std::string whyNotRun(const std::optional<CheckResult>& result) {
    if (!result) return "not run: the run had not come to it when this was written";
    if (!result->leftOut.empty()) return "not counted: " + result->leftOut;
    if (!result->hostFailed.empty()) return "not run: " + result->hostFailed;
    return result->interrupted ? "not run to its end: lw check was interrupted" : "";
}

std::string unfinishedText(const CheckPlan& plan) {
    std::size_t cases = 0, ended = 0;
    bool isInterrupted = false;
    for (const CheckSuite& suite : plan.suites)
        for (const auto& result : suite.results) {
            ++cases;
            ended += whyNotRun(result).empty();
            isInterrupted = isInterrupted || (result && result->interrupted);
        }
    if (ended == cases) return {};
    return "unfinished: " + std::to_string(ended) + " of " + countText(cases, "case") + " have run" +
           (isInterrupted ? ", then lw check was interrupted" : "");
}

std::string resultsText(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const std::vector<CheckTotal> totals = totalsOf(suites);
    const CheckTotal sum = sumOf(totals);
    Json out{{"passed", sum.passed},    {"failed", sum.failed},
             {"notRun", sum.notRun},    {"finished", sum.notRun == 0},
             {"points", sum.points},    {"possible", sum.possible},
             {"graded", plan.isGraded}, {"notGraded", jsonOf(plan.notGraded)}};
    Json& cases = out["cases"] = Json::list();
    for (const CheckSuite& suite : suites)
        for (std::size_t i = 0; i < suite.results.size(); ++i) cases.push_back(jsonOf(suite, i));
    Json& list = out["submissions"] = Json::list();
    for (const CheckTotal& one : totals)
        if (plan.isGraded)
            list.push_back({{"name", one.subject},
                            {"passed", one.passed},
                            {"failed", one.failed},
                            {"notRun", one.notRun},
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

namespace {

std::string junitCase(const std::string& name, const std::optional<CheckResult>& result, bool isHidden) {
    std::string out = "    <testcase name=\"" + escaped(name) + "\"";
    if (!isHidden && whyNotRun(result).empty()) out += " time=\"" + fixedText(result->seconds, 3) + "\"";
    if (result && result->passed) return out + "/>\n";
    out += ">\n";
    // Neither passed nor failed, but no reader takes an error for a success.
    if (const std::string why = whyNotRun(result); !why.empty())
        out += "      <error type=\"not run\" message=\"" + escaped(why) + "\"/>\n";
    else
        for (const std::string& failure : result->failures)
            out += "      <failure>" + escaped(failure) + "</failure>\n";
    return out + "    </testcase>\n";
}

std::string junitCounts(std::size_t tests, std::size_t failures, std::size_t errors) {
    return " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) +
           "\" errors=\"" + std::to_string(errors) + "\">\n";
}

} // namespace

std::string junitText(const CheckPlan& plan) {
    const CheckTotal sum = sumOf(totalsOf(plan.suites));
    std::string name = "lw check";
    if (!plan.isGraded) name += ", " + std::string(kNotAGrade);
    if (const std::string unfinished = unfinishedText(plan); !unfinished.empty()) name += ", " + unfinished;
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + escaped(name) +
                      "\"" + junitCounts(sum.passed + sum.failed + sum.notRun, sum.failed, sum.notRun);
    for (const CheckSuite& suite : plan.suites) {
        const auto notRun = std::ranges::count_if(
            suite.results, [](const auto& result) { return !whyNotRun(result).empty(); });
        const auto passed =
            std::ranges::count_if(suite.results, [](const auto& result) { return result && result->passed; });
        const std::size_t tests = suite.results.size(), errors = static_cast<std::size_t>(notRun);
        out += "  <testsuite name=\"" + escaped(suite.title()) + "\"" +
               junitCounts(tests, tests - errors - static_cast<std::size_t>(passed), errors);
        for (std::size_t i = 0; i < tests; ++i)
            out += junitCase(printableLine(suite.checks->cases[i].name), suite.results[i], suite.isHidden);
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

// A case that has no result has no points either: not even none, which a sum would take for a grade.
std::string csvText(const CheckPlan& plan) {
    std::string out =
        "submission,checks,case,hidden,passed,points,possible,clocks,bundles,seconds,messages,graded\n";
    const std::string graded = plan.isGraded ? "yes" : "no";
    for (const CheckSuite& suite : plan.suites)
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            const CheckCase& check = suite.checks->cases[i];
            const std::string why = whyNotRun(suite.results[i]), possible = realText(check.points);
            out += csvCell(suite.subject) + "," + csvCell(suite.file) + "," +
                   csvCell(printableLine(check.name)) + (suite.isHidden ? ",yes," : ",no,");
            if (!why.empty()) {
                out += "not run,," + possible + ",,,," + csvCell(why) + "," + graded + "\n";
                continue;
            }
            const CheckResult& result = *suite.results[i];
            out += (result.passed ? "yes," : "no,") + realText(result.points) + "," + possible + "," +
                   lengthCell(suite, result, result.clocks, result.clocksMeaningful) + "," +
                   lengthCell(suite, result, result.bundles, true) + "," +
                   (suite.isHidden ? "" : fixedText(result.seconds, 3)) + "," +
                   csvCell(joined(result.failures)) + "," + graded + "\n";
        }
    return out;
}

} // namespace lw::cli
