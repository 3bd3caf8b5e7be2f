// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/state_tree.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <span>
#include <string>

// What the bits of a cell mean to a reader.
namespace lw::machine {

// What the elements of a node are read as, unless someone says otherwise: words of vector registers, vector
// memory and high bandwidth memory as float32, of scalar registers and scalar memory as signed integers,
// 16-bit weights as bfloat16.
tensor::DType naturalType(const Node& node);

// The bits of an element, low bits first, at most 8 bytes.
std::uint64_t bitsOf(std::span<const std::byte> bytes);

// A real, shortest form that reads back the same; "nan" for every NaN.
std::string realText(double value, tensor::DType type);
// The element as the type reads it.
std::string cellText(tensor::DType type, std::uint64_t bits);
// "[1][5]": the place of an element in its node.
std::string indexText(const Node& node, std::uint64_t element);

} // namespace lw::machine
