// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"
#include "core/numeric/float_order.h"
#include "core/numeric/fused.h"

// IEEE float32 arithmetic on words: nearest even, denormals kept, one NaN.
// For loops that run without the host's flushing.
namespace lw::numeric {

[[gnu::always_inline]] inline std::uint32_t add(std::uint32_t x, std::uint32_t y) {
    return canonical(bitsOf(floatOf(x) + floatOf(y)));
}
[[gnu::always_inline]] inline std::uint32_t subtract(std::uint32_t x, std::uint32_t y) {
    return canonical(bitsOf(floatOf(x) - floatOf(y)));
}
[[gnu::always_inline]] inline std::uint32_t multiply(std::uint32_t x, std::uint32_t y) {
    return canonical(bitsOf(floatOf(x) * floatOf(y)));
}
[[gnu::always_inline]] inline std::uint32_t divide(std::uint32_t x, std::uint32_t y) {
    return canonical(bitsOf(floatOf(x) / floatOf(y)));
}
// x * y + z, rounded once.
[[gnu::always_inline]] inline std::uint32_t fusedMultiplyAdd(std::uint32_t x, std::uint32_t y,
                                                             std::uint32_t z) {
    return canonical(bitsOf(static_cast<float>(oddProductSum(floatOf(x), floatOf(y), floatOf(z)))));
}

} // namespace lw::numeric
