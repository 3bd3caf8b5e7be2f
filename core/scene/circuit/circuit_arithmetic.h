// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/dtype.h"

#include <cstdint>

// The arithmetic of the inference circuit's array and vector unit, on words: bits of a float32, or an int32
// that wraps. Every NaN is the canonical one, so that a picture has the same bits on every host.
namespace lw::scene::circuit {

// An element of the input or of a tile as a word: int8 with its sign, float32 as it is.
std::uint32_t wordOf(tensor::DType type, std::uint64_t bits);

// sum + x * w; the product is not rounded (fused).
std::uint32_t multiplyAdd(bool isFloat, std::uint32_t x, std::uint32_t w, std::uint32_t sum);
std::uint32_t multiplied(bool isFloat, std::uint32_t x, std::uint32_t y);
std::uint32_t added(bool isFloat, std::uint32_t x, std::uint32_t y);
std::uint32_t larger(bool isFloat, std::uint32_t x, std::uint32_t y);
std::uint32_t smaller(bool isFloat, std::uint32_t x, std::uint32_t y);
std::uint32_t activated(network::Activation activation, bool isFloat, std::uint32_t x);

} // namespace lw::scene::circuit
