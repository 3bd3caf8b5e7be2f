// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/machine.h"

#include <utility>

// Transfers that meet each other, or what other cores have used, without a wait between them.
namespace lw::training {

using machine::Fault;
using machine::FaultKind;

// Two transfers conflict when one writes what the other reads or writes.
bool Dma::racesWith(const Transfer& t, const Transfer& open) const {
    const auto isHere = [](const Transfer& one, Side side) {
        return side == Side::Source ? one.reads() : one.writes();
    };
    const auto meet = [&](Side mine, Side theirs) {
        if (!isHere(t, mine) || !isHere(open, theirs)) return false;
        const isa::SpaceId a = mine == Side::Source ? t.sourceSpace() : t.destinationSpace();
        const isa::SpaceId b = theirs == Side::Source ? open.sourceSpace() : open.destinationSpace();
        if (a != b) return false;
        const UnitRange x = boundsOf(t, mine), y = boundsOf(open, theirs);
        if (x.end <= y.first || y.end <= x.first) return false;
        return overlap(coverOf(t, mine, 0), coverOf(open, theirs, open.ordered));
    };
    return meet(Side::Destination, Side::Destination) || meet(Side::Destination, Side::Source) ||
           meet(Side::Source, Side::Destination);
}

// It meets a transfer of this core that is not over, or overwrites what was used and not given back. `fault`
// already says whose it is and when.
std::optional<Fault> Dma::raceOf(const Transfer& t, std::span<const std::uint64_t> carried,
                                 Fault fault) const {
    const std::string me = m_core.name();
    fault.kind = FaultKind::Race;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer open = at(i);
        const bool isKnown = open.direction == kSend && carried[m_core.id().index] > open.issueClock;
        if (open.ordered == open.granules || isKnown || !racesWith(t, open)) continue;
        fault.other = starterOf(open);
        fault.text = "what it sends to " + me + " overlaps a transfer of bundle " +
                     std::to_string(open.bundle) + " of " + m_core.peer(starterOf(open).core.index).name() +
                     " that no wait of " + me + " has ordered before it";
        fault.advice = "send when " + me + " has waited for f" + std::to_string(open.flag) + " and said so";
        return fault;
    }
    if (const auto access = m_core.happensBefore().unknownAccess(t, carried)) {
        fault.other = *access;
        fault.text = "what it sends to " + me + " overwrites what bundle " + std::to_string(access->bundle) +
                     " of " + m_core.peer(access->core.index).name() +
                     " has used there, and nothing says that it was done";
        fault.advice = "let " + me + " send a signal when the place is free, and wait for it before sending";
        return fault;
    }
    return std::nullopt;
}

} // namespace lw::training
