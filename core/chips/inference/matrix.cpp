// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

#include <algorithm>
#include <cstring>
#include <memory>

// The matrix computation unit: weights into the path, path into the weight registers,
// passes into accumulators.
namespace lw::inference {

using machine::FaultKind;
using machine::TriggerKind;

namespace {

std::uint32_t sizeOf(Element element) { return element == Element::Int8 ? 1 : 4; }

std::string shapeText(std::uint32_t k, std::uint32_t n) {
    return std::to_string(k) + " x " + std::to_string(n);
}

Pattern rowsOf(const Decoded& row) {
    Pattern out;
    out.n[1] = row[1];
    out.s[1] = row.integer(3);
    return out;
}

// A tile of weights in place of another one: everything outside the new tile is zero.
void replaceTile(Circuit& circuit, std::uint32_t* cells, std::uint64_t offset, const std::uint32_t* oldShape,
                 std::uint32_t k, std::uint32_t n) {
    const std::uint64_t pitch = circuit.config().arrayColumns;
    const std::uint32_t rows = std::max(k, oldShape[kTileK]);
    circuit.mark(offset, rows * pitch * 4);
    for (std::uint32_t r = 0; r < rows; ++r) {
        const std::uint32_t kept = r < k ? n : 0;
        if (oldShape[kTileN] > kept)
            std::fill(cells + r * pitch + kept, cells + r * pitch + oldShape[kTileN], 0u);
    }
}

} // namespace

void planTile(Planner& plan) {
    const Decoded& row = plan.row();
    const Config& config = plan.config();
    if (!plan.between("k", row[1], config.arrayRows, "rows of the array")) return;
    if (!plan.between("n", row[2], config.arrayColumns, "columns of the array")) return;
    const Bytes source = plan.circuit().memory(kDm);
    const auto base = static_cast<std::int64_t>(row[0] * kGranuleBytes);
    const std::uint32_t bytes = row[2] * sizeOf(row.element());
    const Elements elements{rowsOf(row), base, 1, bytes, bytes};
    if (!plan.reads(source, elements) || !plan.checkWritten(source, elements)) return;
    plan.work.bytes = std::uint64_t{row[1]} * bytes;
    const std::uint64_t arriving =
        transferClocks(plan.work.bytes, config.weightRate.bytes, config.weightRate.clocks);
    plan.takes(kWeightPort, std::max<std::uint64_t>(config.arrayRows, arriving), TimingKey::Ldw);
}

void actTile(Circuit& circuit, const Decoded& row, const Work& work) {
    State& s = circuit.state();
    const Bytes source = circuit.memory(kDm);
    const std::uint32_t k = row[1], n = row[2], size = sizeOf(row.element());
    replaceTile(circuit, s.path, circuit.layout().path.offset, s.pathShape, k, n);
    std::uint32_t* to = s.path;
    overAddresses(rowsOf(row), static_cast<std::int64_t>(row[0] * kGranuleBytes), [&](std::int64_t address) {
        const std::uint8_t* const from = source.bytes + address;
        if (size == 4)
            std::memcpy(to, from, std::size_t{n} * 4);
        else
            for (std::uint32_t i = 0; i < n; ++i)
                to[i] = static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(from[i])});
        to += circuit.config().arrayColumns;
        circuit.memoryTouched(TriggerKind::MemoryRead, row, kDm, static_cast<std::uint64_t>(address),
                              std::uint64_t{n} * size);
        return true;
    });
    circuit.tileOnPath(row, work);
}

void planSwap(Planner& plan) {
    if (plan.state().pathShape[kTileLoaded] != 0) return;
    plan.fault(FaultKind::Undefined, "the weight path holds no weights that were not swapped in already",
               "load a tile with ldw before each swapw");
}

void actSwap(Circuit& circuit, const Decoded&, const Work&) {
    State& s = circuit.state();
    const std::uint32_t k = s.pathShape[kTileK], n = s.pathShape[kTileN];
    const std::uint64_t pitch = circuit.config().arrayColumns;
    const std::uint64_t used = s.tileShape[kTileK] * pitch;
    circuit.mark(circuit.layout().oldWeights.offset, used * sizeof(std::uint32_t));
    std::copy_n(s.weights, used, s.oldWeights);
    s.swaps[kSwaps] += 1;
    s.swaps[kSwapBefore] = std::exchange(s.swaps[kLastSwap], circuit.clock());
    replaceTile(circuit, s.weights, circuit.layout().weights.offset, s.tileShape, k, n);
    for (std::uint32_t r = 0; r < k; ++r) std::copy_n(s.path + r * pitch, n, s.weights + r * pitch);
    circuit.tileIntoArray();
    circuit.weightsChanged();
}

namespace {

bool checkWeights(Planner& plan) {
    const std::uint32_t* const tile = plan.state().tileShape;
    const Decoded& row = plan.row();
    if (tile[kTileLoaded] == 0)
        return plan.fault(FaultKind::Undefined, "the array has no weights yet",
                          "load a tile with ldw and bring it in with swapw");
    const bool isFloat = row.element() == Element::Float;
    if ((tile[kTileFloat] != 0) != isFloat)
        return plan.fault(FaultKind::Undefined,
                          std::string("the weights are ") + (isFloat ? "int8" : "float32") +
                              ", the vectors are read as " + (isFloat ? "float32" : "int8"),
                          "use ldw and matmul of one type");
    if (tile[kTileK] == row[3]) return true;
    return plan.fault(FaultKind::Undefined,
                      "vectors of " + std::to_string(row[3]) + " elements for weights of " +
                          shapeText(tile[kTileK], tile[kTileN]),
                      "k must be the number of rows of the tile");
}

bool checkAccumulators(Planner& plan, std::uint64_t rows) {
    const Decoded& row = plan.row();
    const std::uint32_t columns = plan.state().tileShape[kTileN];
    if (row[0] + rows > plan.config().accumulatorRows)
        return plan.fault(FaultKind::OutOfRange,
                          "accumulator rows " + std::to_string(row[0]) + " to " +
                              std::to_string(row[0] + rows - 1) + "; there are " +
                              std::to_string(plan.config().accumulatorRows),
                          "multiply fewer vectors in one pass");
    const std::uint64_t end = row[0] + rows;
    const std::uint64_t wrong = row[4] != 0 ? plan.circuit().firstUnwritten(row[0], end, columns) : end;
    if (wrong != end)
        return plan.fault(FaultKind::Uninitialised,
                          "accumulator row " + std::to_string(wrong) + " is added to, but was never written",
                          "leave add=1 out of the first pass");
    plan.work.writes(Resource::Accumulators, row[0], row[0] + rows);
    return true;
}

std::int64_t stepOf(const Pattern& pattern, std::uint32_t size) {
    return pattern.es != 0 ? pattern.es : size;
}

} // namespace

void planPass(Planner& plan) {
    const Decoded& row = plan.row();
    const auto pattern = plan.pattern(row[2]);
    if (!pattern || !checkWeights(plan) || !checkAccumulators(plan, pattern->rounds())) return;
    const Bytes source = plan.circuit().memory(kUb);
    const std::uint32_t size = sizeOf(row.element());
    const std::int64_t step = stepOf(*pattern, size);
    const Elements elements{*pattern, row[1], row[3], step, size};
    if (!plan.reads(source, elements) || !plan.checkWritten(source, elements)) return;
    const std::uint64_t k = row[3], n = plan.state().tileShape[kTileN], vectors = pattern->rounds();
    plan.takes(kArrayPort, vectors, TimingKey::Matmul);
    plan.work.totalClocks = passClocks(vectors, k, n) + plan.config().clocks(TimingKey::Matmul);
    plan.work.arrayRows = k;
    plan.work.arrayColumns = n;
    plan.work.pattern = *pattern;
    plan.work.bytes = vectors * k * size;
    plan.work.operations = vectors * k * n;
}

namespace {

// The numbers of a pass in place: cells of bytes or words that all others read and write as such.
template <typename Number> lw::circuit::CellOf<Number>* numbersAt(void* cells) {
    return static_cast<lw::circuit::CellOf<Number>*>(cells);
}

// The pass's vectors, one after the other.
template <typename Input>
std::unique_ptr<Input[]> gathered(Circuit& circuit, const Decoded& row, const Pattern& pattern,
                                  std::uint32_t k) {
    const Bytes source = circuit.memory(kUb);
    const std::int64_t step = stepOf(pattern, sizeof(Input));
    const bool isPacked = step == std::int64_t{sizeof(Input)};
    auto out = std::make_unique_for_overwrite<Input[]>(pattern.rounds() * k);
    Input* to = out.get();
    overAddresses(pattern, row[1], [&](std::int64_t address) {
        if (isPacked) std::memcpy(to, source.bytes + address, k * sizeof(Input));
        for (std::uint32_t i = 0; i < k && (!isPacked || circuit.watchesMemory()); ++i) {
            const std::int64_t at = address + static_cast<std::int64_t>(i) * step;
            std::memcpy(to + i, source.bytes + at, sizeof(Input));
            circuit.memoryTouched(TriggerKind::MemoryRead, row, kUb, static_cast<std::uint64_t>(at),
                                  sizeof(Input));
        }
        to += k;
        return true;
    });
    return out;
}

// Lines of vectors shorter than this are gathered first: kernels are faster on long ones.
constexpr std::uint64_t kShortestLine = 16;

// Whether a kernel can take the vectors in place from the unified buffer, line by line.
template <typename Input>
bool standsReady(const Circuit& circuit, const Pattern& pattern, std::uint32_t base) {
    constexpr std::int64_t kSize = sizeof(Input);
    if (circuit.watchesMemory() || stepOf(pattern, kSize) != kSize) return false;
    const bool isAligned = base % kSize == 0 && std::all_of(pattern.s.begin(), pattern.s.end(),
                                                            [](std::int64_t s) { return s % kSize == 0; });
    return isAligned && (pattern.n[0] >= kShortestLine || pattern.rounds() == pattern.n[0]);
}

// The product of the vectors, into the accumulators or added to them.
template <typename Input, typename Sum, typename Multiply>
void pass(Circuit& circuit, const Decoded& row, Multiply multiply) {
    const Pattern pattern = joined(circuit.pattern(row[2]));
    const std::uint32_t k = row[3];
    const auto vectors = static_cast<std::uint32_t>(pattern.rounds());
    circuit.accumulatorsChanged(row[0], vectors, circuit.state().tileShape[kTileN]);
    const auto add = row[4] != 0 ? lw::circuit::Accumulate::Yes : lw::circuit::Accumulate::No;
    const std::ptrdiff_t pitch = circuit.config().arrayColumns;
    lw::circuit::CellOf<Sum>* sums = numbersAt<Sum>(circuit.accumulatorRow(row[0]));
    if (!standsReady<Input>(circuit, pattern, row[1])) {
        const auto elements = gathered<Input>(circuit, row, pattern, k);
        multiply({elements.get(), vectors, std::ptrdiff_t{k}}, circuit.packedTile(), {sums, pitch, add});
        return;
    }
    std::uint8_t* const bytes = circuit.memory(kUb).bytes;
    overLines(pattern, row[1], [&](std::int64_t first, std::uint64_t count, std::int64_t distance) {
        multiply({numbersAt<Input>(bytes + first), static_cast<std::uint32_t>(count),
                  static_cast<std::ptrdiff_t>(distance / std::int64_t{sizeof(Input)})},
                 circuit.packedTile(), {sums, pitch, add});
        sums += static_cast<std::ptrdiff_t>(count) * pitch;
    });
}

} // namespace

void actPass(Circuit& circuit, const Decoded& row, const Work&) {
    const auto& kernel = circuit.passKernel();
    if (row.element() == Element::Float)
        pass<float, float>(circuit, row, kernel.passFloat);
    else
        pass<std::int8_t, std::int32_t>(circuit, row, kernel.passInt8);
}

} // namespace lw::inference
