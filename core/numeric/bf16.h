// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/float_bits.h"

// bfloat16: the upper half of a float32. Denormals are zero on both sides, NaN is the canonical NaN.
namespace lw::numeric {

inline constexpr std::uint32_t kCanonicalNanBf16 = kCanonicalNan >> 16;

// The nearest bfloat16 (ties to even) of the float32 with these bits, in the low 16 bits;
// beyond the range: infinity.
[[gnu::always_inline]] constexpr std::uint32_t bf16Of(std::uint32_t bits) {
    const std::uint32_t source = flushed(bits);
    const std::uint32_t rounded = (source + 0x7fff + ((source >> 16) & 1)) >> 16;
    return isNan(bits) ? kCanonicalNanBf16 : rounded;
}

// The bits of the float32 with the value of the bfloat16 in the low 16 bits of `half`;
// the high bits are ignored.
[[gnu::always_inline]] constexpr std::uint32_t bitsOfBf16(std::uint32_t half) {
    return canonical(flushed(half << 16));
}

// A float32 rounded to the nearest bfloat16, kept as float32.
[[gnu::always_inline]] constexpr std::uint32_t roundedToBf16(std::uint32_t bits) {
    return bf16Of(bits) << 16;
}

} // namespace lw::numeric
