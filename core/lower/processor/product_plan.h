// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/processor_limits.h"
#include "core/network/network.h"

#include <cstdint>
#include <string>
#include <vector>

// How a convolution or dense layer becomes products of native matrices, before an instruction is written.
namespace lw::lower::processor {

// What is multiplied: a window of kernelRows times kernelColumns pixels with `inputs` channels at outRows
// times outColumns places. A dense layer is one place whose window is all that it reads.
struct ProductShape {
    std::string name; // of the layer
    std::uint32_t kernelRows = 1, kernelColumns = 1;
    std::uint32_t inputs = 1, outputs = 1;
    std::uint32_t outRows = 1, outColumns = 1;
    std::uint32_t columnStride = 1, columnDilation = 1;
    bool hasBias = false;
    bool isSliding = false; // over an image, without gaps in its windows
};

// A product: some columns of native matrices of a kernel row, whose vectors follow each other, or of the
// whole kernel, if all its windows are read as such. Those of all passes are added in FP16, in their order.
struct Pass {
    std::uint32_t kernelRow = 0;
    std::uint32_t firstColumn = 0, columns = 0; // of pieces of that kernel row's matrix
    std::uint32_t offset = 0; // of its first vector from the window's first one, in that row
    bool operator==(const Pass&) const = default;
};
// Rows of native matrices that are computed at all places before the next chunk begins.
struct Chunk {
    std::uint32_t firstRow = 0, rows = 0;
    bool operator==(const Chunk&) const = default;
};

struct ProductPlan {
    std::vector<Pass> passes;
    std::vector<Chunk> chunks;
    bool readsWindows = false; // whole ones; else rows of kernels
    std::uint32_t places = 1;  // in a row of the output, or of windows in their order, at most in a chain
    bool isStreamed = false;   // each pass gets its matrices just before each chain, not all at once
    std::uint64_t matrices = 0;
    // Matrices before those of this pass in a chunk of `rows` rows.
    std::uint64_t before(std::size_t pass, std::uint32_t rows) const;
};

// Of matrices that do not all fit, how many are loaded at a time: half of MatrixRf, so that the next ones
// come while they are used, or all of it where a row of native matrices takes more.
std::uint32_t matricesPerLoad(const machine::ProcessorLimits& limits, std::uint32_t ofRow);

// As many rows and places at a time as registers, chains and matrices of the machine allow. E883.
Result<ProductPlan> planProduct(const ProductShape& shape, const machine::ProcessorLimits& limits);

} // namespace lw::lower::processor
