// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/quantise.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What a network lost by becoming int8.
namespace lw::network {

// For one output, over all samples: how far the numbers of its codes are from float32.
struct OutputLoss {
    double largest = 0, mean = 0;
    double low = 0, high = 0; // the range of the float32 numbers
};
// Among samples whose class is known, those for which it is the largest element of the first output.
struct Right {
    std::uint64_t real = 0, int8 = 0;
};
struct QuantiseLoss {
    std::vector<OutputLoss> outputs; // in the order of the network's
    Right right;
};

// `classes`: one for each sample, or none.
Result<QuantiseLoss> lossOf(const Quantised& quantised, std::span<const tensor::Tensor> samples,
                            std::span<const std::uint64_t> classes, const ReferenceOptions& options);

} // namespace lw::network
