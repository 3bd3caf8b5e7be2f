// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/state_tree.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// Cells of the state as a picture: a register, the rows of a memory, a tile of weights.
namespace lw::scene {

enum CellFlag : std::uint8_t {
    kWritten = 1, // something wrote it once
    kChanged = 2, // its bits differ from those of the moment before
    kMasked = 4,  // what works on it in this clock leaves it out
    kOutside = 8, // not a cell at all, only a gap between two pictures
};

struct CellPicture {
    std::string name; // "v3", "vmem"
    tensor::DType type = tensor::DType::F32;
    std::uint64_t firstRow = 0; // of the node, when only some rows are shown
    std::uint32_t rows = 0, columns = 0;
    std::vector<std::uint64_t> bits; // row-major
    std::vector<std::uint8_t> flags; // of CellFlag

    double value(std::size_t i) const; // as the type reads the bits
    bool operator==(const CellPicture&) const = default;
};

// Cells that nobody wrote, all zero.
CellPicture emptyPicture(std::string_view name, tensor::DType type, std::uint32_t rows,
                         std::uint32_t columns);

// The slices of a node along its first dimension, each with all of its rows: vector registers.
// `prefix` and the number of the slice make the name. A node of two dimensions gives slices
// of one row. `before` may be null.
std::vector<CellPicture> slicePictures(const machine::StateTree& tree, machine::NodeId node,
                                       std::string_view prefix, const machine::Moment& now,
                                       const machine::Snapshot* before);

// Rows [first, first + count) of a node, cut to it; a node of one dimension is shown in rows of `columns`.
// The type, which has the same size as the elements, is how they are read.
CellPicture rowPicture(const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
                       std::uint32_t count, std::uint32_t columns, const machine::Moment& now,
                       const machine::Snapshot* before);

// Rows [first, first + count) when the elements of a node, whatever its shape, are in lines of `columns`.
// Cells beyond the end of the node are zero and without flags.
CellPicture linePicture(const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
                        std::uint32_t count, std::uint32_t columns, const machine::Moment& now,
                        const machine::Snapshot* before);

// The same bits read as another type. A smaller one gives more columns, the low bits first (the two bfloat16
// of a word); a larger one is refused: the picture comes back as it is.
CellPicture readAs(CellPicture picture, tensor::DType type);

Json jsonOf(const CellPicture& picture);

} // namespace lw::scene
