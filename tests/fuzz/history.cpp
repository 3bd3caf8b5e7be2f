// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/session.h"
#include "tests/fuzz/machines.h"

#include <chrono>

using namespace lw;

namespace {

constexpr std::uint64_t kClocks = 600;

machine::Command commandFrom(fuzz::Numbers& numbers) {
    const std::uint8_t which = numbers.byte();
    const std::uint64_t count = numbers.byte();
    switch (which % 9) {
    case 0: return machine::StepBundle{count % 8};
    case 1: return machine::StepClock{count % 16};
    case 2: return machine::StepBack{count % 8};
    case 3: return machine::StepClockBack{count % 16};
    case 4: return machine::Seek{count * 3 % kClocks};
    case 5: return machine::SeekBundle{count};
    case 6: return machine::RunBack{};
    case 7: return machine::Run{.clocks = count};
    default: return machine::StepClock{1};
    }
}

} // namespace

// However one gets to a clock, forth or back, the state is that of a straight run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Numbers numbers(data, size);
    std::vector<machine::Command> commands;
    for (unsigned count = numbers.byte() % 8; count > 0; --count) commands.push_back(commandFrom(numbers));
    const fuzz::Start start = fuzz::startFrom(numbers);

    // The host's clock decides where snapshots lie: none, or one at every slice.
    const bool dense = (data && size != 0 && data[0] >= 0x80);
    machine::Session session(
        fuzz::machineOf(start),
        {.spacing = std::chrono::microseconds(dense ? 0 : 1'000'000), .sliceClocks = 16});
    for (machine::Command& command : commands) (void)session.perform(std::move(command));
    (void)session.perform(machine::Seek{kClocks});

    const auto straight = fuzz::machineOf(start);
    (void)straight->run({.clock = kClocks});
    LW_REQUIRE(session.machine().clock() == straight->clock(), "the session stands at another clock");
    LW_REQUIRE(session.machine().store().hash() == straight->store().hash(),
               "the session is in another state");
    return 0;
}
