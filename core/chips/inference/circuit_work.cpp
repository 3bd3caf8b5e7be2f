// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit_work.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/state_reader.h"
#include "core/isa/encode.h"

#include <algorithm>
#include <array>

namespace lw::inference {

using machine::ArrayWork;
using machine::PoolingWork;
using tensor::DType;

namespace {

// A flight's instruction, decoded again: the numbers of its operands.
struct Instruction {
    isa::OpId op = isa::kNoOp;
    std::array<std::uint32_t, isa::kMaxOperands> operands{};
    const Meaning& meaning() const { return kRows[op].meaning; }
};

Instruction instructionOf(const program::Program& program, const Flight& flight) {
    Instruction out;
    isa::Bundle bundle;
    if (flight.bundle >= program.bundles.size() ||
        isa::decode(kIsa, program.bundles[flight.bundle], bundle) || bundle.count == 0)
        return out;
    out.op = bundle.insns[0].op;
    for (std::size_t i = 0; i < isa::kMaxOperands; ++i) out.operands[i] = bundle.insns[0].operands[i].value;
    return out;
}

std::uint32_t narrow(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

std::uint32_t wordAt(const std::vector<std::uint8_t>& bytes, std::size_t i) {
    std::uint32_t out = 0;
    for (std::size_t byte = 4; byte-- > 0;) out = out << 8 | bytes[i + byte];
    return out;
}

// Elements of the vectors [from, to), as bits of their type.
std::vector<std::uint32_t> elementsOf(const StateReader& read, const Flight& f, std::uint32_t base,
                                      bool isFloat, std::uint64_t from, std::uint64_t to) {
    const std::int64_t size = isFloat ? 4 : 1, step = f.pattern.es != 0 ? f.pattern.es : size;
    std::vector<std::uint32_t> out;
    std::uint64_t m = 0;
    overAddresses(f.pattern, base, [&](std::int64_t address) {
        if (m++ < from) return true;
        // Elements that are close together are read at once.
        const std::int64_t count = static_cast<std::int64_t>(f.arrayRows), atOnce = step == size ? count : 1;
        for (std::int64_t k = 0; k < count; k += atOnce) {
            const auto bytes = read.some(read.at.ub, static_cast<std::uint64_t>(address + k * step),
                                         static_cast<std::uint64_t>(atOnce * size));
            for (std::size_t i = 0; i < bytes.size(); i += static_cast<std::size_t>(size))
                out.push_back(isFloat ? wordAt(bytes, i) : bytes[i]);
        }
        return m < to;
    });
    return out;
}

// The weights the pass goes through: the present ones, or those before the last swap.
const machine::Cells<std::uint32_t>* weightsOf(const StateReader& read, const Flight& f) {
    const std::uint64_t swaps = read(read.at.swaps, kSwaps);
    if (swaps == 0 || f.first > read(read.at.swaps, kLastSwap)) return &read.at.weights;
    const bool isOfOneBefore = swaps > 1 && f.first < read(read.at.swaps, kSwapBefore);
    return isOfOneBefore ? nullptr : &read.at.oldWeights;
}

void addPass(const StateReader& read, const program::Program& program, const Flight& f,
             machine::CircuitWork& out) {
    const Instruction insn = instructionOf(program, f);
    const machine::Cells<std::uint32_t>* const weights = weightsOf(read, f);
    if (insn.op == isa::kNoOp || weights == nullptr) return;
    ArrayWork work;
    const bool isFloat = insn.meaning().element == Element::Float;
    work.bundle = narrow(f.bundle);
    work.first = f.first;
    work.rows = narrow(read.extent(read.at.weights, 0));
    work.columns = narrow(read.extent(read.at.weights, 1));
    work.inner = narrow(f.arrayRows);
    work.tileColumns = narrow(f.arrayColumns);
    work.vectors = narrow(f.pattern.rounds());
    work.type = isFloat ? DType::F32 : DType::I8;
    work.weights = read.some(*weights, 0, std::uint64_t{work.inner} * work.columns);
    if (read(read.at.pathShape, kTileLoaded) != 0)
        work.path = read.some(read.at.path, 0, std::uint64_t{work.rows} * work.columns);
    if (!isFloat)
        for (auto* const words : {&work.weights, &work.path})
            for (std::uint32_t& word : *words) word &= 0xff;
    // Vector m is in the array from clock first + m until it has left the last column of the last row.
    const std::uint64_t age = read.clock() - std::min(f.first, read.clock());
    const std::uint64_t stays = std::uint64_t{work.inner} + work.columns - 1;
    const std::uint64_t from = std::min<std::uint64_t>(age >= stays ? age - stays + 1 : 0, work.vectors);
    work.firstVector = narrow(from);
    work.elements =
        elementsOf(read, f, insn.operands[1], isFloat, from, std::min<std::uint64_t>(age + 1, work.vectors));
    out.passes.push_back(std::move(work));
}

machine::Aggregate aggregateOf(isa::OpId which) {
    if (which == op("pool.max.i") || which == op("pool.max.f")) return machine::Aggregate::Max;
    if (which == op("pool.min.i") || which == op("pool.min.f")) return machine::Aggregate::Min;
    if (which == op("pool.sum.i") || which == op("pool.sum.f")) return machine::Aggregate::Sum;
    return machine::Aggregate::Average;
}

void addPooling(const StateReader& read, const program::Program& program, const Flight& f, std::uint32_t lane,
                machine::CircuitWork& out) {
    const Instruction insn = instructionOf(program, f);
    if (insn.op == isa::kNoOp || insn.operands[0] == insn.operands[1]) return;
    const auto shape = [&](std::uint32_t strip, StripWord word) {
        return read(read.at.stripShapes, strip * kStripWords + word);
    };
    const std::uint32_t d = insn.operands[0], x = insn.operands[1];
    PoolingWork work;
    work.bundle = narrow(f.bundle);
    work.first = f.first;
    work.rows = shape(x, kStripRows);
    work.columns = shape(x, kStripColumns);
    work.windowRows = narrow(f.pattern.n[1]);
    work.windowColumns = narrow(f.pattern.n[0]);
    work.rowStride = static_cast<std::uint32_t>(f.pattern.s[1]);
    work.columnStride = static_cast<std::uint32_t>(f.pattern.s[0]);
    work.windowsDown = shape(d, kStripRows);
    work.windowsAcross = shape(d, kStripColumns);
    work.edge = static_cast<machine::PoolEdge>(insn.operands[3]);
    work.aggregate = aggregateOf(insn.op);
    work.type = insn.meaning().element == Element::Float ? DType::F32 : DType::I32;
    work.lanes = shape(x, kStripLanes);
    work.lane = std::min(lane, work.lanes - std::min(work.lanes, 1u));
    const std::uint64_t pixels = read.extent(read.at.strips, 1), pitch = read.extent(read.at.strips, 2);
    const auto laneOf = [&](std::uint32_t strip, std::uint64_t count) {
        std::vector<std::uint32_t> words;
        for (std::uint64_t p = 0; p < count; ++p)
            words.push_back(read(read.at.strips, (strip * pixels + p) * pitch + work.lane));
        return words;
    };
    work.values = laneOf(x, std::uint64_t{work.rows} * work.columns);
    work.results = laneOf(d, std::uint64_t{work.windowsDown} * work.windowsAcross);
    out.pooling = std::move(work);
}

} // namespace

machine::CircuitWork circuitWork(const machine::CoreTree& tree, const machine::Moment& moment,
                                 const program::Program& program, std::uint32_t lane) {
    static_assert(static_cast<int>(machine::PoolEdge::Partial) == kPartial &&
                  static_cast<int>(machine::PoolEdge::Zeros) == kZeros &&
                  static_cast<int>(machine::PoolEdge::WholeOnly) == kWhole);
    const StateReader read(tree, moment);
    machine::CircuitWork out;
    for (const Flight& f : read.flights()) {
        if (f.port == kArrayPort) addPass(read, program, f, out);
        if (f.port == kPoolPort) addPooling(read, program, f, lane, out);
    }
    return out;
}

} // namespace lw::inference
