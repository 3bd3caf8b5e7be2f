// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/circuit/circuit_arithmetic.h"

#include "core/network/arithmetic.h"
#include "core/numeric/activations.h"
#include "core/numeric/ieee.h"

namespace lw::scene::circuit {

namespace {

std::int32_t asSigned(std::uint32_t word) { return static_cast<std::int32_t>(word); }

} // namespace

std::uint32_t wordOf(tensor::DType type, std::uint64_t bits) {
    const auto word = static_cast<std::uint32_t>(bits);
    return type == tensor::DType::I8
               ? static_cast<std::uint32_t>(std::int32_t{static_cast<std::int8_t>(word)})
               : word;
}

std::uint32_t multiplyAdd(bool isFloat, std::uint32_t x, std::uint32_t w, std::uint32_t sum) {
    if (!isFloat)
        return static_cast<std::uint32_t>(network::multiplyAdd(asSigned(x), asSigned(w), asSigned(sum)));
    return numeric::canonical(numeric::bitsOf(
        network::multiplyAdd(numeric::floatOf(x), numeric::floatOf(w), numeric::floatOf(sum))));
}
std::uint32_t multiplied(bool isFloat, std::uint32_t x, std::uint32_t y) {
    return isFloat ? numeric::multiply(x, y) : x * y;
}
std::uint32_t added(bool isFloat, std::uint32_t x, std::uint32_t y) {
    return isFloat ? numeric::add(x, y) : x + y;
}
std::uint32_t larger(bool isFloat, std::uint32_t x, std::uint32_t y) {
    if (isFloat) return numeric::largerOf(x, y);
    return asSigned(x) > asSigned(y) ? x : y;
}
std::uint32_t smaller(bool isFloat, std::uint32_t x, std::uint32_t y) {
    if (isFloat) return numeric::smallerOf(x, y);
    return asSigned(x) < asSigned(y) ? x : y;
}
std::uint32_t activated(network::Activation activation, bool isFloat, std::uint32_t x) {
    switch (activation) {
    case network::Activation::Relu: return larger(isFloat, x, 0);
    case network::Activation::Sigmoid: return numeric::logistic(x);
    case network::Activation::Tanh: return numeric::hyperbolicTangent(x);
    default: return x;
    }
}

} // namespace lw::scene::circuit
