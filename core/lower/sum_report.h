// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/network/sum_pass.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Where the sums of a layer are made, as plain data. The sums of a strided layer are its first tensor.
namespace lw::lower {

// Rows and columns of the sums that go through the vector unit and the pooling circuitry together.
struct StripPlace {
    std::uint64_t row = 0, rows = 0, column = 0, columns = 0; // of the sums
    std::uint64_t channel = 0, channels = 0;
    std::uint32_t firstRow = 0, rowCount = 0; // instruction rows that make it, from vread to the last store
    bool operator==(const StripPlace&) const = default;
};

// A pass of the matrix unit over an area of the sums.
struct PassPlace {
    std::uint32_t pass = 0;                                   // which one of the layer's
    std::uint64_t row = 0, rows = 0, column = 0, columns = 0; // of the sums
    std::uint64_t channel = 0, channels = 0;
    std::uint32_t instruction = 0; // the matmul's row
    bool operator==(const PassPlace&) const = default;
};

// A picture in the unified buffer with the border around it; it may share its memory with others.
struct PlacedPicture {
    std::string name;                                  // in the program
    std::uint64_t address = 0;                         // its first byte
    std::uint64_t rows = 1, columns = 1, channels = 1; // with the border
    network::Padding pad;                              // the border
    tensor::DType type = tensor::DType::F32;
    bool operator==(const PlacedPicture&) const = default;
};

// How the sums of a convolution or dense layer are computed, strided or not: enough to say for each of them
// what was multiplied where. They are those of a convolution with stride 1; a dense layer's is 1 x 1.
struct SumReport {
    std::string name;                                  // of the layer
    std::uint64_t rows = 0, columns = 0, channels = 0; // of the sums
    network::Pair kernel, dilation;
    std::uint32_t groups = 1;
    PlacedPicture input, output;
    std::string tiles; // tensor of the program: [block of channels][pass][row][column]
    std::string bias;  // the same: [channels]; empty: none
    network::Activation activation = network::Activation::None;
    std::optional<network::Requant> requant{};
    std::vector<network::SumPass> passes;
    std::vector<PassPlace> passPlaces;
    std::vector<StripPlace> strips; // those that read the sums
    // Instruction rows from which another value may take the place of input or bias, and that of the output,
    // for the first image; 0: none does.
    std::uint32_t operandsUntilRow = 0, outputUntilRow = 0;
    bool operator==(const SumReport&) const = default;
};

} // namespace lw::lower
