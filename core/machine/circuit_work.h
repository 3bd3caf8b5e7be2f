// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/fault.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <optional>
#include <vector>

// What flows through a machine's circuits at one moment, as plain data: the chip makes it from its state, so
// that pictures of a systolic array or of pooling circuitry need not know the chip. Numbers are the bits of
// `type`, zero-extended.
namespace lw::machine {

// A pass through a weight-stationary systolic array whose vectors use the lowest rows: element k of vector m
// is in row (rows - inner + k) of column n in clock first + m + k + n.
struct ArrayWork {
    std::uint32_t bundle = kNoBundle;        // the bundle that began it
    std::uint64_t first = 0;                 // clock in which element 0 of vector 0 is in its cell
    std::uint32_t rows = 0, columns = 0;     // of the array
    std::uint32_t inner = 0;                 // elements of a vector: rows of the tile
    std::uint32_t tileColumns = 0;           // of the tile, whatever its weights
    std::uint32_t vectors = 0;               // of the whole pass
    tensor::DType type = tensor::DType::F32; // of weights and activations: I8 or F32
    std::vector<std::uint32_t> weights{};    // [inner][columns]
    std::vector<std::uint32_t> path{};       // [rows][columns] of the weight path; empty: nothing was loaded
    std::uint32_t firstVector = 0;           // of those below: all that are in the array at this moment
    std::vector<std::uint32_t> elements{};   // [vector][inner]
};

enum class Aggregate : std::uint8_t { Max, Min, Sum, Average };
enum class PoolEdge : std::uint8_t { Partial, Zeros, WholeOnly };

// A picture that streams through a line buffer, one value per clock in row-major order; where windows reach
// beyond its edge, so does the stream.
struct PoolingWork {
    std::uint32_t bundle = kNoBundle;    // the bundle that began it
    std::uint64_t first = 0;             // clock in which the first value is in the first register
    std::uint32_t rows = 0, columns = 0; // of the picture
    std::uint32_t windowRows = 1, windowColumns = 1;
    std::uint32_t rowStride = 1, columnStride = 1;
    std::uint32_t windowsDown = 0, windowsAcross = 0; // how many there are
    PoolEdge edge = PoolEdge::Partial;
    Aggregate aggregate = Aggregate::Max;
    tensor::DType type = tensor::DType::F32; // I32 or F32
    std::uint32_t lane = 0, lanes = 1;       // the lane shown here, of those that pass at the same time
    std::vector<std::uint32_t> values{};     // [rows][columns] of that lane
    std::vector<std::uint32_t> results{};    // [windowsDown][windowsAcross]
};

struct CircuitWork {
    std::vector<ArrayWork> passes; // under way, the oldest first
    std::optional<PoolingWork> pooling;
};

} // namespace lw::machine
