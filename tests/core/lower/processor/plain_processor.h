// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <vector>

// What a network gives on the neural network processor, by plain loops over doubles and functions of libm.
namespace lw::test {

struct PlainFormats {
    int native = 4;                       // numbers of a block
    int vectorBits = 5, matrixBits = 4;   // mantissas
    std::uint32_t mostColumns = 1u << 20; // blocks that one product multiplies
    bool areIntegers = false;             // mantissas
};
// Rounded to mantissas of `bits` bits with a shared exponent of 5 bits, or to integers.
std::vector<double> plainBlock(std::vector<double> values, int bits, bool areIntegers);
// lstm and gru, of which `x` is all steps one after the other.
std::vector<double> plainRecurrent(const network::Layer& layer, const std::vector<double>& x,
                                   const PlainFormats& formats);
// Every value, by its ValueId: its numbers in their order, each one of FP16.
std::vector<std::vector<double>> plainValues(const network::Network& network,
                                             const std::vector<double>& input, const PlainFormats& formats);

} // namespace lw::test
