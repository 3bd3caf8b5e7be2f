// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lower_network.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/base/stop.h"
#include "core/chips/catalog.h"
#include "core/lower/striding/direct.h"
#include "core/network/fold_activations.h"
#include "core/project/messages.h"

#include <algorithm>
#include <utility>

namespace lw::project {

namespace {

// Of the built-in machines, the smallest first.
std::vector<std::pair<std::string, machine::CircuitLimits>> machinesBySize() {
    std::vector<std::pair<std::string, machine::CircuitLimits>> out;
    const auto chip = chips::chipNamed("inference");
    LW_ASSERT(bool(chip), "the catalog has the inference circuit");
    for (const machine::BuiltInMachine& machine : (*chip)->builtIns()) {
        auto choice = (*chip)->parse(machine.json, Place::kNoFile);
        LW_ASSERT(choice && choice->circuit, "built-in machines are tested");
        out.emplace_back(machine.name, *std::move(choice->circuit));
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& one, const auto& other) {
        return one.second.bufferBytes < other.second.bufferBytes;
    });
    return out;
}

} // namespace

Result<machine::CircuitLimits> circuitNamed(const std::string& machine) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("inference"));
    LW_TRY(chips::MachineChoice choice, chips::machineNamed(*chip, machine));
    LW_ASSERT(choice.circuit, "an inference circuit says what it is limited to");
    return *std::move(choice.circuit);
}

Result<std::string> smallestMachine(const network::Network& network,
                                    const lower::striding::Options& options) {
    const auto machines = machinesBySize();
    const auto folded = network::withActivationsFolded(network);
    const auto onHost = [&](const machine::CircuitLimits& circuit) {
        std::size_t count = 0;
        for (const auto& host : lower::striding::stagesOf(*folded, circuit).hosts) count += host.size();
        return count;
    };
    // What only a larger one can do is not left to the host.
    const std::size_t fewest = onHost(machines.back().second);
    std::optional<Problem> problem;
    for (const auto& [name, circuit] : machines) {
        if (onHost(circuit) > fewest) continue;
        const auto lowered = lower::striding::lowerInParts(network, circuit, options);
        if (lowered) return name;
        problem = lowered.problem();
    }
    return *problem;
}

Result<lower::striding::LoweredNetwork> lowerNetwork(const network::Network& network,
                                                     const std::string& machine,
                                                     const lower::striding::Options& options) {
    LW_TRY(const machine::CircuitLimits circuit, circuitNamed(machine));
    lower::striding::Options own = options;
    if (chips::isMachinePath(machine))
        own.machine = absolutePath(machine); // programs name it, wherever they are
    return lower::striding::lowerInParts(network, circuit, own);
}

Result<std::optional<NetworkRun>> runNetwork(const network::Network& network, const std::string& machine,
                                             const lower::striding::Options& options, std::uint64_t part,
                                             const tensor::Tensor& input, const std::atomic<bool>& stop) {
    LW_TRY(lower::striding::LoweredNetwork lowered, lowerNetwork(network, machine, options));
    if (part == 0 || part > lowered.parts.size())
        return Problem{&messages::kNoSuchPart,
                       {std::to_string(part), std::to_string(lowered.parts.size()) +
                                                  (lowered.parts.size() == 1 ? " program" : " programs")},
                       {},
                       {},
                       {}};
    StridedRun run(lowered, machine, input);
    for (std::uint64_t i = 0; i < part; ++i) {
        auto begun = run.begin(i, &stop);
        if (stop) return std::optional<NetworkRun>();
        LW_TRY(const std::unique_ptr<machine::Machine> circuit, std::move(begun));
        const machine::Stop end = circuit->run({.interrupt = &stop});
        if (stop) return std::optional<NetworkRun>();
        if (end.fault) return Problem{&messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
        LW_TRY([[maybe_unused]] const std::uint64_t unexpected, run.finish(i, *circuit));
    }
    const lower::striding::Lowering& lowering = lowered.parts[part - 1];
    NetworkRun out{lowering.report, {}, {}};
    const lower::striding::Expectation::Values &values = run.expected().values[0],
                                               &direct = run.expected().direct[0];
    for (const lower::striding::LayerPlan& layer : lowering.plan.layers) {
        if (!layer.isStrided) continue;
        // After a layer that is wrong the report counts what this one adds,
        // which is not a difference of the two.
        const network::ValueId read = lowering.plan.network->layers[layer.index].inputs[0],
                               made = layer.index + 1;
        const bool isSame = values[read] == direct[read];
        out.got.push_back(isSame ? std::optional(values[made]) : std::nullopt);
        out.wanted.push_back(isSame ? std::optional(direct[made]) : std::nullopt);
    }
    return std::optional(std::move(out));
}

Result<std::optional<WholePicture>> wholePicture(const network::Network& network, const std::string& machine,
                                                 const lower::striding::Options& options,
                                                 const tensor::Tensor& picture, const ToEnd& toEnd,
                                                 const std::atomic<bool>* stop, const std::string& kernel) {
    LW_TRY(const machine::CircuitLimits circuit, circuitNamed(machine));
    WholePicture out{lower::striding::directOutputs(network, circuit, options.fold, picture, stop)};
    if (isStopped(stop)) return std::optional<WholePicture>();
    lower::striding::Options own = options;
    own.launches.reset();
    own.order = options.order.value_or(lower::RowOrder::Overlapped); // as of programs that are launched
    auto lowered = lower::striding::lowerInParts(network, circuit, own);
    if (!lowered) {
        out.refused = std::move(lowered).problem();
        return std::optional(std::move(out));
    }
    StridedRun run(*lowered, machine, picture);
    run.useKernel(kernel);
    LW_TRY(const std::optional<PartsRan> ran, run.runAll(toEnd, stop));
    if (!ran) return std::optional<WholePicture>();
    if (ran->unexpected != 0)
        return Problem{&messages::kUntiledWrong, {std::to_string(ran->unexpected)}, {}, {}, {}};
    out.untiled = UntiledRun{run.outputs(), ran->clocks};
    return std::optional(std::move(out));
}

} // namespace lw::project
