// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"
#include "core/training/numbers.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

// Tensors as the loops have them, and back: the batch inside of the pixels, [row][column][image][channel].
namespace lw::train {

template <typename T>
constexpr tensor::DType kTypeOf = std::is_same_v<T, double> ? tensor::DType::F64 : tensor::DType::F32;

// The numbers of a float32 or float64 tensor in its order; `flushes`: denormals become 0.
template <typename T> std::vector<T> numbersOf(const tensor::Tensor& tensor, bool flushes) {
    std::vector<T> out(tensor.count());
    if constexpr (std::is_same_v<T, double>) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = tensor.dtype() == tensor::DType::F64 ? tensor.at<double>(i) : tensor.at<float>(i);
    } else {
        static_assert(sizeof(T) == sizeof(std::uint32_t));
        LW_REQUIRE(tensor.dtype() == tensor::DType::F32, "float32 of another type");
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto bits = tensor.at<std::uint32_t>(i);
            out[i] = std::bit_cast<T>(flushes ? numeric::flushed(bits) : bits);
        }
    }
    return out;
}
template <typename T> tensor::Tensor tensorOf(tensor::Shape shape, std::span<const T> numbers) {
    return tensor::Tensor::of<T>(kTypeOf<T>, std::move(shape), numbers);
}

// [image][pixel][channel] as [pixel][image][channel], or, with pixels for images, back.
template <typename T>
std::vector<T> exchanged(std::span<const T> numbers, std::uint64_t images, std::uint64_t pixels,
                         std::uint64_t channels) {
    std::vector<T> out(numbers.size());
    for (std::uint64_t image = 0; image < images; ++image)
        for (std::uint64_t pixel = 0; pixel < pixels; ++pixel)
            std::copy_n(numbers.data() + (image * pixels + pixel) * channels, channels,
                        out.data() + (pixel * images + image) * channels);
    return out;
}

template <typename T> void makeCanonical(std::vector<T>& numbers) {
    for (T& x : numbers) x = canonicalOf(x);
}

} // namespace lw::train
