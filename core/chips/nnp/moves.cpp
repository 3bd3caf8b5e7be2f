// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/functions.h"
#include "core/chips/nnp/processor.h"
#include "core/numeric/half_lanes.h"

#include <algorithm>

// What the sequencer and the memory managers do. Chains were looked at before they began: nothing goes wrong.
namespace lw::nnp {

using machine::TriggerKind;

namespace {

// Calls each(vector in the chain, location in the memory).
template <typename Each>
void overChain(Processor& processor, std::uint64_t first, std::uint32_t step, Each each) {
    const std::uint32_t turns = processor.controls().iterations(), count = processor.vectorsOfTurn();
    for (std::uint32_t turn = 0; turn < turns; ++turn)
        for (std::uint32_t i = 0; i < count; ++i)
            each(std::uint64_t{turn} * count + i, first + std::uint64_t{turn} * step + i);
}

template <typename Each> void overWritten(Processor& processor, const Decoded& row, Each each) {
    const Address to = addressOf(row, processor.controls());
    overChain(processor, to.first, to.inc, each);
}

void write(Processor& processor, const Decoded& row, std::span<const std::uint16_t> vector,
           std::uint64_t location) {
    const Memory memory = memoryOf(row);
    processor.touched(TriggerKind::MemoryWrite, row, memory,
                      memory == Memory::NetQ ? processor.state().queues[kOutCount] : location);
    processor.writeVector(memory, location, vector);
}

} // namespace

bool doNothing(Processor&, const Decoded&) { return true; }
bool doHalt(Processor& processor, const Decoded& row) {
    if (const auto refusal = loopRefusal(row, processor.controls())) return processor.refuse(*refusal);
    processor.setHalted();
    return true;
}

bool doSet(Processor& processor, const Decoded& row) {
    if (const auto refusal = settingRefusal(row, processor.config())) return processor.refuse(*refusal);
    *controlOf(processor.state(), static_cast<Control>(row[0])) = row[1];
    return true;
}

bool doLoop(Processor& processor, const Decoded& row) {
    if (const auto refusal = loopRefusal(row, processor.controls())) return processor.refuse(*refusal);
    const State& s = processor.state();
    const std::uint32_t loop = (*s.loopDepth)++;
    s.loopStarts[loop] = row.bundle + 1;
    s.loopCounts[loop] = row[0];
    s.loopTurns[loop] = 0;
    return true;
}

// Nothing is left of a loop that is over.
bool doEndLoop(Processor& processor, const Decoded& row) {
    if (const auto refusal = loopRefusal(row, processor.controls())) return processor.refuse(*refusal);
    const State& s = processor.state();
    const std::uint32_t loop = *s.loopDepth - 1;
    if (++s.loopTurns[loop] < s.loopCounts[loop]) {
        processor.goTo(s.loopStarts[loop]);
        return true;
    }
    s.loopStarts[loop] = s.loopCounts[loop] = s.loopTurns[loop] = 0;
    *s.loopDepth = loop;
    return true;
}

bool doRead(Processor& processor, const Decoded& row) {
    const Locations from = processor.chain().reads.front();
    const State& s = processor.state();
    *s.inChain = 1;
    *s.chainCount = processor.chain().taken;
    if (from.memory == Memory::NetQ) s.queues[kInPending] = processor.chain().taken;
    overChain(processor, from.first, from.step, [&](std::uint64_t vector, std::uint64_t location) {
        processor.touched(TriggerKind::MemoryRead, row, from.memory,
                          from.memory == Memory::NetQ ? s.queues[kInLeft] + location : location);
        processor.readVector(from.memory, location, processor.travelling(vector));
    });
    return true;
}

bool doReadWindows(Processor& processor, const Decoded& row) {
    const Chain& chain = processor.chain();
    const Locations picture = chain.reads.front();
    const State& s = processor.state();
    *s.inChain = 1;
    *s.chainCount = chain.taken;
    for (std::uint32_t vector = 0; vector < chain.taken; ++vector) {
        const auto to = processor.travelling(vector);
        const auto from = chain.windows->vectorOf(vector);
        if (!from) {
            std::ranges::fill(to, chain.windows->window.padding);
            continue;
        }
        processor.touched(TriggerKind::MemoryRead, row, picture.memory, picture.first + *from);
        processor.readVector(picture.memory, picture.first + *from, to);
    }
    return true;
}

bool doWrite(Processor& processor, const Decoded& row) {
    overWritten(processor, row, [&](std::uint64_t vector, std::uint64_t location) {
        write(processor, row, processor.travelling(vector), location);
    });
    return true;
}

// Each vector rounded to a block, and that to FP16 once: with 16 bits a mantissa has more than FP16 holds.
bool doWriteQuantised(Processor& processor, const Decoded& row) {
    const numeric::BlockFormat format = processor.config().formatOf(processor.controls()[Control::Middle]);
    std::vector<double> values(processor.elements());
    std::vector<std::int16_t> mantissas(values.size());
    std::vector<std::uint16_t> codes(values.size());
    numeric::BlockRounding how = processor.rounding(0);
    numeric::BlockLosses losses;
    overWritten(processor, row, [&](std::uint64_t vector, std::uint64_t location) {
        how.place.block = static_cast<std::uint32_t>(vector);
        const int exponent =
            numeric::encodeHalves(processor.travelling(vector), format, how, mantissas.data(), &losses);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = numeric::blockValue(mantissas[i], exponent, format);
        numeric::roundToHalves(values, processor.config().overflow(), codes.data());
        write(processor, row, codes, location);
    });
    processor.quantised(Quantiser::Middle, *processor.state().chainCount * values.size(), losses);
    return true;
}

bool doReadMatrix(Processor& processor, const Decoded& row) {
    const State& s = processor.state();
    const Locations from = matricesOf(row, processor.controls());
    *s.inChain = 1;
    *s.matrix = static_cast<std::uint32_t>(from.first);
    if (from.memory == Memory::NetQ) s.queues[kInPending] = from.count * processor.elements();
    processor.touchedMatrices(TriggerKind::MemoryRead, row, from);
    return true;
}

bool doWriteMatrix(Processor& processor, const Decoded& row) {
    const Locations to = matricesOf(row, processor.controls());
    const Locations from = matricesOf(processor.before(row), processor.controls());
    processor.touchedMatrices(TriggerKind::MemoryWrite, row, to);
    numeric::BlockRounding how = processor.rounding(0);
    for (std::uint64_t tile = 0; tile < to.count; ++tile) {
        how.place.block = static_cast<std::uint32_t>(tile * processor.elements());
        if (to.memory == Memory::Dram)
            processor.storeMatrix(from.memory, from.first + tile, to.first + tile);
        else
            processor.quantiseMatrix(from.memory, from.first + tile, to.first + tile, how);
    }
    return true;
}

bool doEnd(Processor& processor, const Decoded&) {
    const State& s = processor.state();
    s.queues[kInLeft] += s.queues[kInPending];
    s.queues[kInPending] = 0;
    *s.inChain = *s.chainCount = *s.matrix = 0;
    return true;
}

} // namespace lw::nnp
