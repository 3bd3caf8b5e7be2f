// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/numeric/small_float.h"
#include "core/tensor/dtype.h"

#include <bit>
#include <cstring>
#include <type_traits>

// What an element of each type consists of. visit() turns a DType known at run time into a type.
namespace lw::tensor {

// A type whose numbers exist in C++.
template <typename T> struct PlainElement {
    using Stored = T;
    static constexpr bool kReal = std::is_floating_point_v<T>;
    static double value(T stored) { return static_cast<double>(stored); }
};
// A 16-bit float, stored as its bits.
template <int ExponentBits, int MantissaBits> struct SmallElement {
    using Stored = std::uint16_t;
    static constexpr bool kReal = true;
    static constexpr numeric::SmallFloat kFormat{ExponentBits, MantissaBits};
    static double value(std::uint16_t stored) { return numeric::smallFloatValue(stored, kFormat); }
};
using Float16Element = SmallElement<numeric::kFloat16.exponentBits, numeric::kFloat16.mantissaBits>;
using Bfloat16Element = SmallElement<numeric::kBfloat16.exponentBits, numeric::kBfloat16.mantissaBits>;
// 0 or 1 in a byte.
struct BoolElement {
    using Stored = std::uint8_t;
    static constexpr bool kReal = false;
    static double value(std::uint8_t stored) { return stored; }
};

template <typename Function> decltype(auto) visit(DType type, Function&& function) {
    switch (type) {
    case DType::F64: return function(PlainElement<double>{});
    case DType::F32: return function(PlainElement<float>{});
    case DType::F16: return function(Float16Element{});
    case DType::Bf16: return function(Bfloat16Element{});
    case DType::I64: return function(PlainElement<std::int64_t>{});
    case DType::I32: return function(PlainElement<std::int32_t>{});
    case DType::I16: return function(PlainElement<std::int16_t>{});
    case DType::I8: return function(PlainElement<std::int8_t>{});
    case DType::U64: return function(PlainElement<std::uint64_t>{});
    case DType::U32: return function(PlainElement<std::uint32_t>{});
    case DType::U16: return function(PlainElement<std::uint16_t>{});
    case DType::U8: return function(PlainElement<std::uint8_t>{});
    case DType::Bool: return function(BoolElement{});
    }
    broken("assertion", "visit", "an element type that does not exist", __FILE__, __LINE__);
}

template <typename T> T loadElement(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

} // namespace lw::tensor
