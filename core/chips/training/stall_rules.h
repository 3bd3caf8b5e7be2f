// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/stall_row.h"

#include <array>
#include <cstdint>

namespace lw::training {

// Why a clock issues no bundle: the rows below, by number.
enum class StallRule : std::uint8_t {
    ScalarNotReady,
    PredicateNotReady,
    VectorNotReady,
    WriteOrder,
    PortBusy,
    ResultNotReady,
    FlagNotReached,
    DmaQueueFull,
    HaltDrains,
};
// Latencies and ports are hazards, but not queues and flags. {1}: the register, unit or flag, {2}: the value
// of the flag.
inline constexpr std::array kStallRows{
    machine::StallRow{'R', "a scalar register is not ready", "{1} is not ready before clock {0}", true},
    machine::StallRow{'P', "a predicate is not ready", "{1} is not ready before clock {0}", true},
    machine::StallRow{'V', "a vector register is not ready", "{1} is not ready before clock {0}", true},
    machine::StallRow{'W', "a result would overtake an older one",
                      "an older write to {1} is not done in time before clock {0}", true},
    machine::StallRow{'B', "the unit's port is taken", "the {1} takes no push before clock {0}", true},
    machine::StallRow{'Q', "the oldest result is not ready",
                      "the oldest result of the {1} is not ready before clock {0}"},
    machine::StallRow{'F', "a sync flag has not reached its value",
                      "{1} does not reach {2} before clock {0}"},
    machine::StallRow{'D', "the DMA queue is full", "the DMA queue has no room before clock {0}"},
    machine::StallRow{'H', "halt waits for transfers", "halt waits for transfers before clock {0}"},
};
inline constexpr std::size_t kStallRules = kStallRows.size();
static_assert(kStallRules == static_cast<std::size_t>(StallRule::HaltDrains) + 1);

constexpr const machine::StallRow& rowOf(StallRule rule) {
    return kStallRows[static_cast<std::size_t>(rule)];
}

} // namespace lw::training
