// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/state_tree.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <span>
#include <string>

// What the bits of a cell mean to a reader.
namespace lw::machine {

// The bits of an element, low bits first, at most 8 bytes.
std::uint64_t bitsOf(std::span<const std::byte> bytes);

// A real, shortest form that reads back the same; "nan" for every NaN.
std::string realText(double value, tensor::DType type);
// The element as the type reads it.
std::string cellText(tensor::DType type, std::uint64_t bits);
// "[1][5]": the place of an element in its node.
std::string indexText(const Node& node, std::uint64_t element);

} // namespace lw::machine
