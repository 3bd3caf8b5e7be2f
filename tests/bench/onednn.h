// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

// oneDNN as something to be measured against; one thread. What is prepared once (weights in the form oneDNN
// likes best) does not count: each function gives the call that does. Where oneDNN is not installed the call
// is empty.
namespace lw::bench {

inline constexpr const char* kNoOneDnn = "oneDNN 2 is not installed"; // for a figure's note

// c = a * b, float32, row-major, n x n.
std::function<void()> oneDnnMatmul(std::size_t n, const float* a, const float* b, float* c);

// y = x * w, row-major; x is m x k, w is k x n.
struct ProductShape {
    std::int64_t m = 0, n = 0, k = 0;
};
std::function<void()> oneDnnProduct(const ProductShape& shape, const std::int8_t* x, const std::int8_t* w,
                                    std::int32_t* y);

// y = relu(bias + convolution of x with w). x is [side][side][channels], w is
// [kernel][kernel][channels][kernels], y has the pixels that fit times the kernels.
struct ConvolutionShape {
    std::int64_t side = 0, channels = 0, kernel = 0, kernels = 0;
    std::int64_t stride = 1, pad = 0; // both ways

    std::int64_t outputSide() const { return (side + 2 * pad - kernel) / stride + 1; }
};
std::function<void()> oneDnnConvolution(const ConvolutionShape& shape, const std::int8_t* x,
                                        const std::int8_t* w, const std::int32_t* bias, std::int32_t* y);
std::function<void()> oneDnnConvolution(const ConvolutionShape& shape, const float* x, const float* w,
                                        const float* bias, float* y);

} // namespace lw::bench
