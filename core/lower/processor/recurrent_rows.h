// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/layer_rows.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

// lstm and gru: a loop over the steps, whose chains are those of published firmware. What they compute, FP16
// after each operation, a product of all of x or of all of h rounded once, or where MatrixRf or a chain has
// no room for all their columns, one after the other added to what is there already:
//   lstm   x_g = W_g x + b_g, with a peephole P_g c + that; i, f, o = sigmoid(R_g h + x_g);
//          c = tanh(R_c h + x_c) * i + f * c; h = tanh(c) * o
//   gru    x_g = W_g x + b_g; z, r = sigmoid(R_g h + x_g); n = tanh(R_h (r * h) + x_h), or with the reset
//          after the product tanh((R_h h + b) * r + x_h); h = (h - n) * z + n
// Both biases of a gate are added before, in float32. What fills vectors up stays zero, as c and n do.
namespace lw::lower::processor {

struct RecurrentLayer {
    std::uint32_t gates = 4;
    std::uint32_t steps = 1, features = 1, hidden = 1;
    std::uint32_t tilesX = 1, tilesH = 1; // vectors of what it reads and holds
    std::vector<Chunk> chunks;            // of what it holds: rows of native matrices
    std::uint32_t mostColumns = 1;        // of native matrices in one product
    bool isStreamed = false;              // each product gets its matrices just before it
    bool hasBias = false;
    std::uint64_t matrices = 0;
    std::uint64_t dram =
        0; // the first matrix in DRAM: chunk after chunk, gate after gate, product after product
    std::optional<std::uint64_t> resident{}; // in MatrixRf, where they are from the start
    std::uint64_t biases = 0, peepholes = 0, hiddenAtStart = 0, cellAtStart = 0; // vectors in DRAM

    bool hasPartialSums() const { return std::max(tilesX, tilesH) > mostColumns; }
};

// E882, E883.
Result<RecurrentLayer> planRecurrent(const network::Network& network, const network::Layer& layer,
                                     const machine::ProcessorLimits& limits);
// Puts weights, biases and beginnings into DRAM; `name` is the layer's in the program.
void addRecurrentWeights(FirmwareText& text, const network::Layer& layer, const std::string& name,
                         std::uint32_t nativeDimension, RecurrentLayer& plan);
// Hints what of ONNX's arrays W, R, B each of them is.
void hintRecurrent(FirmwareText& text, const network::Layer& layer, const std::string& name,
                   std::uint32_t nativeDimension, const RecurrentLayer& plan);
// E883.
Outcome writeRecurrent(const Writing& writing, const network::Layer& layer, const RecurrentLayer& plan,
                       const Place& from, const Place& to);

} // namespace lw::lower::processor
