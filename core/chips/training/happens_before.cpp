// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/happens_before.h"

#include "core/chips/training/core.h"

#include <algorithm>

namespace lw::training {

namespace {

// Clock, core and bundle of an access in one word, for 2^38 clocks; 0: none yet.
constexpr unsigned kStampClockShift = 26, kStampCoreShift = 20;

std::uint64_t stampOf(machine::BundleOf by, std::uint64_t clock) {
    return clock << kStampClockShift | std::uint64_t{by.core.index} << kStampCoreShift |
           (by.bundle & kBundleMask);
}
machine::BundleOf bundleIn(std::uint64_t stamp) {
    return {{static_cast<std::uint16_t>(stamp >> kStampCoreShift & 63)},
            static_cast<std::uint32_t>(stamp & kBundleMask)};
}

void addGuard(std::uint8_t& guard) { guard = static_cast<std::uint8_t>(guard | kGuardShared); }

} // namespace

// ---- knowledge

std::span<std::uint64_t> HappensBefore::known() const {
    const std::size_t cores = m_core.config().cores;
    m_core.mark(m_core.layout().known.offset, cores * 8);
    return {m_core.state().known, cores};
}

std::span<std::uint64_t> HappensBefore::carriedBy(std::uint32_t transfer) const {
    const std::size_t cores = m_core.config().cores;
    m_core.mark(m_core.layout().carried.offset + transfer * cores * 8, cores * 8);
    return {m_core.state().carried + transfer * cores, cores};
}

void HappensBefore::send(std::uint32_t transfer) {
    const auto knows = known();
    knows[m_core.id().index] = m_core.issueClock();
    std::copy(knows.begin(), knows.end(), carriedBy(transfer).begin());
}

void HappensBefore::learnFrom(std::uint32_t transfer) {
    const auto carried = carriedBy(transfer), knows = known();
    for (std::size_t i = 0; i < carried.size(); ++i) knows[i] = std::max(knows[i], carried[i]);
    // Part of a transfer does not vouch for the rest.
    const Transfer t = m_core.dma().at(transfer);
    std::uint64_t& sender = knows[t.farCore];
    if (t.ordered == t.granules) sender = std::max(sender, t.issueClock + 1);
}

// ---- stamps

std::uint64_t* HappensBefore::stamps(isa::SpaceId space) const {
    const State& s = m_core.state();
    return space == kHbm ? s.hbmStamps : space == kVmem ? s.vmemStamps : s.smemStamps;
}

void HappensBefore::mark(isa::SpaceId space, UnitRange units) {
    const Layout& at = m_core.layout();
    const auto& cells = space == kHbm ? at.hbmStamps : space == kVmem ? at.vmemStamps : at.smemStamps;
    m_core.mark(cells.offset + static_cast<std::uint64_t>(units.first) * 8,
                static_cast<std::uint64_t>(units.end - units.first) * 8);
}

void HappensBefore::touch(isa::SpaceId space, UnitRange units, machine::BundleOf by, std::uint64_t clock) {
    if (m_core.state().isShared[index(space)] == 0) return;
    std::uint64_t* const all = stamps(space);
    for (std::int64_t unit = units.first; unit < units.end; ++unit) {
        if (all[unit] == 0) continue;
        mark(space, {unit, unit + 1});
        all[unit] = std::max(all[unit], stampOf(by, clock));
    }
}

std::optional<machine::BundleOf>
HappensBefore::unknownAccess(const Transfer& arriving, std::span<const std::uint64_t> knownToSender) const {
    const std::uint64_t* const all = stamps(arriving.destinationSpace());
    for (const UnitRange& range : coverOf(arriving, Side::Destination, 0))
        for (std::int64_t unit = range.first; unit < range.end; ++unit) {
            const machine::BundleOf last = bundleIn(all[unit]);
            if (all[unit] == 0 || last.core.index == arriving.farCore) continue;
            if (all[unit] >> kStampClockShift > knownToSender[last.core.index]) return last;
        }
    return std::nullopt;
}

void HappensBefore::share(const Transfer& arriving) {
    const isa::SpaceId space = arriving.destinationSpace();
    const machine::BundleOf sender{{arriving.farCore}, static_cast<std::uint32_t>(arriving.bundle)};
    Guards& guards = m_core.guards();
    const std::int64_t perRow = m_core.config().lanes / 4;
    m_core.mark(m_core.layout().isShared.offset + index(space), 1);
    m_core.state().isShared[index(space)] = 1;
    for (const UnitRange& range : coverOf(arriving, Side::Destination, 0)) {
        mark(space, range);
        std::fill(stamps(space) + range.first, stamps(space) + range.end,
                  stampOf(sender, arriving.issueClock + 1));
        for (std::int64_t unit = range.first; unit < range.end; ++unit) {
            if (space == kSmem) {
                addGuard(guards.words[static_cast<std::size_t>(unit)]);
            } else if (space == kVmem) {
                const auto row = static_cast<std::size_t>(unit / perRow);
                addGuard(guards.rows[row]);
                m_core.mark(m_core.layout().vmemShared.offset + row, 1);
                m_core.state().vmemShared[row] = 1;
            }
        }
    }
}

void HappensBefore::rebuildGuards() {
    Guards& guards = m_core.guards();
    for (std::size_t row = 0; row < guards.rows.size(); ++row)
        if (m_core.state().vmemShared[row] != 0) addGuard(guards.rows[row]);
    for (std::size_t word = 0; word < guards.words.size(); ++word)
        if (m_core.state().smemStamps[word] != 0) addGuard(guards.words[word]);
}

} // namespace lw::training
