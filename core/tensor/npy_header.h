// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/dtype.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lw::tensor {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY"; // its first bytes

enum class Order { RowMajor, Fortran };
enum class ByteOrder { Little, Big };

struct NpyHeader {
    DType dtype = DType::F32;
    ByteOrder byteOrder = ByteOrder::Little;
    Order order = Order::RowMajor;
    Shape shape;
    std::size_t dataOffset = 0; // bytes from the beginning of the file
};

// Reads magic, version and dictionary; ignores everything after them. `name` is how errors call the file.
Result<NpyHeader> parseNpyHeader(std::span<const std::byte> file, std::string_view name);
// So many bytes of a file are enough for its header.
inline constexpr std::size_t kMostHeaderBytes = 65536 + 12;
// The shape that the beginning of a file promises; nothing if that is not a header.
std::optional<Shape> shapeInHeader(std::string_view beginning);
// Everything up to the data, padded so that the data begins at a multiple of 64 bytes.
std::string npyHeaderText(DType dtype, const Shape& shape);

} // namespace lw::tensor
