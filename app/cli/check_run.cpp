// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_run.h"

#include "app/cli/expressions.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "app/cli/tensor_arguments.h"
#include "core/base/printable.h"
#include "core/project/load_program.h"
#include "core/project/tensor_input.h"
#include "core/source/messages.h"
#include "core/source/render.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_header.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>

namespace lw::cli {

namespace {

constexpr std::size_t kMostFailures = 20;       // listed for one case
constexpr std::size_t kMostFailureBytes = 4096; // of each

// A name as seen from the root, which is what the loaders understand.
std::string inRoot(const CheckFolder& folder, const std::string& name) {
    namespace fs = std::filesystem;
    if (fs::path(name).is_absolute()) return name;
    // Absolute, since a root of ".." has no name to begin with.
    std::error_code error;
    const fs::path root = fs::absolute(folder.root, error).lexically_normal();
    const fs::path path = fs::absolute(fs::path(folder.path) / name, error).lexically_normal();
    const fs::path relative = path.lexically_relative(root);
    return relative.empty() ? path.string() : relative.string();
}

class CaseRun {
  public:
    CaseRun(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits, Console& console)
        : m_check(check)
        , m_limits(limits)
        , m_console(console)
        , m_folders(folders)
        , m_programFiles(folders.program.root, guard()) {}

    CheckResult run() {
        m_result.name = m_check.name;
        m_result.clocksMeaningful = clocksHaveMeaning(m_check.dma);
        if (auto outcome = runCase(); !outcome)
            fail(textOf(outcome.problem()) + " [" + std::string(outcome.problem().message->code) + "]");
        m_result.passed = m_result.failures.empty() && !m_result.interrupted;
        m_result.points = m_result.passed ? m_check.points : 0;
        if (m_result.failures.size() > kMostFailures) {
            const std::size_t more = m_result.failures.size() - kMostFailures;
            m_result.failures.resize(kMostFailures);
            m_result.failures.push_back("and " + std::to_string(more) + " more");
        }
        return std::move(m_result);
    }

  private:
    void fail(const std::string& sentence) { m_result.failures.push_back(shortened(printable(sentence))); }
    static std::string shortened(std::string text) {
        if (text.size() <= kMostFailureBytes) return text;
        text.resize(kMostFailureBytes);
        return printable(text) + " ...";
    }
    // For a tensor of the program. Of a file with another shape only the beginning is read.
    static Result<tensor::Tensor> readTensor(const machine::Machine& machine, const std::string& tensor,
                                             const std::vector<CheckFolder>& folders,
                                             const std::string& name) {
        LW_TRY([[maybe_unused]] const Done fits,
               checkShape(machine, tensor, givenBeginning(folders, name, tensor::kMostHeaderBytes)));
        LW_TRY(const std::string bytes, givenFile(folders, name));
        return tensor::parseNpy(std::as_bytes(std::span(bytes)), name);
    }

    static Outcome checkShape(const machine::Machine& machine, const std::string& tensor,
                              std::string_view beginning) {
        const auto declared = project::tensorNamed(machine, tensor, {}); // or it is reported by name
        const auto shape = tensor::shapeInHeader(beginning);
        if (!declared || !shape) return Done{};
        return project::checkShape(tensor, declared->tensor->shape, *shape);
    }

    Outcome runCase() {
        source::MemoryLoader texts(&m_programFiles);
        LW_TRY(const std::string machineName, machineFor(texts));
        source::Files files(texts);
        project::ProgramAnswer answer =
            project::loadProgram({.path = inRoot(m_folders.program, m_check.program),
                                  .machine = machineName,
                                  .includePath = {},
                                  .lint = program::lintErrorsOnly(),
                                  .mayBeWorkload = true,
                                  .mayNameMachine = m_folders.mayNameMachine,
                                  .definitions = m_check.definitions},
                                 files);
        if (!answer.loaded) {
            for (const Problem& problem : answer.diagnostics.problems())
                if (problem.message->severity == Severity::Error) fail(source::render(problem, files));
            return Done{};
        }
        const project::LoadedProgram& loaded = *answer.loaded;
        chips::RunOptions options{m_check.mode, m_check.dma, m_check.seed, m_check.uninit, ""};
        if (const auto kernels = loaded.chip->choices.kernels(); std::ranges::count(kernels, m_limits.kernel))
            options.kernel = m_limits.kernel;
        LW_TRY(const auto machine, loaded.createMachine(options));
        LW_TRY([[maybe_unused]] const Done named, checkNames(*machine));
        for (const project::Input& input : loaded.inputs) {
            // Of a workload, whose paths are seen from the root like its own.
            LW_TRY([[maybe_unused]] const Done fits,
                   checkShape(*machine, input.tensor,
                              m_programFiles.begin(input.file, tensor::kMostHeaderBytes)));
            LW_TRY(const std::string bytes, m_programFiles.load(input.file));
            LW_TRY(tensor::Tensor tensor, tensor::parseNpy(std::as_bytes(std::span(bytes)), input.file));
            const project::Conversion cast =
                project::conversionFor(input.cast, tensor, loaded.castFromOf(input.tensor));
            LW_TRY([[maybe_unused]] const Done put,
                   project::putTensor(*machine, input.tensor, std::move(tensor), cast));
        }
        for (const TensorInput& input : m_check.set) {
            LW_TRY(tensor::Tensor tensor, readTensor(*machine, input.name, m_folders.given, input.file));
            const project::Conversion cast =
                project::conversionFor(input.cast, tensor, loaded.castFromOf(input.name));
            LW_TRY([[maybe_unused]] const Done put,
                   project::putTensor(*machine, input.name, std::move(tensor), cast));
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

    // Before anything is read or run.
    Outcome checkNames(const machine::Machine& machine) {
        for (const TensorInput& input : m_check.set) {
            LW_TRY([[maybe_unused]] const Done known, checkName(machine, input.name));
        }
        for (const TensorExpectation& expected : m_check.tensors) {
            LW_TRY([[maybe_unused]] const Done known, checkName(machine, expected.name));
        }
        m_result.hasNames = true;
        return Done{};
    }
    Outcome checkName(const machine::Machine& machine, const std::string& name) {
        auto found = project::tensorNamed(machine, name, {});
        if (found) return Done{};
        m_result.missing = name;
        return std::move(found).problem();
    }

    // The machine that the check names: built in, or a file, which the program then reads from memory.
    Result<std::string> machineFor(source::MemoryLoader& texts) const {
        if (!chips::isMachinePath(m_check.machine)) return m_check.machine;
        LW_TRY(std::string text, givenFile(m_folders.given, m_check.machine));
        const std::string name = "\n" + m_check.machine; // which no program can include
        texts.set(name, std::move(text));
        return name;
    }

    source::Guard guard() const {
        source::Guard out = m_folders.guard;
        if (!m_check.reads) return out;
        // Links in the submission lead nowhere else.
        std::error_code error;
        const std::filesystem::path root = std::filesystem::weakly_canonical(m_folders.program.path, error);
        const auto allow = [&](const std::string& name) {
            out.reads->push_back((root / name).lexically_normal().string());
        };
        out.reads.emplace();
        allow(m_check.program);
        for (const std::string& name : *m_check.reads) allow(name);
        return out;
    }

    Outcome judge(machine::Machine& machine, const RunEnd& end) {
        m_result.ran = true;
        m_result.clocks = machine.clock();
        m_result.bundles = machine.issuedBundles();
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
            const auto written = std::make_unique<bool[]>(words.size());
            const std::uint64_t offset = expected.address * core.target().spaces[index(space)].unitBytes;
            LW_TRY([[maybe_unused]] const Done read,
                   core.readSpace(space, offset, std::as_writable_bytes(std::span(words)),
                                  {written.get(), words.size()}));
            for (std::size_t i = 0; i < words.size(); ++i)
                if (!written[i])
                    fail(expected.space + " at " + std::to_string(expected.address) + ", word " +
                         std::to_string(i) + ", was never written");
                else if (words[i] != expected.words[i])
                    fail(expected.space + " at " + std::to_string(expected.address) + ", word " +
                         std::to_string(i) + ", is " + std::to_string(words[i]) + " instead of " +
                         std::to_string(expected.words[i]));
        }
        return Done{};
    }

    // What is expected is not converted: it is the program that has another type.
    static Outcome checkType(const std::string& name, const tensor::Tensor& wanted,
                             const program::NamedTensor& declared) {
        if (wanted.shape() != declared.shape || tensor::expectDType(wanted, declared.dtype)) return Done{};
        return Problem{&messages::kDeclaredType,
                       {name, std::string(nameOf(declared.dtype)), std::string(nameOf(wanted.dtype()))},
                       {},
                       {},
                       {}};
    }

    Outcome judgeTensors(const machine::Machine& machine) {
        for (const TensorExpectation& expected : m_check.tensors) {
            LW_TRY(tensor::Tensor wanted,
                   readTensor(machine, expected.name, {m_folders.expected}, expected.file));
            // Of another shape nothing is read: how large it is, the program says.
            LW_TRY(const project::TensorOfCore declared, project::tensorNamed(machine, expected.name, {}));
            LW_TRY([[maybe_unused]] const Done typed, checkType(expected.name, wanted, *declared.tensor));
            LW_TRY(wanted, project::fitted(std::move(wanted), expected.name, declared.tensor->dtype,
                                           declared.tensor->shape));
            LW_TRY(const TensorRead got, getTensor(machine, expected.name));
            const tensor::Tolerance tolerance{expected.atol, expected.rtol, expected.ulp,
                                              expected.nanEqual ? tensor::NanPolicy::EqualsNan
                                                                : tensor::NanPolicy::NeverEqual};
            LW_TRY(const tensor::Comparison comparison, tensor::compare(got.tensor, wanted, tolerance));
            if (!comparison.accepted()) fail(expected.name + ": " + comparisonText(comparison));
            if (got.unwaited)
                m_result.warnings.push_back(
                    printable(textOf(Problem{&messages::kUnwaited,
                                             {expected.name, placeText(machine, *got.unwaited)},
                                             {},
                                             {},
                                             {}})) +
                    " [W729]");
            if (got.neverWritten)
                fail(expected.name + ": " + countText(got.neverWritten, "element") +
                     (got.neverWritten == 1 ? " was" : " were") + " never written");
        }
        return Done{};
    }

    const CheckCase& m_check;
    const CheckLimits& m_limits;
    Console& m_console;
    const CheckFolders& m_folders;
    source::FolderLoader m_programFiles;
    CheckResult m_result;
};

} // namespace

CheckResult runCheck(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits,
                     Console& console) {
    return CaseRun(check, folders, limits, console).run();
}

Result<std::string> givenFile(const std::vector<CheckFolder>& folders, const std::string& name) {
    for (const CheckFolder& folder : folders) {
        source::FolderLoader loader(folder.root);
        auto bytes = loader.load(inRoot(folder, name));
        if (!bytes && bytes.problem().message == &source::kOutsideFolder)
            return Problem{&messages::kBesideNoCheck, {name}, {}, {}, {}};
        if (bytes || bytes.problem().message != &source::kNoSuchFile || &folder == &folders.back())
            return bytes;
    }
    return Problem{&source::kNoSuchFile, {name}, {}, {}, {}};
}

std::string givenBeginning(const std::vector<CheckFolder>& folders, const std::string& name,
                           std::size_t bytes) {
    for (const CheckFolder& folder : folders) {
        std::string out = source::FolderLoader(folder.root).begin(inRoot(folder, name), bytes);
        if (!out.empty()) return out;
    }
    return {};
}

} // namespace lw::cli
