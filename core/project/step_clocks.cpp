// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/step_clocks.h"

#include "core/base/file.h"
#include "core/project/fit_training.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/train_network.h"
#include "core/training/check_data.h"

#include <cmath>

namespace lw::project {

namespace {

Result<std::vector<std::uint64_t>> clocksOf(machine::Machine& machine,
                                            const lower::training::StepBundles& begins) {
    std::vector<std::uint64_t> out;
    std::uint64_t began = 0;
    for (std::size_t i = 0; i <= begins.steps.size(); ++i) {
        const std::uint32_t bundle = i < begins.steps.size() ? begins.steps[i] : begins.update;
        machine.setTriggers({{.kind = machine::TriggerKind::Bundle, .bundle = bundle}});
        // A step without bundles of its own ends where it begins.
        const machine::Stop stop = machine.run({.resumed = true});
        if (stop.fault) return Problem{&messages::kLoweredFault, {stop.fault->text}, {}, {}, {}};
        if (i > 0) out.push_back(machine.clock() - began);
        began = machine.clock();
    }
    return out;
}

} // namespace

Result<std::vector<std::uint64_t>> emulatedSteps(const network::Network& network,
                                                 const lower::recompute::Report& decided,
                                                 const std::string& machineName, const std::string& kernel) {
    LW_TRY([[maybe_unused]] const Done trainable, train::checkTrainable(network));
    const lower::training::Data data = zeroBatch(network);
    lower::recompute::Report alone = decided;
    alone.plan.moves.clear(); // each is waited for at once
    alone.plan.beside.clear();
    const std::string machineFile =
        chips::isMachinePath(machineName) ? absolutePath(machineName) : machineName;
    LW_TRY(const TrainingLowered lowered,
           lowerDecided(network, std::move(alone), machineFile, {}, data.images, data.labels));
    LW_TRY(const LoadedProgram loaded, loadWritten(lowered.program, machineFile));
    chips::RunOptions options;
    options.kernel = kernel;
    LW_TRY(const auto machine, loaded.createMachine(options));
    return clocksOf(*machine, lowered.program.begins);
}

StepError worstOf(const lower::recompute::Report& decided, const std::vector<std::uint64_t>& emulated) {
    StepError out;
    for (std::size_t i = 0; i < emulated.size(); ++i) {
        if (emulated[i] <= kClocksThatCount) continue;
        const StepError one{i, decided.usage.steps[i].clocks, emulated[i]};
        if (out.emulated == 0 || std::fabs(one.error()) > std::fabs(out.error())) out = one;
    }
    return out;
}

} // namespace lw::project
