// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/check_children.h"
#include "app/cli/check_plan.h"
#include "app/cli/check_reports.h"
#include "app/cli/command_list.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/signals.h"
#include "core/base/file.h"
#include "core/base/printable.h"

#include <algorithm>
#include <filesystem>
#include <map>

// lw check: programs, inputs and what must come out, for courses and for the examples.
namespace lw::cli {

namespace {

constexpr std::uint64_t kLeastMebibytes = 64; // what a process takes before it has read anything, and more
constexpr std::uint64_t kMostMebibytes = 1 << 20;
constexpr std::uint64_t kMebibytesWhenGraded = 4096;
constexpr std::uint64_t kMostJobs = 256;

// The option that asks for it, and what is in every such file alone.
struct ReportKind {
    const char* option;
    std::string_view mark;
};
constexpr ReportKind kReports[] = {{"--junit", "<testsuites"},
                                   {"--results", "\"submissions\""},
                                   {"--csv", "submission,checks,case,"},
                                   {"--html", "<title>lw check</title>"}};

class Checker {
  public:
    Checker(const Arguments& arguments, Console& console) : m_arguments(arguments), m_console(console) {}

    Result<Exit> run() {
        LW_TRY([[maybe_unused]] const Done limits, readLimits());
        LW_TRY(m_plan, planChecks(m_arguments, m_console));
        LW_TRY([[maybe_unused]] const Done apart, checkReports());
        LW_TRY([[maybe_unused]] const Done begun, writeReports()); // anyone who cannot write is told now
        for (std::size_t suite = 0; suite < m_plan.suites.size(); ++suite)
            for (std::size_t i = 0; i < m_plan.suites[suite].results.size(); ++i)
                m_cases.push_back({suite, i});
        runInChildren(
            {.cases = m_cases.size(),
             .atOnce = m_jobs,
             .limitsOf = [&](std::size_t at) { return limitsOf(at); },
             .begins = [&](std::size_t at) { m_console.progress(suiteOf(at).title() + ": " + nameOf(at)); },
             .run = [&](std::size_t at) { return runOne(at); },
             .done = [&](std::size_t at, CheckResult result) { take(at, std::move(result)); }});
        if (interrupted)
            cutTheRest();
        else
            leaveOutMisspelt();
        for (const Case& one : m_cases)
            m_console.document()["cases"].push_back(jsonOf(m_plan.suites[one.suite], one.index));
        if (auto written = writeReports(); !written) m_unwritten = std::move(written).problem();
        const Exit exit = summary();
        if (m_unwritten) return *std::move(m_unwritten);
        if (hasHostFailed() && exit != Exit::Interrupted)
            return Problem{&messages::kNoMemory, {}, {}, {}, {}};
        return exit;
    }

  private:
    struct Case {
        std::size_t suite, index;
    };

    bool hasHostFailed() const {
        return std::ranges::any_of(m_plan.suites, [](const CheckSuite& suite) {
            return std::ranges::any_of(suite.results,
                                       [](const auto& one) { return one && !one->hostFailed.empty(); });
        });
    }

    Outcome readLimits() {
        LW_TRY(m_limits.seconds, m_arguments.real("--limit-seconds", m_limits.seconds));
        if (m_limits.seconds <= 0)
            return Problem{&messages::kNoNumber,
                           {"--limit-seconds", "a number above 0", *m_arguments.value("--limit-seconds")},
                           {},
                           {},
                           {}};
        if (m_arguments.has("--checks")) m_limits.residentBytes = kMebibytesWhenGraded << 20;
        if (m_arguments.has("--limit-memory")) {
            LW_TRY(const std::uint64_t mebibytes,
                   m_arguments.number("--limit-memory", 0, kMostMebibytes, kLeastMebibytes));
            m_limits.residentBytes = mebibytes << 20;
        }
        LW_TRY(m_limits.kernel, kernelOf(m_arguments));
        LW_TRY(const std::uint64_t jobs, m_arguments.number("--jobs", 1, kMostJobs, 1));
        m_jobs = static_cast<std::size_t>(jobs);
        return Done{};
    }

    CheckSuite& suiteOf(std::size_t at) { return m_plan.suites[m_cases[at].suite]; }
    const CheckCase& caseOf(std::size_t at) { return suiteOf(at).checks->cases[m_cases[at].index]; }
    CheckLimits limitsOf(std::size_t at) {
        CheckLimits out = m_limits;
        out.seconds = std::min(out.seconds, caseOf(at).seconds);
        return out;
    }
    std::string nameOf(std::size_t at) { return printableLine(caseOf(at).name); }
    CheckResult runOne(std::size_t at) {
        CheckResult refused;
        if (const std::string& why = suiteOf(at).refusal; !why.empty()) refused.failures = {why};
        if (!refused.failures.empty()) return refused;
        Console silent("check", Format::Json); // the terminal belongs to the parent
        return runCheck(caseOf(at), suiteOf(at).folders, limitsOf(at), silent);
    }

    void take(std::size_t at, CheckResult result) {
        CheckSuite& suite = suiteOf(at);
        result.name = nameOf(at);
        // What a hidden check expects stays hidden.
        if (suite.isHidden) {
            result.warnings.clear();
            result.seconds = 0;
            if (!result.failures.empty() && suite.refusal.empty()) result.failures = {"hidden check failed"};
        }
        suite.results[m_cases[at].index] = std::move(result);
        // In the order of the files, whichever ends first.
        for (; m_said < m_cases.size() && suiteOf(m_said).results[m_cases[m_said].index]; ++m_said)
            say(m_said);
        if (!suite.isDone()) return;
        if (auto written = writeReports(); !written && !m_unwritten)
            m_unwritten = std::move(written).problem();
    }

    void cutTheRest() {
        for (std::size_t at = 0; at < m_cases.size(); ++at) {
            auto& result = suiteOf(at).results[m_cases[at].index];
            if (result) continue;
            result.emplace().name = nameOf(at);
            result->interrupted = true;
        }
        for (; m_said < m_cases.size(); ++m_said) say(m_said);
    }

    // A case that names what no submission has counts for nobody.
    void leaveOutMisspelt() {
        std::map<std::pair<std::string, std::size_t>, std::vector<CheckResult*>> all; // by file and case
        for (std::size_t at = 0; m_plan.isGraded && at < m_cases.size(); ++at)
            all[{suiteOf(at).file, m_cases[at].index}].push_back(&*suiteOf(at).results[m_cases[at].index]);
        for (const auto& [which, results] : all) {
            const std::string name = missingFrom(results);
            if (name.empty()) continue;
            m_console.problem(
                {&messages::kNobodyHasTensor, {which.first, results.front()->name, name}, {}, {}, {}});
            ++m_plan.wrongFiles;
            for (CheckResult* const one : results) {
                one->leftOut = "no submission has a tensor '" + name + "'";
                one->failures.clear();
            }
        }
    }
    // What two at least lack, and none has. Of those that could not be assembled nobody knows.
    static std::string missingFrom(const std::vector<CheckResult*>& results) {
        std::size_t lack = 0;
        std::string name;
        for (const CheckResult* const one : results) {
            if (one->hasNames || (!name.empty() && !one->missing.empty() && one->missing != name)) return {};
            lack += !one->missing.empty();
            if (name.empty()) name = one->missing;
        }
        return lack >= 2 ? name : std::string();
    }

    void say(std::size_t at) {
        const CheckSuite& suite = suiteOf(at);
        const CheckResult& result = *suite.results[m_cases[at].index];
        const char* word = result.passed ? "pass  " : whyNotRun(result).empty() ? "FAIL  " : "cut   ";
        m_console.line(word + suite.title() + ": " + result.name + lengthText(suite, result));
        if (!result.hostFailed.empty()) m_console.line("      " + result.hostFailed);
        for (const std::string& failure : result.failures) m_console.line("      " + indented(failure));
        for (const std::string& warning : result.warnings) m_console.line("      warning: " + warning);
    }

    // How long a program ran could reveal what a hidden check gave it.
    static std::string lengthText(const CheckSuite& suite, const CheckResult& result) {
        if (suite.isHidden || !whyNotRun(result).empty()) return {};
        if (!result.ran) return " (- clocks)";
        return result.clocksMeaningful
                   ? " (" + countText(result.clocks, "clock") + ")"
                   : " (" + countText(result.bundles, "bundle") + ", clocks not meaningful)";
    }

    static std::string indented(std::string_view text) {
        std::string out;
        while (text.ends_with('\n')) text.remove_suffix(1);
        for (const char c : text) out += c == '\n' ? std::string("\n      ") : std::string(1, c);
        return out;
    }

    // Outside of what is graded; there, and in a folder that checks itself, not in place of what is there: it
    // may be the teacher's, which a file that cannot be read does not name.
    Outcome checkReports() const {
        for (const ReportKind& kind : kReports) {
            const auto path = m_arguments.value(kind.option);
            if (!path) continue;
            std::error_code error;
            const std::string real = std::filesystem::weakly_canonical(*path, error).string();
            const bool inside = std::ranges::any_of(m_plan.suites, [&](const CheckSuite& suite) {
                const auto root = std::filesystem::weakly_canonical(suite.folders.program.root, error);
                return suite.refusal.empty() && source::isIn(real, root.string());
            });
            if (m_plan.isGraded && inside)
                return Problem{&messages::kReportInTheWay, {kind.option, *path}, {}, {}, {}};
            if ((inside || m_plan.isGraded) && !mayReplace(*path, kind.mark))
                return Problem{&messages::kReportOverFile, {kind.option, *path}, {}, {}, {}};
        }
        return Done{};
    }
    static bool mayReplace(const std::string& path, std::string_view mark) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error)) return true; // new, or refused elsewhere
        const auto text = readTextToReplace(path);
        return text && (text->empty() || text->find(mark) != text->npos);
    }

    Outcome writeReports() const {
        const auto write = [&](const char* option, auto text) -> Outcome {
            const auto path = m_arguments.value(option);
            return path ? writeFileAtomically(*path, text(m_plan)) : Outcome(Done{});
        };
        LW_TRY([[maybe_unused]] const Done junit, write("--junit", junitText));
        LW_TRY([[maybe_unused]] const Done results, write("--results", resultsText));
        LW_TRY([[maybe_unused]] const Done table, write("--csv", csvText));
        return write("--html", pageText);
    }

    Exit summary() {
        const std::vector<CheckTotal> totals = totalsOf(m_plan.suites);
        const CheckTotal sum = sumOf(totals);
        Json& out = m_console.document();
        for (const NotGraded& one : m_plan.notGraded) m_console.line(one.name + ": " + one.why);
        if (m_plan.isGraded || !m_plan.notGraded.empty()) out["notGraded"] = jsonOf(m_plan.notGraded);
        for (const CheckTotal& one : totals) {
            if (!m_plan.isGraded) break;
            m_console.line(one.subject + ": " + realText(one.points) + " of " + realText(one.possible) +
                           " points" +
                           (one.notRun == 0 ? "" : ", " + countText(one.notRun, "case") + " not run"));
            out["submissions"].push_back({{"name", one.subject},
                                          {"points", one.points},
                                          {"possible", one.possible},
                                          {"notRun", one.notRun}});
        }
        if (!m_plan.isGraded) {
            if (sum.points != static_cast<double>(sum.passed) ||
                sum.possible != static_cast<double>(sum.passed + sum.failed + sum.notRun))
                m_console.line(realText(sum.points) + " of " + realText(sum.possible) + " points");
            m_console.line(kNotAGrade);
        }
        m_console.line(std::to_string(sum.passed) + " passed, " + std::to_string(sum.failed) + " failed" +
                       (sum.notRun == 0 ? "" : ", " + std::to_string(sum.notRun) + " not run"));
        out["passed"] = sum.passed, out["failed"] = sum.failed, out["notRun"] = sum.notRun,
        out["finished"] = sum.notRun == 0, out["points"] = sum.points, out["possible"] = sum.possible,
        out["graded"] = m_plan.isGraded;
        if (interrupted) return Exit::Interrupted;
        if (m_plan.wrongFiles != 0) return Exit::Usage;
        return sum.failed != 0 ? Exit::CheckFailed : Exit::Pass;
    }

    const Arguments& m_arguments;
    Console& m_console;
    CheckLimits m_limits;
    std::size_t m_jobs = 1;
    CheckPlan m_plan;
    std::vector<Case> m_cases;
    std::size_t m_said = 0; // of m_cases
    std::optional<Problem> m_unwritten;
};

} // namespace

Result<Exit> runCheckCommand(const Arguments& arguments, Console& console) {
    const CatchInterrupts catching;
    return Checker(arguments, console).run();
}

} // namespace lw::cli
