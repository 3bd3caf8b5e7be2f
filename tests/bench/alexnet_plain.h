// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

// AlexNet's first layer with random numbers, and what it is by plain loops.
namespace lw::bench {

constexpr std::uint32_t kImage = 227, kColours = 3, kKernel = 11, kStride = 4, kKernels = 96,
                        kFirst = kImage - kKernel + 1, kOut = (kFirst - 1) / kStride + 1;
constexpr std::uint32_t kShift = 12; // of requantisation

// int8 with int32, or float with float.
template <typename T, typename Sum> struct Numbers {
    std::vector<T> image, weights;
    std::vector<Sum> bias;

    Numbers() {
        std::mt19937 random(7);
        const auto fill = [&](auto& values, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                const auto word = static_cast<std::int32_t>(random());
                using Value = typename std::decay_t<decltype(values)>::value_type;
                if constexpr (std::is_floating_point_v<Value>)
                    values.push_back(std::ldexp(static_cast<float>(word), -31));
                else
                    values.push_back(static_cast<Value>(word >> 24));
            }
        };
        fill(image, std::size_t{kImage} * kImage * kColours);
        fill(weights, std::size_t{kKernel} * kKernel * kColours * kKernels);
        fill(bias, kKernels);
    }
};

// For each pixel and kernel the sum with its bias, before relu, and the sum of the magnitudes of all that is
// added.
struct Meant {
    std::vector<double> sums, magnitudes;
};
template <typename T, typename Sum> Meant meantBy(const Numbers<T, Sum>& numbers);

// int8 is exact: sums, relu, codes.
bool fits(const std::vector<std::int8_t>& got, const Meant& meant);
// Every order of float32 additions is within k half steps of the sum of the magnitudes (Higham, Accuracy and
// Stability of Numerical Algorithms, 3.1); max and relu keep that.
bool fits(const std::vector<float>& got, const Meant& meant);

} // namespace lw::bench
