// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/training_costs.h"

#include "core/base/check.h"
#include "core/chips/catalog.h"
#include "core/lower/recompute/choose_convolution.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/step_order.h"
#include "core/lower/recompute/sublayers.h"
#include "core/lower/training/program.h"
#include "core/training/check_data.h"

#include <algorithm>
#include <utility>

namespace lw::project {

Result<machine::CoreLimits> coreNamed(const std::string& machine) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("training"));
    LW_TRY(chips::MachineChoice choice, chips::machineNamed(*chip, machine));
    LW_ASSERT(choice.core, "a training core says what it is limited to");
    return *std::move(choice.core);
}

namespace {

// As much of VMEM as parameters leave, with what else a step needs: values get no more. Of a network or a
// machine without a program nobody knows.
void leaveForValues(lower::recompute::CostModel& model, network::Network network, // a copy
                    const machine::CoreLimits& machine) {
    if (!model.hasProgram()) return;
    if (!network.training) network.training.emplace();
    network.training->batch = model.batch;
    const auto sublayers = lower::recompute::sublayersOf(network, model);
    if (!sublayers || !train::checkTrainable(network)) return;
    // However values are kept, the same gradients are added.
    std::vector<lower::Kept> stored(sublayers->size());
    stored[network::kInput].memory = lower::Memory::Hbm;
    const auto plan = lower::recompute::keepPlanOf(*sublayers, lower::Schedule::S0, stored);
    const auto taken = lower::training::bytesBesides(network, plan, machine);
    if (!taken) return;
    std::uint64_t statistics = 0; // count among values
    for (const lower::recompute::Sublayer& layer : sublayers->all) statistics += layer.statisticsBytes;
    model.besidesBytes = *taken - std::min(statistics, *taken);
    model.vmemBytes -= std::min(*model.besidesBytes, model.vmemBytes);
}

} // namespace

Result<lower::recompute::CostModel> trainingCosts(const network::Network& network, const std::string& machine,
                                                  std::optional<std::uint32_t> batch,
                                                  std::span<const std::string> whatIf) {
    LW_TRY(const machine::CoreLimits limits, coreNamed(machine));
    if (!batch && network.training) batch = network.training->batch;
    lower::recompute::CostModel model = lower::recompute::costModelOf(limits, batch.value_or(0));
    const std::uint64_t vmemBytes = std::exchange(model.vmemBytes, 0); // which nobody can ask
    std::string asked;
    for (const std::string& one : whatIf) asked += (asked.empty() ? "" : ",") + one;
    LW_TRY([[maybe_unused]] const Done applied, lower::recompute::applyWhatIf(model, asked));
    if (model.batch == 0) return Problem{&lower::recompute::messages::kNoBatch, {}, {}, {}, {}};
    if (model.vmemBytes != 0) return model; // for values, as it was asked
    model.vmemBytes = vmemBytes;
    leaveForValues(model, network, limits);
    return model;
}

lower::recompute::CostModel costsOn(const network::Network& network, const machine::CoreLimits& machine) {
    lower::recompute::CostModel model = lower::recompute::costModelOf(machine, network.training->batch);
    leaveForValues(model, network, machine);
    return model;
}

Result<lower::recompute::CostModel> chosenCosts(network::Network& network, const std::string& machine,
                                                std::optional<std::uint32_t> batch,
                                                std::span<const std::string> whatIf) {
    LW_TRY(const lower::recompute::CostModel before, trainingCosts(network, machine, batch, whatIf));
    LW_TRY([[maybe_unused]] const Done chosen, lower::recompute::chooseConvolution(network, before));
    return trainingCosts(network, machine, batch, whatIf);
}

} // namespace lw::project
