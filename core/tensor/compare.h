// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::tensor {

enum class NanPolicy : std::uint8_t { EqualsNan, NeverEqual };

// How far apart two elements may be. An element is accepted if it is equal under ==, or within
// atol + rtol * |expected|, or within `ulp` steps of its type; infinities only if they are equal.
// All zero: exact, and -0 equals +0.
struct Tolerance {
    double atol = 0;
    double rtol = 0;
    std::uint64_t ulp = 0;
    NanPolicy nan = NanPolicy::EqualsNan;
};

// One pair of elements. Between a number and a NaN, or a finite number and an infinity, the difference is
// infinite and `ulp` the greatest possible number.
struct Deviation {
    std::uint64_t element = 0; // row-major number
    std::vector<std::uint64_t> index;
    double got = 0;
    double expected = 0;
    double difference = 0; // |got - expected|
    std::uint64_t ulp = 0; // steps between them in their type; for integers their distance
};

struct Comparison {
    std::uint64_t compared = 0;
    std::uint64_t differing = 0;   // not equal under ==, NaN as the policy says
    std::uint64_t beyond = 0;      // of these, outside the tolerance
    std::uint64_t signedZeros = 0; // pairs of -0 and +0; they count as equal
    std::uint64_t largestUlp = 0;  // over all pairs of finite numbers
    // The first with the greatest difference: among those beyond, else among those differing.
    std::optional<Deviation> worst;

    bool exact() const { return differing == 0; }
    bool accepted() const { return beyond == 0; }
};

// Element by element. Types and shapes must be equal: E503, E504.
Result<Comparison> compare(const Tensor& got, const Tensor& expected, const Tolerance& tolerance);

// Steps between two elements of a type, as in Deviation::ulp: infinity between a number and a NaN,
// or a finite number and an infinity; 0 between two NaNs.
double ulpBetween(DType type, const std::byte* got, const std::byte* expected);

// Whether each element is a number, and not an infinity.
bool isFinite(const Tensor& tensor);

} // namespace lw::tensor
