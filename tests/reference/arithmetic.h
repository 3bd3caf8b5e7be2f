// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The chip's float32 arithmetic, written down a second time from its description:
// one operation, one rounding to nearest even; a denormal operand is read as a zero of its sign,
// a result that is tiny after rounding becomes a zero of its sign; every NaN is the one quiet NaN.
// Plain scalar code, no special modes of the host.
namespace reference {

float fromBits(std::uint32_t bits);
std::uint32_t toBits(float value);

float add(float x, float y);
float subtract(float x, float y);
float multiply(float x, float y);
// x * y + z with one rounding.
float multiplyAdd(float x, float y, float z);
// The larger; a NaN wins; -0 is less than +0.
float larger(float x, float y);
float smaller(float x, float y);
// The nearest bfloat16, as a float32.
float roundToBf16(float x);
std::uint16_t bf16Bits(float x);

// A matrix of float32, row-major.
struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<float> values;

    Matrix() = default;
    Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c) {}
    Matrix(std::size_t r, std::size_t c, std::vector<float> v) : rows(r), columns(c), values(std::move(v)) {}
    float& at(std::size_t r, std::size_t c) { return values[r * columns + c]; }
    float at(std::size_t r, std::size_t c) const { return values[r * columns + c]; }
};

// What the matrix unit gives for x * w when all of k fits into it: both operands rounded to bfloat16,
// products added by one fused multiply-add each in ascending k, from +0. The zeros that fill the array up
// after the last k turn -0 into +0 and change nothing else.
Matrix matrixUnit(const Matrix& x, const Matrix& w);
// The same for any k: one pass of the unit per `tile` values of k,
// the passes added in float32 in ascending order.
Matrix tiledProduct(const Matrix& x, const Matrix& w, std::size_t tile);
Matrix transposed(const Matrix& m);

// The sum of a row of lanes as the reduction unit makes it: strictly ascending, starting with the first
// value. Lanes after the last value hold +0.
float laneSum(const float* values, std::size_t count, std::size_t lanes);
float laneMax(const float* values, std::size_t count);

} // namespace reference
