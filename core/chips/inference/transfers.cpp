// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/copies.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

#include <algorithm>
#include <cstring>

// The DMA engine: bytes between the host, the unified buffer and the dynamic memory.
namespace lw::inference {

using machine::FaultKind;
using machine::TriggerKind;

namespace {

void planHost(Planner& plan, isa::SpaceId toSpace, isa::SpaceId fromSpace) {
    const Decoded& row = plan.row();
    const auto to = plan.pattern(row[2]), from = plan.pattern(row[3]);
    if (!to || !from) return;
    if (!checkCounts(plan, *to, *from)) return;
    const Bytes source = plan.circuit().memory(fromSpace), destination = plan.circuit().memory(toSpace);
    const Elements bytes{*from, row[1]};
    if (!plan.writes(destination, Elements{*to, row[0]}) || !plan.reads(source, bytes)) return;
    if (!checkDisjoint(plan, *to) || !plan.checkWritten(source, bytes)) return;
    const Config& config = plan.config();
    plan.work.bytes = to->rounds();
    plan.takes(kDmaPort, transferClocks(plan.work.bytes, config.hostRate.bytes, config.hostRate.clocks),
               TimingKey::Dma);
}

// Bytes [first, first + count) of a pattern, in its order.
void copyBytes(const std::uint8_t* memory, const Pattern& pattern, std::int64_t base, std::uint64_t first,
               std::uint64_t count, std::uint8_t* to) {
    while (count != 0) {
        const std::uint64_t line = first / pattern.n[0], place = first % pattern.n[0];
        const std::int64_t address = base + static_cast<std::int64_t>(place) * pattern.s[0] +
                                     static_cast<std::int64_t>(line % pattern.n[1]) * pattern.s[1] +
                                     static_cast<std::int64_t>(line / pattern.n[1]) * pattern.s[2];
        const std::uint64_t here = pattern.s[0] == 1 ? std::min(count, pattern.n[0] - place) : 1;
        to = std::copy_n(memory + address, here, to);
        first += here;
        count -= here;
    }
}

// The memories differ: what is read is not written.
void actHost(Circuit& circuit, const Decoded& row, const Work& work, isa::SpaceId toSpace,
             isa::SpaceId fromSpace) {
    const Bytes source = circuit.memory(fromSpace), destination = circuit.memory(toSpace);
    const Pattern from = joined(circuit.pattern(row[3]));
    std::uint64_t number = 0;
    overPieces({circuit.pattern(row[2]), row[0]}, [&](std::uint64_t first, std::uint64_t count) {
        circuit.bytesWritten(destination, first, count);
        copyBytes(source.bytes, from, row[1], number, count, destination.bytes + first);
        number += count;
        circuit.memoryTouched(TriggerKind::MemoryWrite, row, toSpace, first, count);
    });
    if (circuit.watchesMemory())
        overPieces({from, row[1]}, [&](std::uint64_t first, std::uint64_t count) {
            circuit.memoryTouched(TriggerKind::MemoryRead, row, fromSpace, first, count);
        });
    circuit.state().hostBytes[toSpace == kHost ? kToHost : kToCircuit] += work.bytes;
}

} // namespace

void planIn(Planner& plan) { planHost(plan, kUb, kHost); }
void actIn(Circuit& circuit, const Decoded& row, const Work& work) {
    actHost(circuit, row, work, kUb, kHost);
}
void planOut(Planner& plan) { planHost(plan, kHost, kUb); }
void actOut(Circuit& circuit, const Decoded& row, const Work& work) {
    actHost(circuit, row, work, kHost, kUb);
}

void planWeightsIn(Planner& plan) {
    const Decoded& row = plan.row();
    const Bytes source = plan.circuit().memory(kHost), destination = plan.circuit().memory(kDm);
    const auto to = static_cast<std::int64_t>(row[0] * kGranuleBytes);
    const std::int64_t from = row[1], count = row[2];
    if (count == 0) {
        plan.fault(FaultKind::OutOfRange, "a transfer of 0 bytes", "leave the instruction out");
        return;
    }
    if (!plan.writes(destination, Span{to, to + count}) || !plan.reads(source, Span{from, from + count}))
        return;
    if (!plan.checkWritten(source, row[1], row[2])) return;
    const Config& config = plan.config();
    plan.work.bytes = row[2];
    plan.takes(kDmaPort,
               std::max(transferClocks(row[2], config.hostRate.bytes, config.hostRate.clocks),
                        transferClocks(row[2], config.weightRate.bytes, config.weightRate.clocks)),
               TimingKey::Dma);
}

void actWeightsIn(Circuit& circuit, const Decoded& row, const Work& work) {
    const Bytes source = circuit.memory(kHost), destination = circuit.memory(kDm);
    const std::uint64_t to = row[0] * kGranuleBytes;
    circuit.bytesWritten(destination, to, work.bytes);
    std::memcpy(destination.bytes + to, source.bytes + row[1], work.bytes);
    circuit.state().hostBytes[kToCircuit] += work.bytes;
    circuit.memoryTouched(TriggerKind::MemoryRead, row, kHost, row[1], work.bytes);
    circuit.memoryTouched(TriggerKind::MemoryWrite, row, kDm, to, work.bytes);
}

void planFill(Planner& plan) {
    const Decoded& row = plan.row();
    const auto to = plan.pattern(row[1]);
    if (!to || !plan.writes(plan.circuit().memory(kUb), Elements{*to, row[0]}) || !checkDisjoint(plan, *to))
        return;
    const Config& config = plan.config();
    plan.work.bytes = to->rounds();
    plan.takes(kDmaPort, transferClocks(plan.work.bytes, config.bufferRate.bytes, config.bufferRate.clocks),
               TimingKey::Fill);
}

void actFill(Circuit& circuit, const Decoded& row, const Work&) {
    const Bytes destination = circuit.memory(kUb);
    std::uint64_t number = 0;
    overPieces({circuit.pattern(row[1]), row[0]}, [&](std::uint64_t first, std::uint64_t count) {
        circuit.bytesWritten(destination, first, count);
        for (std::uint64_t i = 0; i < count; ++i, ++number)
            destination.bytes[first + i] = static_cast<std::uint8_t>(row[2] >> number % 4 * 8);
        circuit.memoryTouched(TriggerKind::MemoryWrite, row, kUb, first, count);
    });
}

} // namespace lw::inference
