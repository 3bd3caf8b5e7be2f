// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace reference {

namespace {

constexpr float kSmallestNormal = 0x1p-126f;
// Below this an exact value rounds, with an unbounded exponent,
// to something under the smallest normal number.
constexpr double kTiny = 0x1p-126 - 0x1p-151;

float zeroLike(double value) { return std::signbit(value) ? -0.0f : 0.0f; }
float readOperand(float x) { return std::fabs(x) < kSmallestNormal ? zeroLike(x) : x; }
float oneNan() { return fromBits(0x7fc00000); }

// For a value that double holds exactly: the float32 result of the operation.
float rounded(double exact) {
    if (std::isnan(exact)) return oneNan();
    if (std::fabs(exact) < kTiny) return zeroLike(exact);
    return static_cast<float>(exact);
}

} // namespace

float fromBits(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::uint32_t toBits(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A sum of two float32 that is under the smallest normal number is exact,
// so that looking at the result is enough.
float add(float x, float y) {
    const float sum = readOperand(x) + readOperand(y);
    if (std::isnan(sum)) return oneNan();
    return readOperand(sum);
}

float subtract(float x, float y) { return std::isnan(y) ? oneNan() : add(x, -y); }

float multiply(float x, float y) { return rounded(double{readOperand(x)} * double{readOperand(y)}); }

float multiplyAdd(float x, float y, float z) {
    const float a = readOperand(x), b = readOperand(y), c = readOperand(z);
    const float r = std::fma(a, b, c);
    if (std::isnan(r)) return oneNan();
    if (std::fabs(r) > kSmallestNormal || r == 0.0f) return r;
    if (std::fabs(r) < kSmallestNormal) return zeroLike(r);
    // Exactly the smallest normal number: the exact value may lie just below it. The product is exact in
    // double, and so is the sum as a pair of doubles.
    const double product = double{a} * double{b}, addend = c;
    const double sum = product + addend;
    const double part = sum - product;
    const double rest = (product - (sum - part)) + (addend - part);
    const double under = std::fabs(sum) - kTiny + (std::signbit(sum) ? -rest : rest);
    return under < 0 ? zeroLike(r) : r;
}

float larger(float x, float y) {
    const float a = readOperand(x), b = readOperand(y);
    if (std::isnan(a) || std::isnan(b)) return oneNan();
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

float smaller(float x, float y) {
    const float a = readOperand(x), b = readOperand(y);
    if (std::isnan(a) || std::isnan(b)) return oneNan();
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
}

std::uint16_t bf16Bits(float x) {
    if (std::isnan(x)) return 0x7fc0;
    const std::uint32_t bits = toBits(readOperand(x));
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float roundToBf16(float x) { return fromBits(std::uint32_t{bf16Bits(x)} << 16); }

Matrix matrixUnit(const Matrix& x, const Matrix& w) {
    Matrix weights = w;
    for (float& v : weights.values) v = roundToBf16(v);
    Matrix out(x.rows, w.columns);
    for (std::size_t r = 0; r < x.rows; ++r) {
        float* const sums = out.values.data() + r * w.columns;
        for (std::size_t k = 0; k < x.columns; ++k) {
            const float left = roundToBf16(x.at(r, k));
            for (std::size_t n = 0; n < w.columns; ++n)
                sums[n] = multiplyAdd(left, weights.at(k, n), sums[n]);
        }
        for (std::size_t n = 0; n < w.columns; ++n) sums[n] += 0.0f;
    }
    return out;
}

Matrix tiledProduct(const Matrix& x, const Matrix& w, std::size_t tile) {
    Matrix out;
    for (std::size_t from = 0; from < x.columns; from += tile) {
        const std::size_t count = std::min(tile, x.columns - from);
        Matrix left(x.rows, count), right(count, w.columns);
        for (std::size_t r = 0; r < x.rows; ++r)
            for (std::size_t k = 0; k < count; ++k) left.at(r, k) = x.at(r, from + k);
        for (std::size_t k = 0; k < count; ++k)
            for (std::size_t n = 0; n < w.columns; ++n) right.at(k, n) = w.at(from + k, n);
        const Matrix part = matrixUnit(left, right);
        if (from == 0)
            out = part;
        else
            for (std::size_t i = 0; i < out.values.size(); ++i)
                out.values[i] = add(out.values[i], part.values[i]);
    }
    return out;
}

Matrix transposed(const Matrix& m) {
    Matrix out(m.columns, m.rows);
    for (std::size_t r = 0; r < m.rows; ++r)
        for (std::size_t c = 0; c < m.columns; ++c) out.at(c, r) = m.at(r, c);
    return out;
}

float laneSum(const float* values, std::size_t count, std::size_t lanes) {
    float sum = values[0];
    for (std::size_t i = 1; i < count; ++i) sum = add(sum, values[i]);
    return count < lanes ? add(sum, 0.0f) : sum;
}

float laneMax(const float* values, std::size_t count) {
    float top = values[0];
    for (std::size_t i = 1; i < count; ++i) top = larger(top, values[i]);
    return top;
}

} // namespace reference
