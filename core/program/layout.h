// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "core/program/target.h"
#include "core/tensor/tensor.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lw::program {

// Where the elements of a tensor lie, in bytes from the first byte of its first unit. Elements are
// little-endian, so that the even one of two bf16 is the low half of its word.
//
//   Row,  a space of rows (vmem), last extent fits a row: every slice along the last dimension
//         begins on a row.
//   Row,  otherwise: packed without gaps from the first unit on.
//   Tile, in every space: [.., M, N] (a vector is [1, N]) in tiles of tileRows x (tileColumns words
//         of elements); a tile row is tileColumns words, a tile is tileRows such rows one after the other,
//         tiles lie row-major.
class Arrangement {
  public:
    // A stretch of elements that follow each other in memory and in row-major order.
    struct Run {
        std::uint64_t element = 0; // row-major number of the first one
        std::uint64_t offset = 0;  // its byte
        std::uint64_t count = 0;   // elements
    };

    // E530 when the tensor with its padding exceeds the whole space, E501 when it cannot even be counted.
    static Result<Arrangement> make(const Target& target, tensor::DType dtype, tensor::Shape shape,
                                    isa::SpaceId space, Layout layout);
    static Result<Arrangement> make(const Target& target, const NamedTensor& tensor);

    tensor::DType dtype() const { return m_dtype; }
    const tensor::Shape& shape() const { return m_shape; }
    std::uint64_t units() const { return m_units; } // length in units of the space, padding included
    std::uint64_t bytes() const { return m_units * m_unitBytes; } // the same in bytes

    // The byte of an element; `index` has one entry per dimension, each below its extent.
    std::uint64_t offsetOf(std::span<const std::uint64_t> index) const;
    // The row-major number of the element a byte belongs to; nothing for padding.
    std::optional<std::uint64_t> elementAt(std::uint64_t offset) const;

    // All elements, run after run, ascending by element.
    std::uint64_t runs() const;
    Run run(std::uint64_t number) const;

  private:
    std::uint64_t offsetIn(std::uint64_t slice, std::uint64_t column) const;

    tensor::DType m_dtype = tensor::DType::F32;
    tensor::Shape m_shape;
    std::uint64_t m_elementBytes = 0;
    std::uint64_t m_unitBytes = 0;
    std::uint64_t m_units = 0;
    std::uint64_t m_slices = 1;       // stretches along the last dimension
    std::uint64_t m_columns = 1;      // elements in each
    std::uint64_t m_rowsPerSheet = 1; // Tile: the last but one extent; a sheet is one matrix of a stack
    std::uint64_t m_tileRows = 1;     // Row: 1, and ...
    std::uint64_t m_tileColumns = 1;  // ... the elements of a stretch without a gap
    std::uint64_t m_rowBytes = 0;     // from one row of a tile (Row: from one slice) to the next
};

// The bytes of all units, padding zero. E532 when type or shape differ.
// `stop` is looked at every few milliseconds: E004.
Result<std::vector<std::byte>> pack(const Arrangement& arrangement, const tensor::Tensor& tensor,
                                    const std::atomic<bool>* stop = nullptr);
// The tensor out of at least bytes() bytes, of which padding is not looked at.
tensor::Tensor unpack(const Arrangement& arrangement, std::span<const std::byte> bytes);

} // namespace lw::program
