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

// Laws of machines of several cores: a run against the same run in pieces, taken back and stopped everywhere.
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

// A random board under test: the machine that its seed makes, with that many host threads, until `end`.
struct SeededBoard {
    std::uint64_t seed = 0, end = 0;
    std::function<std::unique_ptr<machine::Machine>(unsigned threads)> make;
};

// Laws of every board. They give what breaks them, or nothing.

// A run is the same with one thread and two, whole and in pieces.
std::string brokenByPieces(const SeededBoard& board);
// States of clocks are found again in any order.
std::string brokenByGoingBack(const SeededBoard& board);
// Stops at triggers change nothing, and the same fires however the run is cut. `fired` counts what did.
std::string brokenByStops(const SeededBoard& board, const std::vector<machine::Trigger>& triggers,
                          std::mt19937_64& random, std::size_t& fired);

} // namespace lw::test
