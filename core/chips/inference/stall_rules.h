// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/stall_row.h"

#include <array>
#include <cstdint>

namespace lw::inference {

// Why a clock issues no instruction: the rows below, by number.
enum class StallRule : std::uint8_t {
    PortBusy,
    NotWritten,
    StillRead,
    WriteOrder,
    WeightsOnTheWay,
    ListFull,
    HaltDrains,
    LaunchStarts
};
// {1}: the unit.
inline constexpr std::array kStallRows{
    machine::StallRow{'B', "the unit is taken", "the {1} is taken until clock {0}"},
    machine::StallRow{'R', "data is not there yet", "what it reads is not there before clock {0}"},
    machine::StallRow{'W', "data is still being read", "what it writes is still read until clock {0}"},
    machine::StallRow{'O', "an older instruction has to write first",
                      "an older instruction writes the same until clock {0}"},
    machine::StallRow{'L', "weights are on their way", "the weights are on their way until clock {0}"},
    machine::StallRow{'Q', "too many instructions are in flight",
                      "the list of what is in flight is full until clock {0}"},
    machine::StallRow{'H', "halt waits for what is in flight",
                      "halt waits for what is in flight until clock {0}"},
    machine::StallRow{'S', "the next launch is starting",
                      "the host interface starts the next launch at clock {0}"},
};
inline constexpr std::size_t kStallRules = kStallRows.size();
static_assert(kStallRules == static_cast<std::size_t>(StallRule::LaunchStarts) + 1);

constexpr const machine::StallRow& rowOf(StallRule rule) {
    return kStallRows[static_cast<std::size_t>(rule)];
}

} // namespace lw::inference
