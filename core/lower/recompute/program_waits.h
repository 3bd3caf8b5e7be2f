// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/cost_model.h"
#include "core/network/geometry.h"

#include <cstdint>
#include <vector>

// What products and losses take on the chip besides the work that is counted, as its programs do them:
// products tap by tap, with the next weights on their way meanwhile.
namespace lw::lower::recompute {

// A layer with weights as a convolution.
struct ProductWindow {
    network::Axis rows, columns;
    std::uint64_t madeRows = 1, madeColumns = 1; // windows
    std::uint64_t inputs = 1, outputs = 1;       // channels
};

// Of the loss, of that many elements: Count::Softmax or Count::Squares.
double waitsOfLoss(Count of, double elements, const CostModel& model);

// Clocks of the products that give `made` channels, forward ones or the gradient of what was read: the first
// weights, the last sums, and weights that take longer than the products beside them.
double waitsOfProducts(const ProductWindow& window, std::uint64_t made, const CostModel& model);

// Registers of the products of the gradient of what was read: for each block of its channels, tap by tap,
// once for each block of what was made.
std::vector<std::uint64_t> dataPassesOf(const ProductWindow& window, const CostModel& model);

// The gradient of the weights: registers that go into the matrix unit, and clocks besides: positions go
// through the transpose unit, square by square, and become the side that is walked.
struct WeightProducts {
    double registers = 0, waits = 0;
    std::uint64_t runs = 0; // of positions, each transposed at once
};
WeightProducts weightProductsOf(const ProductWindow& window, const CostModel& model);

} // namespace lw::lower::recompute
