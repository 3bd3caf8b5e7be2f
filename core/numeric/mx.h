// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/small_float.h"

#include <cstdint>
#include <span>
#include <string_view>

// The formats of OCP Microscaling Formats (MX) Specification 1.0: up to 32 elements of a small format, and a
// power of two that scales them all. value = element * scale.
namespace lw::numeric {

enum class MxFormat : std::uint8_t { Int8, Fp8E4m3, Fp8E5m2, Fp6E3m2, Fp6E2m3, Fp4E2m1 };
inline constexpr int kMxFormats = 6;
inline constexpr std::size_t kMxBlock = 32; // elements that share a scale

std::string_view nameOf(MxFormat format); // "mxfp8-e4m3"
int elementBits(MxFormat format);
// The small float that the elements are; null of Int8, whose elements are two's complement in units of 2^-6.
const SmallFloat* elementFloat(MxFormat format);

// E8M0: the scale is 2^(code - 127); 255 is a NaN, and so are then all values of the block.
inline constexpr std::uint8_t kScaleNan = 0xff;
inline constexpr int kScaleBias = 127;

// Converts as section 6.3 of the specification has it. The scale is the largest power of two that is not
// above the largest magnitude, divided by the largest power of two of the element format; each value divided
// by it is rounded to the element format, and what is beyond its largest number becomes that. What the
// specification leaves open: the scale is clamped to its range, of zeros it is the smallest one; a block
// with a NaN or an infinity has the scale NaN and elements of zero; an Int8 never becomes -2, so that it is
// symmetric. Writes as many codes as there are values, which are at most kMxBlock; gives the code of the
// scale. `draws` are for Rounding::Stochastic, one for each value.
std::uint8_t encodeMx(std::span<const double> values, MxFormat format, std::span<std::uint8_t> codes,
                      Rounding rounding = Rounding::NearestEven, std::span<const std::uint32_t> draws = {});

// The value of an element by itself, and scaled; both exact.
double mxElement(std::uint8_t code, MxFormat format);
double mxValue(std::uint8_t code, std::uint8_t scale, MxFormat format);

} // namespace lw::numeric
