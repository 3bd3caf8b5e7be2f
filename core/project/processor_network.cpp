// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/processor_network.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/chips/catalog.h"
#include "core/network/fold_biases.h"
#include "core/project/lowered_program.h"

#include <algorithm>
#include <cmath>
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
    if (!machine.empty()) return lowerFor(network, machine, input);
    LW_TRY(const chips::Chip* chip, chips::chipNamed("nnp"));
    const std::vector<std::string_view> names = chip->machines();
    for (const std::string_view name : names)
        if (auto lowered = lowerFor(network, std::string(name), input); lowered || name == names.back())
            return lowered;
    LW_ASSERT(false, "there is a built-in processor");
    return lowerFor(network, machine, input);
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
    for (std::uint64_t i = 0; i < got.count(); ++i) {
        const double x = tensor::valueAt(got, i), y = tensor::valueAt(wanted, i);
        out.largestError = std::max(out.largestError, std::abs(x - y));
        out.largestValue = std::max(out.largestValue, std::abs(y));
        if (x > tensor::valueAt(got, ours)) ours = i;
        if (y > tensor::valueAt(wanted, theirs)) theirs = i;
    }
    out.hasSameLargest = ours == theirs;
    return out;
}

} // namespace lw::project
