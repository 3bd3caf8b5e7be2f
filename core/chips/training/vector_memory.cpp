// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/access_races.h"
#include "core/chips/training/core.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>

// Loads and stores of vector memory: a row of one word per lane for each enabled sublane.
namespace lw::training {

using machine::allWritten;
using machine::copyWritten;
using machine::FaultKind;
using machine::setWritten;
using machine::TriggerKind;

namespace {

struct Access {
    std::size_t base = 0; // argument numbers
    std::size_t mask = 0;
    bool write = false;
};
constexpr Access kLoadAccess{1, 4, false}, kStoreAccess{0, 4, true};

// The guards of all rows an instruction touches, joined.
std::uint8_t guardsOf(Core& core, const RowList& rows) {
    const std::uint8_t* const guards = core.guards().rows.data();
    unsigned all = 0;
    if (std::uint64_t eight = 0; rows.contiguous && core.shape().sublanes == sizeof(eight)) {
        std::memcpy(&eight, guards + rows.row[0], sizeof(eight));
        if (eight == 0) return 0;
    }
    if (rows.whole) {
        for (std::uint32_t i = 0; i < core.shape().sublanes; ++i) all |= guards[rows.row[i]];
    } else {
        for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1)
            all |= guards[rows.row[static_cast<std::size_t>(std::countr_zero(mask))]];
    }
    return static_cast<std::uint8_t>(all);
}

bool isInside(const Core& core, const RowList& rows) {
    const std::uint32_t limit = core.config().vmemRows;
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1)
        if (rows.row[static_cast<std::size_t>(std::countr_zero(mask))] >= limit) return false;
    return true;
}

void faultOutside(Core& core, const Issue& issue, const RowList& rows) {
    const std::uint32_t limit = core.config().vmemRows;
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
        const auto sublane = static_cast<std::size_t>(std::countr_zero(mask));
        if (rows.row[sublane] < limit) continue;
        return core.fault(FaultKind::OutOfRange, issue,
                          // A negative base is said as it was computed.
                          "row " + std::to_string(static_cast<std::int32_t>(rows.row[sublane])) +
                              " in sublane " + std::to_string(sublane) + " of vector memory, which has " +
                              std::to_string(limit) + " rows",
                          "check base, offset and stride; addresses count rows");
    }
}

void checkTwoStores(Core& core, const Issue& issue, const RowList& rows) {
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
        const auto a = static_cast<std::size_t>(std::countr_zero(mask));
        for (std::uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
            const auto b = static_cast<std::size_t>(std::countr_zero(rest));
            if (rows.row[a] != rows.row[b]) continue;
            return core.fault(FaultKind::Undefined, issue,
                              "sublanes " + std::to_string(a) + " and " + std::to_string(b) +
                                  " store to the same row " + std::to_string(rows.row[a]),
                              "use another stride or mask one of them off");
        }
    }
}

void checkRows(Core& core, const Issue& issue, RowList& rows, const Access& access) {
    if (!rows.inside && !isInside(core, rows)) return faultOutside(core, issue, rows);
    rows.guards = guardsOf(core, rows);
    if (rows.guards & (access.write ? kGuardLanding | kGuardLeaving : kGuardLanding)) [[unlikely]] {
        for (std::uint32_t mask = rows.mask; mask != 0 && !core.faulted(); mask &= mask - 1)
            checkRace(core, issue, kVmem, rows.row[static_cast<std::size_t>(std::countr_zero(mask))],
                      access.write);
    }
    if (access.write && !rows.differ) checkTwoStores(core, issue, rows);
}

// The row of each sublane, and what is known of them without a look at each.
void findRows(Core& core, const Issue& issue, const Access& access, bool indexed, RowList& rows) {
    const std::uint32_t sublanes = core.shape().sublanes, limit = core.config().vmemRows;
    const std::uint32_t all = (1u << sublanes) - 1;
    const std::uint32_t base =
        core.scalar(issue.arguments[access.base]) + core.scalar(issue.arguments[access.base + 1]);
    const Argument& step = issue.arguments[3];
    const std::uint32_t stride = indexed ? 0 : core.scalar(step);
    rows.mask = core.scalar(issue.arguments[access.mask]) & all;
    rows.whole = rows.mask == all;
    rows.contiguous = rows.whole && stride == 1;
    // Where the first and the last of all sublanes are inside, those between them are, and they are too close
    // for a multiple of the stride to come round to 0.
    const std::int64_t last =
        std::int64_t{base} + std::int64_t{static_cast<std::int32_t>(stride)} * (sublanes - 1);
    rows.inside = rows.whole && !indexed && base < limit && last >= 0 && last < limit;
    rows.differ = rows.inside && stride != 0;
    const std::uint32_t* const index = core.state().indexRegisters + (indexed ? step.number * sublanes : 0);
    for (std::uint32_t i = 0; i < sublanes; ++i) rows.row[i] = base + (indexed ? index[i] : i * stride);
}

// Finds the rows while checking; acting uses what was found.
RowList& rowsOf(Core& core, const Issue& issue, const Access& access, bool indexed) {
    RowList& rows = core.rows(issue);
    if (core.phase() == Phase::Act) return rows;
    findRows(core, issue, access, indexed, rows);
    checkRows(core, issue, rows, access);
    return rows;
}

void noteTouched(Core& core, const RowList& rows, TriggerKind kind) {
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1)
        core.memoryTouched(kind, kVmem, rows.row[static_cast<std::size_t>(std::countr_zero(mask))], 1,
                           core.bundleUnderWay());
}

void noteShared(Core& core, const RowList& rows) {
    const std::int64_t granules = core.shape().lanes / 4;
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
        const std::int64_t row = rows.row[static_cast<std::size_t>(std::countr_zero(mask))];
        core.happensBefore().touch(kVmem, {row * granules, (row + 1) * granules}, core.bundleUnderWay(),
                                   core.issueClock());
    }
}

// Takes over which words of the rows were ever written; unmasked sublanes keep their own.
void loadWritten(Core& core, const Issue& issue, const RowList& rows) {
    const std::uint8_t d = issue.arguments[0].number;
    const std::uint32_t lanes = core.shape().lanes;
    if (!core.isNeverWritten(issue.arguments[0].readyIndex))
        std::fill_n(core.vectorWritten(d), (core.shape().words() + 63) / 64, ~std::uint64_t{0});
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(mask));
        copyWritten(core.state().vmemWritten, std::uint64_t{rows.row[i]} * lanes, core.vectorWritten(d),
                    i * lanes, lanes);
    }
    core.setVectorPartial(d, core.readyAfter(issue));
}

void load(Core& core, const Issue& issue, bool indexed) {
    const RowList& rows = rowsOf(core, issue, kLoadAccess, indexed);
    if (core.phase() == Phase::Check) return;
    const std::uint32_t lanes = core.shape().lanes;
    const std::uint8_t d = issue.arguments[0].number;
    const std::uint32_t* const vmem = core.state().vmem;
    if (rows.contiguous) {
        core.places().load(d, vmem + std::size_t{rows.row[0]} * lanes);
    } else if (rows.whole) {
        std::uint32_t* const out = core.places().vectorToFill(d);
        for (std::uint32_t i = 0; i < core.shape().sublanes; ++i)
            std::memcpy(out + i * lanes, vmem + std::size_t{rows.row[i]} * lanes, std::size_t{lanes} * 4);
    } else {
        std::uint32_t* const out = core.places().vectorToChange(d);
        for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(mask));
            std::memcpy(out + i * lanes, vmem + std::size_t{rows.row[i]} * lanes, std::size_t{lanes} * 4);
        }
    }
    if ((rows.guards & kGuardUnwritten) == 0 &&
        (rows.whole || !core.isNeverWritten(issue.arguments[0].readyIndex)))
        core.setVectorReady(d, core.readyAfter(issue));
    else
        loadWritten(core, issue, rows);
    core.countBytes(kLoadPort, static_cast<std::uint64_t>(std::popcount(rows.mask)) * lanes * 4);
    if (rows.guards & kGuardShared) noteShared(core, rows);
    if (rows.guards & kGuardWatchRead) noteTouched(core, rows, TriggerKind::MemoryRead);
}

// Hands on which words of the register were ever written.
void storeWritten(Core& core, const Issue& issue, const RowList& rows) {
    const Argument& source = issue.arguments[2];
    const std::uint32_t lanes = core.shape().lanes;
    const bool whole = !core.isNeverWritten(source.readyIndex);
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(mask));
        const std::uint64_t first = std::uint64_t{rows.row[i]} * lanes;
        const machine::BitWords bits = machine::bitWordsOf(first, lanes);
        core.mark(core.layout().vmemWritten.offset + bits.offset, bits.bytes);
        if (whole)
            setWritten(core.state().vmemWritten, first, lanes);
        else
            copyWritten(core.vectorWritten(source.number), i * lanes, core.state().vmemWritten, first, lanes);
        std::uint8_t& guard = core.guards().rows[rows.row[i]];
        const bool full = allWritten(core.state().vmemWritten, first, lanes);
        guard = static_cast<std::uint8_t>(full ? guard & ~kGuardUnwritten : guard | kGuardUnwritten);
    }
}

void store(Core& core, const Issue& issue, bool indexed) {
    const RowList& rows = rowsOf(core, issue, kStoreAccess, indexed);
    if (core.phase() == Phase::Check) return;
    const std::uint32_t lanes = core.shape().lanes;
    const std::uint8_t source = issue.arguments[2].number;
    std::uint32_t* const vmem = core.state().vmem;
    const std::uint64_t rowBytes = std::uint64_t{lanes} * 4;
    if (rows.contiguous) {
        core.mark(core.layout().vmem.offset + rows.row[0] * rowBytes, core.shape().words() * 4);
        core.places().memoryChanges(vmem + std::size_t{rows.row[0]} * lanes, core.shape().words());
        std::memcpy(vmem + std::size_t{rows.row[0]} * lanes, core.vector(source), core.shape().words() * 4);
    } else {
        for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(mask));
            core.mark(core.layout().vmem.offset + rows.row[i] * rowBytes, rowBytes);
            core.places().memoryChanges(vmem + std::size_t{rows.row[i]} * lanes, lanes);
            std::memcpy(vmem + std::size_t{rows.row[i]} * lanes, core.vector(source) + i * lanes, rowBytes);
        }
    }
    if ((rows.guards & kGuardUnwritten) != 0 || core.isNeverWritten(issue.arguments[2].readyIndex))
        storeWritten(core, issue, rows);
    core.countBytes(kStorePort, static_cast<std::uint64_t>(std::popcount(rows.mask)) * rowBytes);
    if (rows.guards & kGuardShared) noteShared(core, rows);
    if (rows.guards & kGuardWatchWrite) noteTouched(core, rows, TriggerKind::MemoryWrite);
}

} // namespace

void loadVld(Core& core, const Issue& issue) { load(core, issue, false); }
void loadVldIdx(Core& core, const Issue& issue) { load(core, issue, true); }
void storeVst(Core& core, const Issue& issue) { store(core, issue, false); }
void storeVstIdx(Core& core, const Issue& issue) { store(core, issue, true); }

} // namespace lw::training
