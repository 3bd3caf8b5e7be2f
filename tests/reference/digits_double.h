// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/bounded.h"
#include "tests/reference/digits.h"

// The digits example in double precision without any rounding, and with every number a bound on how far the
// chip's may be from it. Always one step, from weights that both begin with: over many steps two trainings
// drift apart by more than any bound that is of use.
namespace reference {

struct BoundedLayer {
    std::size_t columns = 0;
    std::vector<Bounded> weights; // row-major
    std::vector<Bounded> bias;
};

struct BoundedStep {
    Bounded loss;
    std::vector<Bounded> logits; // [batch, 10]
    std::vector<BoundedLayer> gradients;
};

BoundedStep stepInDouble(const Samples& samples, const std::vector<std::int32_t>& order,
                         const std::vector<Layer>& layers);

// Samples that the network gets right, and those whose answer the chip's rounding could change.
struct BoundedCount {
    std::size_t correct = 0, uncertain = 0;
};
BoundedCount correctInDouble(const Samples& samples, const std::vector<Layer>& layers);

} // namespace reference
