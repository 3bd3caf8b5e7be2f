// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "core/lower/training/program.h"
#include "core/machine/machine.h"
#include "core/project/step_clocks.h"
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"

#include <functional>
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
    // Each value as it is kept here, and moves beside other steps as far as `vmemBytes` bytes of VMEM allow;
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
// `edit`: of the program's text, before it is assembled.
TrainedRun run(const TrainedOn& of, const tests::Data& data, const lower::training::Options& options,
               const std::function<void(std::string&)>& edit = {});

// What is different between the run's parameters and gradients and the reference's; empty: nothing.
std::string differences(const TrainedRun& run, const train::Step& step, const train::State& after);

// What plain loops make of a step by keeping everything, and by the plan, with what it rounds.
train::Step plain(const TrainedOn& of, const train::State& state, const tests::Data& data);
train::Step planned(const TrainedOn& of, const train::State& state, const tests::Data& data);
std::vector<train::Task>
plannedTasks(const lower::KeepPlan& plan); // of which statistics are left for the update
using StepBy = std::function<train::Step(const TrainedOn&, const train::State&, const tests::Data&)>;

// The same after that many steps of this batch from the beginning, or where that ended; of plain ones, or of
// such.
std::string differencesAfter(std::uint64_t steps, const TrainedOn& of, const tests::Data& data);
std::string differencesAfter(std::uint64_t steps, const TrainedOn& of, const tests::Data& data,
                             const StepBy& stepBy);

// What is decided for a machine by its name.
lower::recompute::Report decided(const network::Network& network, const std::string& machine,
                                 const lower::recompute::Request& request);

// Of these steps those that take more clocks than that, each alone: how many there are, and which of them the
// model has off by 15 % or more; empty: none.
struct Modelled {
    std::size_t count = 0;
    std::string wrong;
};
Modelled modelled(const network::Network& network, const lower::recompute::Report& report,
                  const std::string& machine, std::uint64_t clocks,
                  const std::function<bool(const lower::KeepStep&)>& isMeant);

} // namespace lw::test
