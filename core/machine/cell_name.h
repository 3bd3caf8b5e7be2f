// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/state_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lw::machine {

// One cell of the state.
struct CellRef {
    NodeId node;
    std::uint64_t element = 0; // in the node, row-major
    bool operator==(const CellRef&) const = default;
};

// The shortest expression that names the cell: r3, v2[1][5], vmem[100][3], "mxu/weights"[2][3]; with several
// cores preceded by the core, c1.r3.
std::string nameOfCell(const Scope& scope, CellRef cell);
// The cell that holds this byte of the store, if any does.
std::optional<CellRef> cellAt(const StateTree& tree, std::uint64_t offset);
// The cell an expression names; nothing when it is not an expression or does not name one.
std::optional<CellRef> cellNamed(std::string_view expression, const Scope& scope, const Moment& moment);

} // namespace lw::machine
