// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/check_run.h"
#include "app/cli/command_list.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/signals.h"
#include "core/base/file.h"

#include <algorithm>
#include <filesystem>
#include <optional>

// lw check: programs, inputs and what must come out, for courses and for the examples.
namespace lw::cli {

namespace {

constexpr std::uint64_t kMostCheckBytes = 16 << 20;
constexpr std::uint64_t kMostMebibytes = 1 << 20;

// The check files an operand stands for: itself, or every check.json below a folder, by path.
Result<std::vector<std::string>> filesOf(const std::string& operand) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_directory(operand, error)) return std::vector{operand};
    std::vector<std::string> files;
    for (auto it = fs::recursive_directory_iterator(operand, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error))
        if (it->path().filename() == "check.json") files.push_back(it->path().lexically_normal().string());
    std::sort(files.begin(), files.end());
    if (files.empty()) return Problem{&messages::kNoChecks, {operand}, {}, {}, {}};
    return files;
}

std::string folderOf(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

class Checker {
  public:
    Checker(const Arguments& arguments, Console& console) : m_arguments(arguments), m_console(console) {}

    Result<Exit> run() {
        LW_TRY(m_limits.seconds, m_arguments.real("--limit-seconds", m_limits.seconds));
        if (m_arguments.has("--limit-memory")) {
            LW_TRY(const std::uint64_t mebibytes, m_arguments.number("--limit-memory", 0, kMostMebibytes));
            m_limits.residentBytes = mebibytes << 20;
        }
        for (const std::string& operand : m_arguments.operands()) {
            LW_TRY(const std::vector<std::string> paths, filesOf(operand));
            for (const std::string& path : paths) {
                LW_TRY([[maybe_unused]] const Done done, runFile(path, std::nullopt));
                if (const auto hidden = m_arguments.value("--hidden")) {
                    LW_TRY([[maybe_unused]] const Done doneToo, runFile(*hidden, m_folder));
                }
            }
        }
        if (const auto junit = m_arguments.value("--junit")) {
            LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(*junit, junitText(m_suites)));
        }
        return summary();
    }

  private:
    // Hidden checks have their own expected files, but the programs of the visible ones' folder.
    Outcome runFile(const std::string& path, const std::optional<CheckFolder>& visible) {
        source::DiskLoader loader(kMostCheckBytes);
        source::Files files(loader);
        LW_TRY(const std::uint32_t file, files.open(path));
        auto checks = parseChecks(files[file].text(), file);
        if (!checks) {
            m_console.problem(checks.problem(), &files);
            ++m_unreadable;
            return Done{};
        }
        const CheckFolder own{
            folderOf(path),
            (std::filesystem::path(folderOf(path)) / checks->root).lexically_normal().string()};
        if (!visible) m_folder = own;
        m_suites.push_back({path, {}});
        for (const CheckCase& check : checks->cases) {
            if (interrupted) break;
            m_console.progress(path + ": " + check.name);
            CheckResult result = runCheck(check, {visible.value_or(own), own}, m_limits, m_console);
            // What a hidden check expects stays hidden.
            if (visible) {
                result.warnings.clear();
                if (!result.failures.empty()) result.failures = {"hidden check failed"};
            }
            report(path, result);
            m_possible += check.points;
            m_suites.back().results.push_back(std::move(result));
        }
        return Done{};
    }

    void report(const std::string& path, const CheckResult& result) {
        m_passed += result.passed;
        m_failed += !result.passed;
        m_points += result.points;
        const char* word = result.passed ? "pass  " : result.interrupted ? "cut   " : "FAIL  ";
        m_console.line(word + path + ": " + result.name + " (" +
                       (result.clocksMeaningful
                            ? groupedText(result.clocks) + " clocks"
                            : groupedText(result.bundles) + " bundles, clocks not meaningful") +
                       ")");
        for (const std::string& failure : result.failures) m_console.line("      " + indented(failure));
        for (const std::string& warning : result.warnings) m_console.line("      warning: " + warning);
        m_console.document()["cases"].push_back(
            {{"file", path},
             {"name", result.name},
             {"passed", result.passed},
             {"points", result.points},
             {"clocks", result.clocksMeaningful ? Json(result.clocks) : Json()},
             {"bundles", result.bundles},
             {"bytes", result.bytes},
             {"failures", Json::list(result.failures)},
             {"warnings", Json::list(result.warnings)}});
    }

    static std::string indented(std::string_view text) {
        std::string out;
        while (text.ends_with('\n')) text.remove_suffix(1);
        for (const char c : text) out += c == '\n' ? std::string("\n      ") : std::string(1, c);
        return out;
    }

    Exit summary() {
        if (m_points != static_cast<double>(m_passed) ||
            m_possible != static_cast<double>(m_passed + m_failed))
            m_console.line(realText(m_points) + " of " + realText(m_possible) + " points");
        m_console.line(std::to_string(m_passed) + " passed, " + std::to_string(m_failed) + " failed");
        Json& out = m_console.document();
        out["passed"] = m_passed, out["failed"] = m_failed, out["points"] = m_points,
        out["possible"] = m_possible;
        if (interrupted) return Exit::Interrupted;
        if (m_unreadable) return Exit::Usage;
        return m_failed ? Exit::CheckFailed : Exit::Pass;
    }

    const Arguments& m_arguments;
    Console& m_console;
    CheckLimits m_limits;
    CheckFolder m_folder; // of the last file that is not hidden
    std::vector<CheckSuite> m_suites;
    std::size_t m_passed = 0, m_failed = 0, m_unreadable = 0;
    double m_points = 0, m_possible = 0;
};

} // namespace

Result<Exit> runCheckCommand(const Arguments& arguments, Console& console) {
    return Checker(arguments, console).run();
}

} // namespace lw::cli
