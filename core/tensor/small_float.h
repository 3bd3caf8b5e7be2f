// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// The two 16-bit floats as files hold them: IEEE rounding and denormals. What a chip does to its bfloat16 is
// the chip's business, not this one's.
namespace lw::tensor {

struct SmallFloat {
    int exponentBits = 0;
    int mantissaBits = 0;
};
inline constexpr SmallFloat kFloat16{5, 10};
inline constexpr SmallFloat kBfloat16{8, 7};

// Exact.
double smallFloatValue(std::uint16_t bits, SmallFloat format);
// Nearest, ties to even, overflow to infinity; every NaN becomes the quiet one of its sign.
std::uint16_t smallFloatBits(double value, SmallFloat format);
// The same of an integer, rounded once.
std::uint16_t smallFloatBits(bool negative, std::uint64_t magnitude, SmallFloat format);

} // namespace lw::tensor
