// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/processor_network.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/chips/catalog.h"
#include "core/lower/processor/messages.h"
#include "core/network/fold_biases.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace lw::project {

namespace {

constexpr std::string_view kMean = "mean", kScale = "scale", kLayout = "layout";

Result<ProcessorLowered> lowerFor(const network::Network& network, const std::string& machine,
                                  const tensor::Tensor* input) {
    LW_TRY(const machine::ProcessorLimits limits, processorNamed(machine));
    const std::string named = chips::isMachinePath(machine) ? absolutePath(machine) : machine;
    LW_TRY(lower::processor::Lowering lowering,
           lower::processor::lowerNetwork(network::withBiasesFolded(network), limits,
                                          {.machine = named, .input = input}));
    for (std::size_t i = 0; i < network.outputs.size(); ++i) lowering.outputs[i].value = network.outputs[i];
    return ProcessorLowered{named, std::move(lowering)};
}

// Whether a larger machine would do.
bool isOfSize(const Problem& problem) {
    namespace messages = lower::processor::messages;
    constexpr const Message* kOfSize[] = {&messages::kStepTooLong, &messages::kTooFewVectors,
                                          &messages::kMemory, &messages::kTooManyInstructions,
                                          &messages::kChainTooShort};
    return std::ranges::find(kOfSize, problem.message) != std::end(kOfSize);
}

double errorOf(double got, double wanted) {
    if (got == wanted || (std::isnan(got) && std::isnan(wanted))) return 0;
    const double error = std::abs(got - wanted);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

} // namespace

Result<machine::ProcessorLimits> processorNamed(const std::string& machine) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("nnp"));
    LW_TRY(chips::MachineChoice choice, chips::machineNamed(*chip, machine));
    LW_ASSERT(choice.processor, "a processor says what it is limited to");
    return *std::move(choice.processor);
}

std::vector<std::string> processorMachines() {
    const auto chip = chips::chipNamed("nnp");
    LW_ASSERT(chip, "the processor is a chip");
    const std::vector<std::string_view> names = (*chip)->machines();
    return {names.begin(), names.end()};
}

Result<ProcessorLowered> lowerForProcessor(const network::Network& network, const std::string& machine,
                                           const tensor::Tensor* input) {
    const std::vector<std::string> names = processorMachines();
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    std::optional<Problem> refused;
    if (!machine.empty()) {
        auto lowered = lowerFor(network, machine, input);
        if (lowered || !isOfSize(lowered.problem())) return lowered;
        refused = std::move(lowered).problem();
    }
    for (const std::string& name : names) {
        if (name == machine) continue;
        auto lowered = lowerFor(network, name, input);
        if (lowered && machine.empty()) return lowered;
        if (lowered) {
            refused->notes.push_back({&messages::kFitsOnProcessor, {name}, {}});
            return *std::move(refused);
        }
        if (machine.empty()) refused = std::move(lowered).problem();
    }
    if (isOfSize(*refused)) refused->notes.push_back({&messages::kFitsOnNoProcessor, {all}, {}});
    return *std::move(refused);
}

Origin originWith(Origin origin, const InputReading& reading) {
    if (!reading.mean.empty()) origin.settings.emplace_back(kMean, reading.mean);
    if (!reading.scale.empty()) origin.settings.emplace_back(kScale, reading.scale);
    if (reading.order)
        origin.settings.emplace_back(
            kLayout, std::string(network::kImageOrderNames[static_cast<std::size_t>(*reading.order)]));
    return origin;
}

InputReading readingOf(const Origin& origin) {
    InputReading out;
    if (const std::string* const mean = origin.find<std::string>(kMean)) out.mean = *mean;
    if (const std::string* const scale = origin.find<std::string>(kScale)) out.scale = *scale;
    const std::string* const layout = origin.find<std::string>(kLayout);
    const auto* const name =
        layout ? std::ranges::find(network::kImageOrderNames, *layout) : std::end(network::kImageOrderNames);
    if (name != std::end(network::kImageOrderNames))
        out.order = static_cast<network::ImageOrder>(name - std::begin(network::kImageOrderNames));
    return out;
}

Outcome writeForProcessor(const lower::processor::Lowering& lowering, const Origin& origin,
                          const std::string& folder) {
    std::vector<std::string> files{std::string(kLoweredProgram)};
    for (const lower::DataFile& file : lowering.files) files.push_back(file.name);
    LW_TRY([[maybe_unused]] const Done own, checkOwn(folder, std::move(files)));
    LW_TRY([[maybe_unused]] const Done written, writeLowered(lowering, folder));
    LW_TRY([[maybe_unused]] const Done reported,
           writeReport(folder, lower::processor::jsonOf(lowering.report).text(1) + "\n"));
    return writeOrigin(folder, origin);
}

Result<std::vector<tensor::Tensor>> outputsOf(const machine::Machine& machine,
                                              const lower::processor::Lowering& lowering) {
    std::vector<tensor::Tensor> out;
    for (const lower::processor::Output& output : lowering.outputs) {
        LW_TRY(const tensor::Tensor vectors, readTensor(machine, output.name));
        out.push_back(lower::processor::unpacked(vectors, output.packed, output.shape));
    }
    return out;
}

Distance distanceOf(const tensor::Tensor& got, const tensor::Tensor& wanted) {
    Distance out;
    std::uint64_t ours = 0, theirs = 0;
    bool isNumber = true;
    for (std::uint64_t i = 0; i < got.count(); ++i) {
        const double x = tensor::valueAt(got, i), y = tensor::valueAt(wanted, i), error = errorOf(x, y);
        if (!std::isfinite(x)) ++out.notFinite;
        if (!std::isfinite(y)) ++out.notFiniteInFloat64;
        if (std::isfinite(x) && std::isfinite(y)) {
            ++out.compared;
            out.errorOfCompared = std::max(out.errorOfCompared, error);
        }
        isNumber = isNumber && !std::isnan(x) && !std::isnan(y);
        out.largestError = std::max(out.largestError, error);
        out.largestValue = std::max(out.largestValue, std::abs(y));
        if (x > tensor::valueAt(got, ours)) ours = i;
        if (y > tensor::valueAt(wanted, theirs)) theirs = i;
    }
    out.hasSameLargest = isNumber && ours == theirs;
    return out;
}

} // namespace lw::project
