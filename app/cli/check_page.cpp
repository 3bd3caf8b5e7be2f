// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_reports.h"
#include "app/cli/number_text.h"

#include <map>
#include <utility>

namespace lw::cli {

namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>lw check</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em; max-width: 90em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8886; padding: .25em .6em; text-align: left; vertical-align: top; }
td.number { text-align: right; }
td.pass { background: #2a02; }
td.fail { background: #d003; }
td.none { font-style: italic; }
p.warning { border: 2px solid #c60; padding: .5em; font-weight: bold; }
pre { white-space: pre-wrap; background: #8881; padding: .5em; }
</style>
</head>
<body>
)";
constexpr std::string_view kNoGrade =
    R"(<p class="warning">This is not a grade. Cases, points and limits come from
files in the checked folders themselves, which can claim anything about what is beside them. For grades run
<code>lw check --checks FILE --each FOLDER</code>, where all of that comes from the teacher's file.</p>
)";
constexpr std::string_view kFoot = "</body>\n</html>\n";
constexpr std::string_view kKept = R"(<h2>What is kept from whom</h2>
<p>Programs read regular files of their own submission alone: no check files, no file that says what must come out,
and nothing of the folder of hidden checks, under whatever name. Of a hidden check this page, like every other
result, tells name and outcome, not what it expects.</p>
)";

// A column of the table: a case of a check file.
using Column = std::pair<std::string, std::size_t>;

std::string columnText(const CheckSuite& suite, std::size_t index) {
    return suite.checks->cases[index].name + (suite.isHidden ? " (hidden)" : "");
}

std::string cellOf(const CheckSuite& suite, std::size_t index, bool isGraded) {
    const std::string name = isGraded ? "" : escaped(columnText(suite, index)) + ": ";
    if (!whyNotRun(suite.results[index]).empty()) return "<td class=\"none\">" + name + "not run</td>";
    const CheckResult& result = *suite.results[index];
    return std::string("<td class=\"") + (result.passed ? "pass\">" : "fail\">") + name +
           realText(result.points) + " of " + realText(suite.checks->cases[index].points) +
           (result.passed ? "" : ", failed") + "</td>";
}

std::string messagesOf(const CheckSuite& suite) {
    std::string out;
    for (std::size_t i = 0; i < suite.results.size(); ++i) {
        if (!whyNotRun(suite.results[i]).empty() || suite.results[i]->passed) continue;
        const CheckResult& result = *suite.results[i];
        out += "<h3>" + escaped(suite.title()) + ": " + escaped(columnText(suite, i)) + "</h3>\n<pre>";
        for (const std::string& failure : result.failures) out += escaped(failure) + "\n";
        out += "</pre>\n";
    }
    return out;
}

// Submissions by cases. Folders that check themselves have cases of their own, one beside the other.
std::string tableOf(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const bool isGraded = plan.isGraded;
    std::vector<Column> columns;
    std::map<Column, std::string> headings;
    std::map<std::string, std::map<Column, std::string>> rows; // by key
    for (const CheckSuite& suite : suites) {
        std::map<Column, std::string>& row = rows[suite.key()];
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            const Column column{isGraded ? suite.file : std::string(), isGraded ? i : row.size()};
            const bool isNew = headings.emplace(column, isGraded ? columnText(suite, i) : "").second;
            if (isNew) columns.push_back(column);
            row[column] = cellOf(suite, i, isGraded);
        }
    }
    std::string out = std::string("<table>\n<tr><th>") + (isGraded ? "submission" : "check file") + "</th>";
    for (const Column& column : columns) out += "<th>" + escaped(headings[column]) + "</th>";
    out += isGraded ? "<th>points</th></tr>\n" : "<th>points that it gives itself</th></tr>\n";
    for (const CheckTotal& total : totalsOf(suites)) {
        std::map<Column, std::string>& row = rows[total.key];
        out += "<tr><th>" + escaped(total.subject) + "</th>";
        for (const Column& column : columns) out += row.contains(column) ? row[column] : "<td></td>";
        out += "<td class=\"number\">" + realText(total.points) + " of " + realText(total.possible) +
               (total.notRun == 0 ? "" : ", " + countText(total.notRun, "case") + " not run") +
               "</td></tr>\n";
    }
    return out + "</table>\n";
}

} // namespace

std::string pageText(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const CheckTotal sum = sumOf(totalsOf(suites));
    std::string out(kHead);
    out += std::string("<h1>Results of <code>lw check</code>") + (plan.isGraded ? "" : ": not a grade") +
           "</h1>\n";
    if (const std::string unfinished = unfinishedText(plan); !unfinished.empty())
        out += "<p class=\"warning\">This report is " + escaped(unfinished) +
               ". Points are those of the cases that have run.</p>\n";
    if (!plan.isGraded) out += kNoGrade;
    out += "<p>" + std::to_string(sum.passed) + " passed, " + std::to_string(sum.failed) + " failed";
    if (sum.notRun != 0) out += ", " + std::to_string(sum.notRun) + " not run";
    out += "; " + realText(sum.points) + " of " + realText(sum.possible) + " points.</p>\n";
    out += tableOf(plan) + "<h2>Messages</h2>\n";
    std::string messages;
    for (const CheckSuite& suite : suites) messages += messagesOf(suite);
    out += messages.empty() ? "<p>None.</p>\n" : messages;
    if (!plan.notGraded.empty()) out += "<h2>Not graded</h2>\n<ul>\n";
    for (const NotGraded& one : plan.notGraded)
        out += "<li>" + escaped(one.name) + ": " + escaped(one.why) + "</li>\n";
    if (!plan.notGraded.empty()) out += "</ul>\n";
    if (plan.isGraded) out += kKept;
    return out + std::string(kFoot);
}

} // namespace lw::cli
