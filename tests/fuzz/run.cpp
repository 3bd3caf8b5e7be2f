// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/snapshot.h"
#include "core/machine/state_store.h"
#include "tests/fuzz/machines.h"

using namespace lw;

namespace {

constexpr std::uint64_t kClocks = 2000;

// Every clock is one in which a bundle issued or one that some rule answers for.
void checkClocks(const machine::Machine& machine) {
    std::uint64_t total = machine.issuedBundles();
    for (const machine::StallCount& stall : machine.onlyCore().stalls()) total += stall.clocks;
    LW_REQUIRE(total == machine.clock(), "clocks without an issue and without a reason");
    (void)machine.onlyCore().waiting();
}

} // namespace

// Any program stops, at its limit or earlier, with all clocks explained;
// and a run in pieces with a detour is the same run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Numbers numbers(data, size);
    const std::uint64_t cut = numbers.byte();
    const fuzz::Start start = fuzz::startFrom(numbers);

    const auto straight = fuzz::machineOf(start);
    const machine::Stop end = straight->run({.clock = kClocks});
    LW_REQUIRE(straight->clock() <= kClocks, "a run goes beyond its limit");
    checkClocks(*straight);

    const auto pieces = fuzz::machineOf(start);
    (void)pieces->run({.clock = cut});
    checkClocks(*pieces);
    const auto kept = pieces->store().save();
    (void)pieces->run({.clock = kClocks / 2});
    pieces->store().restore(kept);
    pieces->stateReplaced();
    const machine::Stop again = pieces->run({.clock = kClocks, .resumed = true});
    checkClocks(*pieces);
    LW_REQUIRE(again.kind == end.kind && again.clock == end.clock && again.bundle == end.bundle,
               "a run in pieces stops elsewhere");
    LW_REQUIRE(again.fault == end.fault, "a run in pieces has another fault");
    LW_REQUIRE(pieces->store().hash() == straight->store().hash(), "a run in pieces ends in another state");
    return 0;
}
