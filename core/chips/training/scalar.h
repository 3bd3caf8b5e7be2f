// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The scalar ALUs: pure functions, also the template arguments of the interpreter's handlers.
namespace lw::training {

constexpr std::int32_t signedOf(std::uint32_t word) { return static_cast<std::int32_t>(word); }
constexpr std::uint32_t word(std::int32_t value) { return static_cast<std::uint32_t>(value); }

constexpr std::uint32_t scalarNop(std::uint32_t, std::uint32_t) { return 0; }
constexpr std::uint32_t scalarMove(std::uint32_t, std::uint32_t y) { return y; }
constexpr std::uint32_t scalarAdd(std::uint32_t x, std::uint32_t y) { return x + y; }
constexpr std::uint32_t scalarSub(std::uint32_t x, std::uint32_t y) { return x - y; }
constexpr std::uint32_t scalarMul(std::uint32_t x, std::uint32_t y) { return x * y; }
constexpr std::uint32_t scalarAnd(std::uint32_t x, std::uint32_t y) { return x & y; }
constexpr std::uint32_t scalarOr(std::uint32_t x, std::uint32_t y) { return x | y; }
constexpr std::uint32_t scalarXor(std::uint32_t x, std::uint32_t y) { return x ^ y; }
constexpr std::uint32_t scalarShl(std::uint32_t x, std::uint32_t y) { return y < 32 ? x << y : 0; }
constexpr std::uint32_t scalarShr(std::uint32_t x, std::uint32_t y) { return y < 32 ? x >> y : 0; }
constexpr std::uint32_t scalarSra(std::uint32_t x, std::uint32_t y) {
    return word(signedOf(x) >> (y < 32 ? y : 31));
}
constexpr std::uint32_t scalarMin(std::uint32_t x, std::uint32_t y) {
    return signedOf(x) < signedOf(y) ? x : y;
}
constexpr std::uint32_t scalarMax(std::uint32_t x, std::uint32_t y) {
    return signedOf(x) < signedOf(y) ? y : x;
}
constexpr std::uint32_t scalarCmpEq(std::uint32_t x, std::uint32_t y) { return x == y; }
constexpr std::uint32_t scalarCmpNe(std::uint32_t x, std::uint32_t y) { return x != y; }
constexpr std::uint32_t scalarCmpLt(std::uint32_t x, std::uint32_t y) { return signedOf(x) < signedOf(y); }
constexpr std::uint32_t scalarCmpLe(std::uint32_t x, std::uint32_t y) { return signedOf(x) <= signedOf(y); }
constexpr std::uint32_t scalarCmpLtu(std::uint32_t x, std::uint32_t y) { return x < y; }
constexpr std::uint32_t scalarCmpLeu(std::uint32_t x, std::uint32_t y) { return x <= y; }

} // namespace lw::training
