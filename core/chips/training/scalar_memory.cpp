// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/access_races.h"
#include "core/chips/training/core.h"
#include "core/machine/written_bits.h"

// Loads and stores of scalar memory.
namespace lw::training {

using machine::allWritten;
using machine::FaultKind;
using machine::putWritten;
using machine::TriggerKind;

namespace {

// The word an instruction refers to; beyond the memory, or racing with a transfer, it is a fault.
std::uint32_t addressOf(Core& core, const Issue& issue, std::size_t base, bool write) {
    const std::uint32_t address = core.scalar(issue.arguments[base]) + core.scalar(issue.arguments[base + 1]);
    if (core.phase() == Phase::Act) return address;
    if (address >= core.config().smemWords) {
        core.fault(FaultKind::OutOfRange, issue,
                   "word " + std::to_string(static_cast<std::int32_t>(address)) +
                       " of scalar memory, which has " + std::to_string(core.config().smemWords) + " words",
                   "check the base register and the offset; addresses count words");
    } else if (core.guards().words[address] & (write ? kGuardLanding | kGuardLeaving : kGuardLanding)) {
        checkRace(core, issue, kSmem, address, write);
    }
    return address;
}

void noteShared(Core& core, std::uint32_t address) {
    if (core.guards().words[address] & kGuardShared)
        core.happensBefore().touch(kSmem, {address, address + std::int64_t{1}}, core.bundleUnderWay(),
                                   core.issueClock());
}

} // namespace

void scalarLd(Core& core, const Issue& issue) {
    const std::uint32_t address = addressOf(core, issue, 1, false);
    if (core.phase() == Phase::Check) return;
    const bool written = core.usesUnwritten() || allWritten(core.state().smemWritten, address, 1);
    core.setScalar(issue.arguments[0].number, core.state().smem[address],
                   written ? core.readyAfter(issue) : kNeverWritten);
    core.countBytes(kSmemPort, 4);
    noteShared(core, address);
    if (core.guards().words[address] & kGuardWatchRead)
        core.memoryTouched(TriggerKind::MemoryRead, kSmem, address, 1, core.bundleUnderWay());
}

void scalarSt(Core& core, const Issue& issue) {
    const std::uint32_t address = addressOf(core, issue, 0, true);
    if (core.phase() == Phase::Check) return;
    State& s = core.state();
    const bool written = !core.isNeverWritten(issue.arguments[2].readyIndex);
    core.mark(core.layout().smem.offset + address * 4ull, 4);
    core.mark(core.layout().smemWritten.offset + address / 64 * 8ull, 8);
    s.smem[address] = core.scalar(issue.arguments[2]);
    putWritten(s.smemWritten, address, 1, written);
    core.countBytes(kSmemPort, 4);
    noteShared(core, address);
    if (core.guards().words[address] & kGuardWatchWrite)
        core.memoryTouched(TriggerKind::MemoryWrite, kSmem, address, 1, core.bundleUnderWay());
}

} // namespace lw::training
