// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/training_costs.h"

#include "core/base/check.h"
#include "core/chips/catalog.h"
#include "core/lower/recompute/messages.h"

namespace lw::project {

Result<machine::CoreLimits> coreNamed(const std::string& machine) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("training"));
    LW_TRY(chips::MachineChoice choice, chips::machineNamed(*chip, machine));
    LW_ASSERT(choice.core, "a training core says what it is limited to");
    return *std::move(choice.core);
}

Result<lower::recompute::CostModel> trainingCosts(const network::Network& network, const std::string& machine,
                                                  std::optional<std::uint32_t> batch,
                                                  std::span<const std::string> whatIf) {
    LW_TRY(const machine::CoreLimits limits, coreNamed(machine));
    if (!batch && network.training) batch = network.training->batch;
    lower::recompute::CostModel model = lower::recompute::costModelOf(limits, batch.value_or(0));
    for (const std::string& one : whatIf) {
        LW_TRY([[maybe_unused]] const Done applied, lower::recompute::applyWhatIf(model, one));
    }
    if (model.batch == 0) return Problem{&lower::recompute::messages::kNoBatch, {}, {}, {}, {}};
    return model;
}

} // namespace lw::project
