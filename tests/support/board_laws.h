// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/event.h"
#include "core/machine/machine.h"
#include "core/machine/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

// A run of several cores against the same run in pieces, taken back, and stopped everywhere.
namespace lw::test {

// What came out of a run to its end: how it stopped, what it left, what was recorded.
struct Ending {
    machine::StopKind kind = machine::StopKind::Limit;
    std::uint64_t clock = 0, hash = 0;
    std::vector<machine::Fault> faults;
    std::vector<machine::Event> events;
};
Ending endingOf(machine::Machine& m, const std::function<machine::Stop()>& run);
std::string differenceBetween(const Ending& a, const Ending& b); // empty: none

void takeBack(machine::Machine& m, const std::shared_ptr<const machine::Snapshot>& start);
machine::Stop runInPieces(machine::Machine& m, std::mt19937_64& random, std::uint64_t longest,
                          std::uint64_t end);

// What fired: clock, trigger, cause; each once for a clock.
using Fired = std::tuple<std::uint64_t, std::uint32_t, machine::BundleOf>;
// The ids of the triggers are their places + 1.
machine::Stop runStopped(machine::Machine& m, const std::vector<machine::Trigger>& triggers,
                         std::uint64_t longest, std::uint64_t end, std::mt19937_64& random,
                         std::vector<Fired>& fired);
std::string textOf(const std::vector<Fired>& fired);

} // namespace lw::test
