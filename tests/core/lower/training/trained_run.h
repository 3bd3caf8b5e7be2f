// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/policies.h"
#include "core/lower/training/program.h"
#include "core/machine/machine.h"
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// A network trained on the emulated chip, beside what plain loops say.
namespace lw::test {

struct TrainedOn {
    network::Network network;
    machine::CoreLimits machine;
    lower::KeepPlan keep;

    // With everything that the policy keeps, by a schedule.
    TrainedOn(network::Network of, const std::string& machine,
              lower::recompute::Policy policy = lower::recompute::Policy::StoreAll,
              lower::Schedule schedule = lower::Schedule::S0);
    // Each value as it is kept here, and moves beside other steps as far as so many bytes of VMEM allow;
    // nothing: each is waited for at once.
    TrainedOn(network::Network of, const std::string& machine, std::span<const lower::Kept> ways,
              lower::Schedule schedule, std::optional<std::uint64_t> vmemBytes);

  private:
    lower::recompute::Sublayers setMachine(const std::string& name);
};

struct TrainedRun {
    lower::training::TrainingProgram program;
    std::unique_ptr<machine::Machine> machine;
    std::string failure; // where it ended if it did not halt
    std::uint64_t clocks = 0;

    tensor::Tensor read(const std::string& name) const;
    // A value or its gradient as the reference has it, from vector memory as it is at the end.
    tensor::Tensor held(const TrainedOn& of, const lower::Held& what) const;
};
TrainedRun run(const TrainedOn& of, const tests::Data& data, const lower::training::Options& options);

// What is different between the run's parameters and gradients and the reference's; empty: nothing.
std::string differences(const TrainedRun& run, const train::Step& step, const train::State& after);

// The same after so many steps of this batch from the beginning, or where that ended.
std::string differencesAfter(std::uint64_t steps, const TrainedOn& of, const tests::Data& data);

} // namespace lw::test
