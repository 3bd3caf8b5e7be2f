// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/block_float.h"
#include "core/numeric/half.h"

#include <cstdint>
#include <span>

// Whole vectors of FP16: for each element the bits of the function in half.h or block_float.h, by the
// instructions of the level in use (host_control.h).
namespace lw::numeric {

// Each takes the second operand, as long as the first, and leaves its result in the first.
void addHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow);
void subtractHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow); // x - y
void subtractFromHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow);
void multiplyHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow);
void maxHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow);

void reluHalves(std::span<std::uint16_t> x);
void sigmoidHalves(std::span<std::uint16_t> x);
void tanhHalves(std::span<std::uint16_t> x);

// halfOf() of each value.
void roundToHalves(std::span<const double> values, Overflow overflow, std::uint16_t* codes);
// encodeBlock() of their values.
int encodeHalves(std::span<const std::uint16_t> codes, BlockFormat format, const BlockRounding& how,
                 std::int16_t* mantissas, BlockLosses* losses = nullptr);

namespace detail {
// Sums, differences and products of a host with F16C, of as many elements as whole registers hold; give how
// many these are.
struct HalfKernel {
    using Loop = std::size_t (*)(std::uint16_t* x, const std::uint16_t* y, std::size_t count, bool saturates);
    Loop add, subtract, subtractFrom, multiply;
};
extern const HalfKernel kAvx2Halves, kAvx512Halves;
} // namespace detail

} // namespace lw::numeric
