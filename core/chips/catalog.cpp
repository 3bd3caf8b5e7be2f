// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/catalog.h"

#include "core/base/closest_word.h"
#include "core/base/file.h"
#include "core/chips/inference/circuit_work.h"
#include "core/chips/inference/config.h"
#include "core/chips/inference/diagram.h"
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/launch_clocks.h"
#include "core/chips/inference/link_lints.h"
#include "core/chips/inference/shipments.h"
#include "core/chips/inference/stall_rules.h"
#include "core/chips/inference/unit_reports.h"
#include "core/chips/messages.h"
#include "core/chips/nnp/config.h"
#include "core/chips/nnp/diagram.h"
#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/nnp.h"
#include "core/chips/nnp/op_stream.h"
#include "core/chips/nnp/stall_rules.h"
#include "core/chips/nnp/unit_reports.h"
#include "core/chips/training/config.h"
#include "core/chips/training/diagram.h"
#include "core/chips/training/isa.h"
#include "core/chips/training/matrix_kernel.h"
#include "core/chips/training/pending.h"
#include "core/chips/training/setting_lints.h"
#include "core/chips/training/shipments.h"
#include "core/chips/training/stall_rules.h"
#include "core/chips/training/surroundings.h"
#include "core/chips/training/training.h"
#include "core/chips/training/unit_reports.h"

namespace lw::chips {

namespace {

constexpr std::uint64_t kMostConfigBytes = 1 << 20;
// In the order of the enumerations they stand for.
constexpr std::string_view kTrainingModes[] = {"interlocked", "strict"};
constexpr std::string_view kTrainingDma[] = {"timed", "eager", "late", "shuffled"};
constexpr std::string_view kCircuitModes[] = {"interlocked"};
constexpr std::string_view kCircuitDma[] = {"timed"};
constexpr std::string_view kUninitModes[] = {"fault", "zero"};

Result<MachineChoice> parseTraining(std::string_view json, std::uint32_t file) {
    LW_TRY(const training::Config config, training::parseConfig(json, file));
    MachineChoice choice{training::targetOf(config),
                         config.title,
                         std::string(json),
                         {},
                         config.sources,
                         {},
                         training::diagramOf(config),
                         training::surroundingsOf(config),
                         {},
                         training::limitsOf(config)};
    for (std::size_t i = 0; i < config.timing.size(); ++i)
        choice.timing.push_back({training::kTimingKeys[i], config.timing[i].clocks, config.timing[i].source});
    choice.cores.count = config.cores;
    choice.way = config.way;
    choice.performance = {static_cast<double>(config.lanes) * config.lanes,
                          2.0 * static_cast<double>(config.dmaRate.bytes) /
                              static_cast<double>(config.dmaRate.clocks),
                          static_cast<double>(config.clockHz), training::kMxu, training::kDma};
    return choice;
}

// The position of a word in the list; an empty word is the first.
template <typename Choice>
Result<Choice> choiceOf(std::string_view what, std::string_view word,
                        std::span<const std::string_view> words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == word || (word.empty() && i == 0)) return static_cast<Choice>(i);
        list += (i == 0 ? "" : ", ") + std::string(words[i]);
    }
    return Problem{&messages::kUnknownMode,
                   {std::string(what), std::string(word), list},
                   {},
                   {},
                   std::string(closestWord(word, words))};
}

Result<std::unique_ptr<machine::Machine>> createTraining(std::vector<program::Program> programs,
                                                         std::string_view json, const RunOptions& options) {
    LW_TRY(const training::Config config, training::parseConfig(json, Place::kNoFile));
    training::MachineOptions wanted;
    LW_TRY(wanted.hazards, choiceOf<training::HazardMode>("mode", options.mode, kTrainingModes));
    LW_TRY(wanted.dma, choiceOf<training::DmaMode>("dma", options.dma, kTrainingDma));
    LW_TRY(wanted.uninit, choiceOf<training::UninitMode>("uninit", options.uninit, kUninitModes));
    wanted.seed = options.seed;
    wanted.kernel = options.kernel;
    wanted.threads = options.threads;
    wanted.fuse = options.fuse;
    if (programs.size() == 1) programs.resize(config.cores, programs.front());
    return training::createMachine(std::move(programs), config, wanted);
}

Result<MachineChoice> parseInference(std::string_view json, std::uint32_t file) {
    LW_TRY(const inference::Config config, inference::parseConfig(json, file));
    MachineChoice choice{inference::targetOf(config),
                         config.title,
                         std::string(json),
                         {},
                         config.sources,
                         {},
                         inference::diagramOf(config),
                         {},
                         config};
    for (std::size_t i = 0; i < config.timing.size(); ++i)
        choice.timing.push_back(
            {inference::kTimingKeys[i], config.timing[i].clocks, config.timing[i].source});
    choice.cores = config.cores;
    choice.way = config.way;
    choice.performance = {static_cast<double>(config.arrayRows) * config.arrayColumns,
                          static_cast<double>(config.hostRate.bytes) /
                              static_cast<double>(config.hostRate.clocks),
                          static_cast<double>(config.clockHz), inference::kMxu, inference::kDma};
    return choice;
}

Result<std::unique_ptr<machine::Machine>> createInference(std::vector<program::Program> programs,
                                                          std::string_view json, const RunOptions& options) {
    enum class Interlocked : std::uint8_t { Yes };
    enum class Timed : std::uint8_t { Yes };
    LW_TRY(const inference::Config config, inference::parseConfig(json, Place::kNoFile));
    LW_TRY([[maybe_unused]] const Interlocked mode,
           choiceOf<Interlocked>("mode", options.mode, kCircuitModes));
    LW_TRY([[maybe_unused]] const Timed dma, choiceOf<Timed>("dma", options.dma, kCircuitDma));
    inference::MachineOptions wanted;
    LW_TRY(wanted.uninit, choiceOf<inference::UninitMode>("uninit", options.uninit, kUninitModes));
    wanted.kernel = options.kernel;
    wanted.threads = options.threads;
    if (programs.size() == 1) programs.resize(config.cores.count, programs.front());
    return inference::createMachine(std::move(programs), config, wanted);
}

Result<MachineChoice> parseProcessor(std::string_view json, std::uint32_t file) {
    LW_TRY(const nnp::Config config, nnp::parseConfig(json, file));
    MachineChoice choice{nnp::targetOf(config), config.title, std::string(json),      {},
                         config.sources,        {},           nnp::diagramOf(config), {}};
    for (std::size_t i = 0; i < config.timing.size(); ++i)
        choice.timing.push_back({nnp::kTimingKeys[i], config.timing[i].clocks, config.timing[i].source});
    choice.performance = {static_cast<double>(config.nativeDimension) * config.lanes * config.tileEngines,
                          static_cast<double>(config.vectorBytes()), static_cast<double>(config.clockHz),
                          nnp::kMvm, nnp::kMatrices};
    choice.processor = nnp::limitsOf(config);
    return choice;
}

Result<std::unique_ptr<machine::Machine>> createProcessor(std::vector<program::Program> programs,
                                                          std::string_view json, const RunOptions& options) {
    enum class Interlocked : std::uint8_t { Yes };
    enum class Timed : std::uint8_t { Yes };
    LW_TRY(const nnp::Config config, nnp::parseConfig(json, Place::kNoFile));
    LW_TRY([[maybe_unused]] const Interlocked mode,
           choiceOf<Interlocked>("mode", options.mode, kCircuitModes));
    LW_TRY([[maybe_unused]] const Timed dma, choiceOf<Timed>("dma", options.dma, kCircuitDma));
    nnp::MachineOptions wanted;
    LW_TRY(wanted.uninit, choiceOf<nnp::UninitMode>("uninit", options.uninit, kUninitModes));
    wanted.kernel = options.kernel;
    LW_REQUIRE(programs.size() == 1, "a processor has one program");
    return nnp::createMachine(std::move(programs.front()), config, wanted);
}

std::vector<program::LintFinding> brokenRulesOfProcessor(const program::Program& program,
                                                         std::string_view json) {
    const auto config = nnp::parseConfig(json, Place::kNoFile);
    if (!config) return {}; // making the machine says so
    return nnp::brokenRules(program, *config);
}

Result<concord::OpStream> opsOfProcessor(const program::Program& program, std::string_view json) {
    LW_TRY(const nnp::Config config, nnp::parseConfig(json, Place::kNoFile));
    return nnp::opsOf(program, config);
}

std::vector<program::LintFinding> lintInference(std::span<const program::Program* const> programs,
                                                std::span<const std::size_t> programOf,
                                                std::string_view json) {
    const auto config = inference::parseConfig(json, Place::kNoFile);
    if (!config) return {}; // making the machine says so
    return inference::lintLinks(programs, programOf, *config);
}

Result<std::optional<std::uint64_t>> clocksInference(std::span<const program::Program* const> programs,
                                                     std::span<const machine::LaunchList> lists,
                                                     std::string_view json, const std::atomic<bool>* stop) {
    LW_TRY(const inference::Config config, inference::parseConfig(json, Place::kNoFile));
    return inference::launchClocks(programs, lists, config, stop);
}

std::vector<program::LintFinding> lintTraining(std::span<const program::Program* const> programs,
                                               std::span<const std::size_t>, std::string_view) {
    return training::lintSettings(programs);
}

const Chip kChips[] = {
    {"training",
     "VLIW training chip",
     &training::kIsa,
     1,
     training::builtInConfigs,
     parseTraining,
     createTraining,
     training::unitReports,
     nullptr,
     training::pendingRegisters,
     training::vectorWriters,
     training::shipments,
     nullptr,
     lintTraining,
     nullptr,
     nullptr,
     nullptr,
     "loop | when r1 > 3 | write vmem 10 4 | dma A | flag f0 >= 8 | pop mxu | nan mxu",
     {kTrainingModes, kTrainingDma, kUninitModes, training::kernelNames, training::usualKernel,
      training::matrixKernelTimes},
     training::kStallRows},
    {"inference",
     "inference circuit",
     &inference::kIsa,
     0,
     inference::builtInConfigs,
     parseInference,
     createInference,
     inference::unitReports,
     inference::circuitWork,
     nullptr,
     nullptr,
     inference::shipments,
     nullptr,
     lintInference,
     clocksInference,
     nullptr,
     nullptr,
     "loop | when clock > 40 | write ub 10 4 | read ub 10 4 | dma A | nan vpu",
     {kCircuitModes, kCircuitDma, kUninitModes, inference::kernelNames, inference::usualKernel, nullptr},
     inference::kStallRows},
    {"nnp",
     "neural network processor",
     &nnp::kIsa,
     0,
     nnp::builtInConfigs,
     parseProcessor,
     createProcessor,
     nnp::unitReports,
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     brokenRulesOfProcessor,
     nullptr,
     nullptr,
     opsOfProcessor,
     nnp::vectorAt,
     "loop | when clock > 40 | write netout 0 8 | read netin 0 8 | nan mfu",
     {kCircuitModes, kCircuitDma, kUninitModes, nnp::kernelNames, nnp::usualKernel, nullptr},
     nnp::kStallRows},
};

} // namespace

std::span<const Chip> all() { return kChips; }

Result<const Chip*> chipNamed(std::string_view name) {
    std::vector<std::string_view> names;
    std::string list;
    for (const Chip& chip : kChips) {
        if (chip.name == name) return &chip;
        names.push_back(chip.name);
        list += (list.empty() ? "" : ", ") + std::string(chip.name);
    }
    return Problem{
        &messages::kUnknownChip, {std::string(name), list}, {}, {}, std::string(closestWord(name, names))};
}

bool isMachinePath(std::string_view machine) {
    return machine.find('/') != machine.npos || machine.ends_with(".json");
}

Result<std::string> machineText(const Chip& chip, const std::string& nameOrPath) {
    if (isMachinePath(nameOrPath)) return readTextFile(nameOrPath, kMostConfigBytes);
    return chip.builtIn(nameOrPath.empty() ? chip.machines().front() : nameOrPath);
}

Result<MachineChoice> machineNamed(const Chip& chip, const std::string& nameOrPath, std::uint32_t file) {
    LW_TRY(const std::string json, machineText(chip, nameOrPath));
    return chip.parse(json, file);
}

} // namespace lw::chips
