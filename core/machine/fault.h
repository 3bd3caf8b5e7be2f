// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/ids.h"
#include "core/machine/core_id.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lw::machine {

// Who is to blame. Undefined: the chip's manual forbids it. Unspecified: public sources are silent.
// Unimplemented: we have not done it. Untested: written, no evidence. EmulatorBug: two of our own paths
enum class FaultKind : std::uint8_t {
    Undefined,
    Unspecified,
    Unimplemented,
    Untested,
    OutOfRange,
    Deadlock,
    Hazard,
    Race,
    Uninitialised,
    FlagOverflow,
    EmulatorBug,
};
inline constexpr std::uint8_t kFaultKinds = 11;

std::string_view nameOf(FaultKind kind);
// One sentence on whose fault this kind is and what the reader can do.
std::string_view meaningOf(FaultKind kind);

// The guest program did what the chip does not allow.
// Nothing of the bundle is committed; the machine stops before it.
struct Fault {
    FaultKind kind = FaultKind::Undefined;
    isa::UnitId unit{};
    CoreId core;
    std::uint32_t bundle = 0; // the bundle that could not be issued
    BundleOf other;           // the second bundle of a hazard, race or deadlock, if there is one
    std::uint64_t clock = 0;
    std::string text;   // the rule and what happened: "pop from an empty queue that nobody fills"
    std::string advice; // what to do
    bool operator==(const Fault&) const = default;
};

} // namespace lw::machine
