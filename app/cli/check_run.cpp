// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_run.h"

#include "app/cli/expressions.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "app/cli/tensor_arguments.h"
#include "core/project/load_program.h"
#include "core/project/tensor_input.h"
#include "core/source/render.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace lw::cli {

namespace {

constexpr std::size_t kMostFailures = 20; // listed for one case

class CaseRun {
  public:
    CaseRun(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits, Console& console)
        : m_check(check)
        , m_limits(limits)
        , m_console(console)
        , m_folders(folders)
        , m_programFiles(folders.program.root)
        , m_expectedFiles(folders.expected.root) {}

    CheckResult run() {
        m_result.name = m_check.name;
        m_result.clocksMeaningful = clocksHaveMeaning(m_check.dma);
        if (auto outcome = runCase(); !outcome)
            fail(textOf(outcome.problem()) + " [" + std::string(outcome.problem().message->code) + "]");
        m_result.passed = m_result.failures.empty() && !m_result.interrupted;
        m_result.points = m_result.passed ? m_check.points : 0;
        if (m_result.failures.size() > kMostFailures) m_result.failures.resize(kMostFailures);
        return std::move(m_result);
    }

  private:
    void fail(std::string sentence) { m_result.failures.push_back(std::move(sentence)); }

    Outcome runCase() {
        source::Files files(m_programFiles);
        project::ProgramAnswer answer = project::loadProgram(
            {inRoot(m_folders.program, m_check.program), machineName(), {}, program::lintErrorsOnly(), true},
            files);
        if (!answer.loaded) {
            for (const Problem& problem : answer.diagnostics.problems())
                if (problem.message->severity == Severity::Error) fail(source::render(problem, files));
            return Done{};
        }
        const project::LoadedProgram& loaded = *answer.loaded;
        const chips::RunOptions options{m_check.mode, m_check.dma, m_check.seed, m_check.uninit, ""};
        LW_TRY(const auto machine, loaded.createMachine(options));
        for (const project::Input& input : loaded.inputs) {
            // Of a workload, whose paths are seen from the root like its own.
            LW_TRY(const std::string bytes, m_programFiles.load(input.file));
            LW_TRY(tensor::Tensor tensor, tensor::parseNpy(std::as_bytes(std::span(bytes)), input.file));
            LW_TRY([[maybe_unused]] const Done put,
                   project::putTensor(*machine, input.tensor, std::move(tensor), input.cast));
        }
        for (const TensorInput& input : m_check.set) {
            LW_TRY(tensor::Tensor tensor, readTensor(m_programFiles, m_folders.program, input.file));
            LW_TRY([[maybe_unused]] const Done put,
                   project::putTensor(*machine, input.name, std::move(tensor), input.cast));
        }
        machine::Timeline timeline(*machine);
        RunLimits limits;
        // One clock or bundle more than the budget is enough to know.
        if (m_check.cycles) limits.clocks = *m_check.cycles + (*m_check.cycles != machine::kForever);
        if (m_check.bundles) limits.bundles = *m_check.bundles + (*m_check.bundles != machine::kForever);
        limits.seconds = std::min(m_check.seconds, m_limits.seconds);
        limits.residentBytes = m_limits.residentBytes;
        const RunEnd end = runToEnd(timeline, limits, m_console);
        return judge(*machine, end);
    }

    // A name as seen from the root, which is what the loaders understand.
    static std::string inRoot(const CheckFolder& folder, const std::string& name) {
        namespace fs = std::filesystem;
        if (fs::path(name).is_absolute()) return name;
        // Absolute, since a root of ".." has no name to begin with.
        std::error_code error;
        const fs::path root = fs::absolute(folder.root, error).lexically_normal();
        const fs::path path = fs::absolute(fs::path(folder.path) / name, error).lexically_normal();
        const fs::path relative = path.lexically_relative(root);
        return relative.empty() ? path.string() : relative.string();
    }
    // A built-in machine by its name, a file like every other.
    std::string machineName() const {
        return chips::isMachinePath(m_check.machine) ? inRoot(m_folders.program, m_check.machine)
                                                     : m_check.machine;
    }

    static Result<tensor::Tensor> readTensor(source::FolderLoader& loader, const CheckFolder& folder,
                                             const std::string& name) {
        LW_TRY(const std::string bytes, loader.load(inRoot(folder, name)));
        return tensor::parseNpy(std::as_bytes(std::span(bytes)), name);
    }

    Outcome judge(machine::Machine& machine, const RunEnd& end) {
        m_result.clocks = machine.clock();
        m_result.bundles = machine.issuedBundles();
        m_result.seconds = end.seconds;
        for (const machine::Core* const core : std::as_const(machine).cores())
            for (const machine::UnitCount& unit : core->unitCounts()) m_result.bytes += unit.bytes;
        if (end.stop.kind == machine::StopKind::Interrupted) {
            m_result.interrupted = true;
            return Done{};
        }
        judgeEnd(machine, end);
        judgeBudget("clocks", m_result.clocks, m_check.cycles);
        judgeBudget("bundles", m_result.bundles, m_check.bundles);
        judgeBudget("bytes", m_result.bytes, m_check.bytes);
        LW_TRY([[maybe_unused]] const Done registers, judgeRegisters(machine));
        LW_TRY([[maybe_unused]] const Done memory, judgeMemory(machine));
        return judgeTensors(machine);
    }

    void judgeEnd(const machine::Machine& machine, const RunEnd& end) {
        const bool faulted = end.stop.kind == machine::StopKind::Faulted;
        if (!m_check.fault) {
            if (end.stop.kind != machine::StopKind::Halted || end.reason != EndReason::Stopped)
                fail("expected to halt: " + stopText(machine, end));
        } else if (!faulted || end.stop.fault->kind != *m_check.fault) {
            fail("expected the fault " + std::string(machine::nameOf(*m_check.fault)) + ": " +
                 stopText(machine, end));
        }
    }

    void judgeBudget(const char* what, std::uint64_t used, const std::optional<std::uint64_t>& budget) {
        if (budget && used > *budget)
            fail("more than the budget of " + groupedText(*budget) + " " + what + ": " + groupedText(used));
    }

    Outcome judgeRegisters(machine::Machine& machine) {
        for (const RegisterExpectation& expected : m_check.registers) {
            LW_TRY(const std::uint32_t value, registerValue(machine, expected.name));
            if (value != expected.value)
                fail(expected.name + " is " + std::to_string(value) + " instead of " +
                     std::to_string(expected.value));
        }
        return Done{};
    }

    Outcome judgeMemory(machine::Machine& machine) {
        for (const MemoryExpectation& expected : m_check.memory) {
            std::string_view name = expected.space;
            const machine::Core& core = machine.takeCore(name);
            LW_TRY(const isa::SpaceId space, spaceNamed(core.target(), name));
            std::vector<std::uint32_t> words(expected.words.size());
            const std::uint64_t offset = expected.address * core.target().spaces[index(space)].unitBytes;
            LW_TRY([[maybe_unused]] const Done read,
                   core.readSpace(space, offset, std::as_writable_bytes(std::span(words)), {}));
            for (std::size_t i = 0; i < words.size(); ++i)
                if (words[i] != expected.words[i])
                    fail(expected.space + " at " + std::to_string(expected.address) + ", word " +
                         std::to_string(i) + ", is " + std::to_string(words[i]) + " instead of " +
                         std::to_string(expected.words[i]));
        }
        return Done{};
    }

    Outcome judgeTensors(const machine::Machine& machine) {
        for (const TensorExpectation& expected : m_check.tensors) {
            LW_TRY(const TensorRead got, getTensor(machine, expected.name));
            LW_TRY(tensor::Tensor wanted, readTensor(m_expectedFiles, m_folders.expected, expected.file));
            LW_TRY(wanted, project::fitted(std::move(wanted), expected.name, got.tensor.dtype(),
                                           got.tensor.shape(), false));
            const tensor::Tolerance tolerance{expected.atol, expected.rtol, expected.ulp,
                                              expected.nanEqual ? tensor::NanPolicy::EqualsNan
                                                                : tensor::NanPolicy::NeverEqual};
            LW_TRY(const tensor::Comparison comparison, tensor::compare(got.tensor, wanted, tolerance));
            if (!comparison.accepted()) fail(expected.name + ": " + comparisonText(comparison));
            if (got.unwaited)
                m_result.warnings.push_back(textOf(Problem{&messages::kUnwaited,
                                                           {expected.name, placeText(machine, *got.unwaited)},
                                                           {},
                                                           {},
                                                           {}}) +
                                            " [W729]");
            if (got.neverWritten)
                fail(expected.name + ": " + groupedText(got.neverWritten) + " words were never written");
        }
        return Done{};
    }

    const CheckCase& m_check;
    const CheckLimits& m_limits;
    Console& m_console;
    const CheckFolders& m_folders;
    source::FolderLoader m_programFiles;
    source::FolderLoader m_expectedFiles;
    CheckResult m_result;
};

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t')
            out += '?'; // no character of XML
        else
            out += c;
    }
    return out;
}

} // namespace

CheckResult runCheck(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits,
                     Console& console) {
    return CaseRun(check, folders, limits, console).run();
}

std::string junitText(const std::vector<CheckSuite>& suites) {
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const CheckSuite& suite : suites) {
        const auto failed = std::count_if(suite.results.begin(), suite.results.end(),
                                          [](const CheckResult& r) { return !r.passed; });
        out += "  <testsuite name=\"" + escaped(suite.file) + "\" tests=\"" +
               std::to_string(suite.results.size()) + "\" failures=\"" + std::to_string(failed) + "\">\n";
        for (const CheckResult& result : suite.results) {
            out += "    <testcase name=\"" + escaped(result.name) + "\" time=\"" +
                   fixedText(result.seconds, 3) + "\"";
            if (result.passed) {
                out += "/>\n";
                continue;
            }
            out += ">\n";
            for (const std::string& failure : result.failures)
                out += "      <failure>" + escaped(failure) + "</failure>\n";
            if (result.failures.empty()) out += "      <failure>interrupted</failure>\n";
            out += "    </testcase>\n";
        }
        out += "  </testsuite>\n";
    }
    return out + "</testsuites>\n";
}

} // namespace lw::cli
