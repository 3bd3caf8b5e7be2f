// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plain_product.h"

#include <cstdint>

namespace lw::bench {

template <typename Sum, typename Input>
std::vector<Sum> plainProduct(const ProductSize& size, const std::vector<Input>& a,
                              const std::vector<Input>& b) {
    std::vector<Sum> product(size.m * size.n);
    for (std::size_t m = 0; m < size.m; ++m) {
        Sum* const row = &product[m * size.n];
        for (std::size_t k = 0; k < size.k; ++k) {
            const Sum left = a[m * size.k + k];
            const Input* const right = &b[k * size.n];
            for (std::size_t n = 0; n < size.n; ++n) row[n] += left * right[n];
        }
    }
    return product;
}

template std::vector<std::int32_t> plainProduct(const ProductSize&, const std::vector<std::int8_t>&,
                                                const std::vector<std::int8_t>&);
template std::vector<float> plainProduct(const ProductSize&, const std::vector<float>&,
                                         const std::vector<float>&);
template std::vector<double> plainProduct(const ProductSize&, const std::vector<float>&,
                                          const std::vector<float>&);

} // namespace lw::bench
