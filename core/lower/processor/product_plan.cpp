// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/product_plan.h"

#include "core/lower/processor/messages.h"
#include "core/lower/processor/packing.h"
#include "core/lower/processor/windows.h"

#include <algorithm>

namespace lw::lower::processor {

namespace {

// Kernel columns that lie side by side are one product, as far as a chain and the register file hold it.
std::vector<Pass> passesOf(const ProductShape& shape, std::uint32_t tiles, std::uint32_t most) {
    std::vector<Pass> out;
    const std::uint32_t together = shape.columnDilation == 1 ? shape.kernelColumns : 1;
    for (std::uint32_t row = 0; row < shape.kernelRows; ++row)
        for (std::uint32_t tap = 0; tap < shape.kernelColumns; tap += together)
            for (std::uint32_t done = 0; done < together * tiles; done += most)
                out.push_back({row, tap * tiles + done, std::min(most, together * tiles - done),
                               tap * shape.columnDilation * tiles + done});
    return out;
}

// Taps of the whole kernel, as many as a chain and the register file hold.
std::vector<Pass> windowPasses(const ProductShape& shape, std::uint32_t tiles, std::uint32_t most) {
    std::vector<Pass> out;
    const std::uint32_t all = shape.kernelRows * shape.kernelColumns * tiles, each = most / tiles * tiles;
    for (std::uint32_t done = 0; done < all; done += each)
        out.push_back({0, done, std::min(each, all - done), done});
    return out;
}

std::vector<Chunk> chunksOf(std::uint32_t rows, std::uint32_t most) {
    std::vector<Chunk> out;
    for (std::uint32_t first = 0; first < rows; first += most)
        out.push_back({first, std::min(most, rows - first)});
    return out;
}

} // namespace

std::uint64_t ProductPlan::before(std::size_t pass, std::uint32_t rows) const {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < pass; ++i) out += std::uint64_t{rows} * passes[i].columns;
    return out;
}

std::uint32_t matricesPerLoad(const machine::ProcessorLimits& limits, std::uint32_t ofRow) {
    return limits.matrices / 2 >= ofRow ? limits.matrices / 2 : limits.matrices;
}

Result<ProductPlan> planProduct(const ProductShape& shape, const machine::ProcessorLimits& limits) {
    const std::uint32_t n = limits.nativeDimension, tiles = tilesOf(shape.inputs, n);
    const std::uint32_t rows = tilesOf(shape.outputs, n);
    ProductPlan out;
    const std::uint32_t mostColumns = std::min(limits.chainVectors, limits.matrices);
    const std::uint64_t ofWindow = std::uint64_t{shape.kernelRows} * shape.kernelColumns * tiles;
    out.readsWindows = shape.isSliding && tiles <= mostColumns && isReadable(ofWindow, limits);
    out.passes =
        out.readsWindows ? windowPasses(shape, tiles, mostColumns) : passesOf(shape, tiles, mostColumns);
    std::uint32_t columns = 0, widest = 0;
    for (const Pass& pass : out.passes) {
        columns += pass.columns;
        widest = std::max(widest, pass.columns);
    }
    out.matrices = std::uint64_t{rows} * columns;
    const bool hasOnePlace = shape.outRows == 1 && shape.outColumns == 1;
    out.isStreamed = columns > limits.matrices;
    const bool hasPartialSums = out.passes.size() > 1;
    // Of chunks that stay for many places, loads are a small part of the time, and half as many rows would be
    // twice as many instructions.
    const std::uint32_t ofRow = out.isStreamed ? widest : columns;
    const bool isWhole = !out.isStreamed && out.matrices <= limits.matrices;
    const std::uint32_t together =
        isWhole || !(hasOnePlace || out.isStreamed) ? limits.matrices : matricesPerLoad(limits, ofRow);
    std::uint32_t most = std::min({together / ofRow, limits.chainVectors, rows});
    if (shape.hasBias) most = std::min(most, limits.addSub0Vectors);
    if (hasPartialSums) most = std::min(most, limits.addSub1Vectors / 2);
    if (most == 0)
        return Problem{&messages::kTooFewVectors,
                       {shape.name, "2", "AddSubVrf1", limits.name, std::to_string(limits.addSub1Vectors),
                        std::to_string(limits.addSub1Vectors)},
                       {},
                       {},
                       {}};
    out.chunks = chunksOf(rows, most);
    std::uint32_t places = std::min(out.readsWindows ? shape.outRows * shape.outColumns : shape.outColumns,
                                    limits.chainVectors / std::max(most, widest));
    if (hasPartialSums) places = std::min(places, limits.addSub1Vectors / (2 * most));
    if (out.readsWindows) places = std::min(places, limits.largestWindowMove / rows);
    const std::uint32_t step = out.readsWindows ? rows : std::max(shape.columnStride * tiles, rows);
    if (step > limits.largestStep) places = 1;
    out.places = std::max<std::uint32_t>(places, 1);
    return out;
}

} // namespace lw::lower::processor
