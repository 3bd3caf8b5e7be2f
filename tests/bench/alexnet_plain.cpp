// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/alexnet_plain.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lw::bench {

template <typename T, typename Sum> Meant meantBy(const Numbers<T, Sum>& numbers) {
    Meant meant;
    for (std::size_t row = 0; row < kOut; ++row)
        for (std::size_t column = 0; column < kOut; ++column) {
            std::array<double, kKernels> sum, magnitude;
            for (std::size_t n = 0; n < kKernels; ++n) {
                sum[n] = numbers.bias[n];
                magnitude[n] = std::abs(sum[n]);
            }
            for (std::size_t y = 0; y < kKernel; ++y) {
                const T* const x =
                    &numbers.image[((row * kStride + y) * kImage + column * kStride) * kColours];
                const T* const w = &numbers.weights[y * kKernel * kColours * kKernels];
                for (std::size_t i = 0; i < kKernel * kColours; ++i)
                    for (std::size_t n = 0; n < kKernels; ++n) {
                        const double product = static_cast<double>(x[i]) * w[i * kKernels + n];
                        sum[n] += product;
                        magnitude[n] += std::abs(product);
                    }
            }
            meant.sums.insert(meant.sums.end(), sum.begin(), sum.end());
            meant.magnitudes.insert(meant.magnitudes.end(), magnitude.begin(), magnitude.end());
        }
    return meant;
}

template Meant meantBy(const Numbers<std::int8_t, std::int32_t>& numbers);
template Meant meantBy(const Numbers<float, float>& numbers);

bool fits(const std::vector<std::int8_t>& got, const Meant& meant) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double code = std::nearbyint(std::ldexp(std::max(meant.sums[i], 0.0), -int{kShift}));
        if (got[i] != std::min(code, 127.0)) return false;
    }
    return true;
}

bool fits(const std::vector<float>& got, const Meant& meant) {
    constexpr std::uint32_t kTaps = kKernel * kKernel * kColours;
    constexpr double kBound = (kTaps + 2) * 0.5 * std::numeric_limits<float>::epsilon();
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::abs(got[i] - std::max(meant.sums[i], 0.0)) <= kBound * meant.magnitudes[i])) return false;
    return true;
}

} // namespace lw::bench
