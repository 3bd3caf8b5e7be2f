// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/arithmetic.h"

#include <array>
#include <cstddef>
#include <cstdint>

// The innermost loops of sums, written so that the compiler keeps chains in the host's registers and
// vectorises them.
namespace lw::network {

// Pixels whose chains grow together, so that weights are loaded once for all of them.
inline constexpr std::size_t kPixelsTogether = 8;

// Adds x[c] * w[c][n] to chain n of each pixel, for c ascending. `step` is between the rows of w, `apart`
// between the chains of two pixels.
template <typename T> struct Products {
    std::array<const T*, kPixelsTogether> x; // by pixel
    std::uint64_t channels = 0;
    const T* w = nullptr;
    std::uint64_t step = 0;
    T* chains = nullptr;
    std::uint64_t apart = 0;
    std::uint64_t outputs = 0;
};

// The chains [n, n + kLanes) of the first pixels.
template <typename T, std::size_t kPixels, std::size_t kLanes>
[[gnu::always_inline]] inline void growBlock(const Products<T>& p, std::uint64_t n) {
    T chain[kPixels][kLanes];
    const T* x[kPixels];
    for (std::size_t i = 0; i < kPixels; ++i) {
        x[i] = p.x[i];
        for (std::size_t l = 0; l < kLanes; ++l) chain[i][l] = p.chains[i * p.apart + n + l];
    }
    for (std::uint64_t c = 0; c < p.channels; ++c) {
        const T* __restrict const w = p.w + c * p.step + n;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < kPixels; ++i) {
            const T factor = x[i][c];
            for (std::size_t l = 0; l < kLanes; ++l) chain[i][l] = multiplyAdd(factor, w[l], chain[i][l]);
        }
    }
    for (std::size_t i = 0; i < kPixels; ++i)
        for (std::size_t l = 0; l < kLanes; ++l) p.chains[i * p.apart + n + l] = chain[i][l];
}
template <typename T, std::size_t kPixels> [[gnu::always_inline]] inline void grow(const Products<T>* p) {
    constexpr std::uint64_t kMany = 32, kSome = 8;
    std::uint64_t n = 0;
    for (; n + kMany <= p->outputs; n += kMany) growBlock<T, kPixels, kMany>(*p, n);
    for (; n + kSome <= p->outputs; n += kSome) growBlock<T, kPixels, kSome>(*p, n);
    for (; n < p->outputs; ++n) growBlock<T, kPixels, 1>(*p, n);
}
// One channel for each output: for groups of one channel.
template <typename T> [[gnu::always_inline]] inline void growByChannel(const Products<T>* p) {
    for (std::uint64_t n = 0; n < p->outputs; ++n)
        p->chains[n] = multiplyAdd(p->x[0][n], p->w[n], p->chains[n]);
}

template <typename T>
[[gnu::always_inline]] inline void sumOfRows(T* sum, const T* more, std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) sum[n] = plus(sum[n], more[n]);
}

} // namespace lw::network
