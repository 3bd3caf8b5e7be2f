// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/moves.h"
#include "core/network/network.h"

#include <vector>

// Functions that no circuit here computes. float is computed in float64, by the fixed sequences in
// numeric/elementary.h and in a fixed order, and rounded once; double uses libm and serves as the check.
namespace lw::network {

// exp(x - m) / sum of exp(x - m) along the cut's extent, with m the largest x; or the logarithm of that.
// NaN and +infinity make all of a run NaN.
template <typename T> std::vector<T> softmax(std::vector<T> x, const Cut& cut, bool isLogarithm);
// Which element of each run along the cut's extent is the largest, the first of equals; NaN before all.
template <typename T> std::vector<T> largestOf(const std::vector<T>& x, const Cut& cut);
// x / (k + alpha / size * s)^beta with s the sum of squares of neighbouring channels (ONNX's LRN).
template <typename T> std::vector<T> normalisedAcross(const Layer& layer, std::vector<T> x);
// x above 0, else alpha * (exp(x) - 1).
template <typename T> std::vector<T> exponentialUnits(std::vector<T> x, double alpha);
template <typename T> std::vector<T> exponentials(std::vector<T> x);
template <typename T> std::vector<T> logarithms(std::vector<T> x);

} // namespace lw::network
