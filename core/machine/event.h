// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/ids.h"
#include "core/machine/cells.h"
#include "core/machine/core_id.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace lw::machine {

// What happened, once per instruction in a unit or per transfer, never per element: what follows from these
// by a formula (the wave in a systolic array) is not recorded.
enum class EventKind : std::uint8_t {
    // A bundle issued. a: bit set of the slots that were executed; a branch under a predicate counts
    // when its bundle holds nothing but scalar operations.
    Issue,
    // No bundle issued for `duration` clocks. a: the rule, counting those of Machine::stalls();
    // b: the bundle waited for, kNoBundle if it is unknown or another core's.
    Stall,
    // An instruction occupied a unit, in a bundle that was not only scalar operations. a: OpId; b: slot.
    Execute,
    Push,     // a result was promised to a unit's queue. a: entries in the queue after this bundle
    Pop,      // a result left a unit's queue. a: entries in the queue after this bundle
    Transfer, // a DMA transfer, from its first part to its last. a: Spec::transferUnit; b: flag, kNoFlag: none
    Flag,     // a sync flag changed: by an instruction, or in a clock of a transfer. a: flag; b: its value
    Trace,    // the program sent a word to the host. a: stream; b: word
    Fault,    // the machine stopped at a fault. a: FaultKind
};
inline constexpr std::uint8_t kEventKinds = 9;
inline constexpr std::uint32_t kNoFlag = 0xffffffff;

std::string_view nameOf(EventKind kind);

struct Event {
    std::uint64_t clock = 0;    // when it began
    std::uint32_t duration = 0; // clocks; 0 = a moment
    std::uint32_t bundle = 0;   // the bundle that caused it; kNoBundle: one of another core
    NodeId node;                // where, if a cell is concerned; otherwise the root
    EventKind kind = EventKind::Issue;
    isa::UnitId unit{};
    CoreId core;                // whose program it was
    std::uint32_t a = 0, b = 0; // by kind
    bool operator==(const Event&) const = default;
};
static_assert(sizeof(Event) == 32);

// That many, or as many as an event can hold.
inline std::uint32_t shortened(std::uint64_t count) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 0xffffffff));
}

} // namespace lw::machine
