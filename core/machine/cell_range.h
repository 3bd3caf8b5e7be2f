// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/state_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lw::machine {

// Cells of a node as a view shows them: their bytes, and which of them anything ever wrote.
struct CellRange {
    std::uint64_t first = 0; // element in the node
    std::uint8_t bytesEach = 0;
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> written; // one per element; all 1 for nodes that do not keep count

    std::uint64_t count() const { return bytesEach ? bytes.size() / bytesEach : 0; }
    // Low bits first.
    std::uint64_t bits(std::uint64_t i) const;
};

// Elements [first, first + count), cut to the node.
CellRange readCells(const StateTree& tree, NodeId node, std::uint64_t first, std::uint64_t count,
                    const Moment& moment);

// Whether anything ever wrote the cell; true of a node that does not keep count.
bool isWritten(const StateTree& tree, NodeId node, std::uint64_t element, const Moment& moment);

} // namespace lw::machine
