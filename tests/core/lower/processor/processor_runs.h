// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/tensor/tensor.h"
#include "tests/core/lower/processor/plain_processor.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

class QTemporaryDir;

// Networks that run on neural network processors of every size.
namespace lw::test {

using Sizes = std::map<std::string, std::uint32_t>;
// On which everything fits. Defined here, so that constants of tests may be made of it.
inline const Sizes kLarge{
    {"chainVectors", 4096},       {"initialVectors", 65536},   {"addSub0Vectors", 4096},
    {"addSub1Vectors", 4096},     {"multiplyVectors", 4096},   {"matrices", 4096},
    {"netInBytes", 1 << 20},      {"netOutBytes", 1 << 20},    {"vectorDramBytes", 1 << 20},
    {"matrixDramBytes", 1 << 22}, {"instructionRows", 1 << 20}};
Sizes with(Sizes sizes, const Sizes& others);
// The teaching machine with other numbers, as a file.
std::string machineFile(const QTemporaryDir& folder, const Sizes& sizes);

std::vector<double> numbersOf(const tensor::Tensor& tensor);

// A network that nobody chose and a processor of any size, with blocks or integers, whose networks have
// larger numbers.
struct OnProcessor {
    network::Network network;
    tensor::Tensor x;
    Sizes sizes;
    PlainFormats formats; // of the same processor
};
OnProcessor layersOnProcessor(std::uint32_t seed);    // RandomLayers
OnProcessor recurrentOnProcessor(std::uint32_t seed); // RandomRecurrent

// What the firmware gives; a fault is told.
Result<std::vector<tensor::Tensor>> ranOn(const network::Network& network, const std::string& machine,
                                          const tensor::Tensor& x, std::string& fault);
// The first element that differs, as text; empty: none.
std::string differenceOf(const network::Network& network, const std::vector<tensor::Tensor>& got,
                         const std::vector<std::vector<double>>& wanted);

} // namespace lw::test
