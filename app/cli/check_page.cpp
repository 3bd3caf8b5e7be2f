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
pre { white-space: pre-wrap; background: #8881; padding: .5em; }
</style>
</head>
<body>
<h1>Results of <code>lw check</code></h1>
)";
constexpr std::string_view kFoot = R"(<h2>What is kept from whom</h2>
<p>Programs read regular files of their own submission alone: no check files, no file that says what must come out,
and nothing of the folder of hidden checks, under whatever name. Of a hidden check this page, like every other
result, tells name and outcome, not what it expects.</p>
</body>
</html>
)";

// A column of the table: a case of a check file.
using Column = std::pair<std::string, std::size_t>;

std::string columnText(const CheckSuite& suite, std::size_t index) {
    return suite.checks->cases[index].name + (suite.isHidden ? " (hidden)" : "");
}

std::string cellOf(const CheckSuite& suite, std::size_t index, bool isGraded) {
    if (!suite.results[index]) return "<td>not run</td>";
    const CheckResult& result = *suite.results[index];
    const std::string name = isGraded ? "" : escaped(columnText(suite, index)) + ": ";
    return std::string("<td class=\"") + (result.passed ? "pass\">" : "fail\">") + name +
           realText(result.points) + " of " + realText(suite.checks->cases[index].points) +
           (result.passed ? "" : ", failed") + "</td>";
}

std::string messagesOf(const CheckSuite& suite) {
    std::string out;
    for (std::size_t i = 0; i < suite.results.size(); ++i) {
        if (!suite.results[i] || suite.results[i]->passed) continue;
        const CheckResult& result = *suite.results[i];
        out += "<h3>" + escaped(suite.title()) + ": " + escaped(columnText(suite, i)) + "</h3>\n<pre>";
        for (const std::string& failure : result.failures) out += escaped(failure) + "\n";
        if (result.failures.empty()) out += "interrupted\n";
        out += "</pre>\n";
    }
    return out;
}

// Submissions by cases. Folders that check themselves have cases of their own, one beside the other.
std::string tableOf(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const bool isGraded = plan.isGraded;
    std::vector<std::string> names; // in order
    std::vector<Column> columns;
    std::map<Column, std::string> headings;
    std::map<std::string, std::map<Column, std::string>> rows;
    for (const CheckSuite& suite : suites) {
        if (!rows.contains(suite.subject)) names.push_back(suite.subject);
        std::map<Column, std::string>& row = rows[suite.subject];
        for (std::size_t i = 0; i < suite.results.size(); ++i) {
            const Column column{isGraded ? suite.file : std::string(), isGraded ? i : row.size()};
            const bool isNew = headings.emplace(column, isGraded ? columnText(suite, i) : "").second;
            if (isNew) columns.push_back(column);
            row[column] = cellOf(suite, i, isGraded);
        }
    }
    std::map<std::string, CheckTotal> totals;
    for (const CheckTotal& total : totalsOf(suites)) totals[total.subject] = total;
    std::string out = "<table>\n<tr><th>submission</th>";
    for (const Column& column : columns) out += "<th>" + escaped(headings[column]) + "</th>";
    out += "<th>points</th></tr>\n";
    for (const std::string& name : names) {
        out += "<tr><th>" + escaped(name) + "</th>";
        for (const Column& column : columns)
            out += rows[name].contains(column) ? rows[name][column] : "<td></td>";
        const auto total = totals.find(name);
        out += "<td class=\"number\">" +
               (total == totals.end()
                    ? ""
                    : realText(total->second.points) + " of " + realText(total->second.possible)) +
               "</td></tr>\n";
    }
    return out + "</table>\n";
}

} // namespace

std::string pageText(const CheckPlan& plan) {
    const std::vector<CheckSuite>& suites = plan.suites;
    const CheckTotal sum = sumOf(totalsOf(suites));
    std::string out(kHead);
    out += "<p>" + std::to_string(sum.passed) + " passed, " + std::to_string(sum.failed) + " failed; " +
           realText(sum.points) + " of " + realText(sum.possible) + " points.</p>\n";
    if (!plan.isGraded) out += "<p>Checked by the folders' own files: not a grade.</p>\n";
    out += tableOf(plan) + "<h2>Messages</h2>\n";
    std::string messages;
    for (const CheckSuite& suite : suites) messages += messagesOf(suite);
    out += messages.empty() ? "<p>None.</p>\n" : messages;
    return out + std::string(kFoot);
}

} // namespace lw::cli
