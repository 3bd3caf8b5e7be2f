// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/diagram.h"
#include "core/machine/expression.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// The block diagram of a machine at one clock: what works, what waits and why, what is on the wires.
namespace lw::scene {

// At a position, which is a clock before its issue, the picture shows what happens in that clock:
// - Active: an instruction of the bundle that issues in this clock uses the part, or older work is still
//   under way in it (a push that its port takes, a result that is not ready, a transfer). Instructions whose
//   predicate is false use nothing.
// - Stalled: no bundle issues, because an instruction for this part waits or has stopped the machine with a
//   fault (then `letter` is kFaultLetter); `reason` says what for. Stalled wires are those the instruction
//   would use.
// - Idle: neither. In a halted machine everything is idle except transfers that have not landed.
// While the machine runs, a picture taken in passing shows as active whatever worked since the previous
// picture: by the instructions that were executed, if they are known, or else by counters.
enum class Activity : std::uint8_t { Idle, Active, Stalled };
inline constexpr std::string_view kFaultLetter = "!";

struct DiagramPart { // a box
    std::string id, title, size;
    isa::UnitGroup group = isa::UnitGroup::Scalar;
    std::int32_t x = 0, y = 0, width = 0, height = 0;
    std::int32_t columns = 0, rows = 0; // of a texture
    Activity activity = Activity::Idle;
    std::string letter; // of the reason, one for each rule; empty unless it is stalled
    // "v2 is not ready before clock 12: bundle 7 waits for bundle 5"; for a fault, what stopped it.
    std::string reason;
    std::uint64_t level = 0, capacity = 0;
    std::vector<std::string> values; // a line each: instructions at work, the contents of the state
    bool operator==(const DiagramPart&) const = default;
};

struct DiagramPath { // a wire
    std::string id, from, to, carries;
    std::vector<machine::DiagramPoint> points;
    std::uint8_t thickness = 1;
    Activity activity = Activity::Idle;
    std::string reason;              // as for a box
    std::string tag;                 // what is on it, short: "v3", "r1 = 16"
    std::vector<std::string> values; // a line each: instructions and what they read
    bool isLink = false;             // between cores
    bool operator==(const DiagramPath&) const = default;
};

struct ChipDiagram {
    std::int32_t width = 0, height = 0;
    std::uint64_t clock = 0;
    std::string issue; // the bundle of this clock as text; empty when none issues
    std::vector<DiagramPart> boxes;
    std::vector<DiagramPath> wires;
    bool operator==(const ChipDiagram&) const = default;
};

struct DiagramMoment {
    machine::Scope scope; // outlives the call, like all of this
    machine::Moment now;
    bool halted = false;
    bool running = false; // taken in passing
    const std::optional<machine::Waiting>* waiting = nullptr;
    const machine::Fault* fault = nullptr;        // at which the machine stopped
    std::span<const machine::UnitCount> units{};  // in the order of Spec::units; may be empty
    std::span<const machine::UnitCount> before{}; // the same at the previous picture; may be empty
    std::span<const std::uint64_t> issued{};      // how often each bundle has issued; may be empty
    std::span<const std::uint64_t> issuedBefore{};
};

// Nothing works and nothing is known: the diagram of a machine without a program.
ChipDiagram chipDiagram(const machine::Diagram& diagram);
ChipDiagram chipDiagram(const machine::Diagram& diagram, const DiagramMoment& moment);

// A whole core as one box, not yet placed: its name, the bundle that is next, and whether it issues, waits
// (and for what), or has halted.
DiagramPart coreBox(const DiagramMoment& moment);

std::string_view nameOf(Activity activity);    // "idle"
std::string_view nameOf(isa::UnitGroup group); // "matrix"

Json jsonOf(const ChipDiagram& picture);

} // namespace lw::scene
