// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

// What matrix products are checked against: plain loops, whatever libraries there are.
namespace lw::bench {

struct ProductSize {
    std::size_t m = 0, n = 0, k = 0;
};

// a * b, row-major; a is m x k, b is k x n. For int8 with int32, float with float, float with double.
template <typename Sum, typename Input>
std::vector<Sum> plainProduct(const ProductSize& size, const std::vector<Input>& a,
                              const std::vector<Input>& b);

} // namespace lw::bench
