// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <cstdint>
#include <string>
#include <vector>

// How weights and biases of a network become the vectors and native matrices that DRAM holds at the start:
// padded, cut into native tiles row after row, in the firmware's order, sums of two biases among them.
namespace lw::concord {

// Some vectors or matrices of a memory, and what a hint says of them: of the memory itself, or of a register
// file to which they are only moved.
struct Prepared {
    std::uint64_t first = 0, count = 0;
    const TensorName* tensor = nullptr; // of the stream; none: no hint says what they are
};
// All that is used of vdram or mdram, in its order; nothing where no hint says anything of it.
std::vector<Prepared> preparedParts(const Graph& graph, const OpStream& stream, Source source);

// Functions of a module of Python that prepare weights and vectors, and that undo it.
std::string preparationText(const Graph& graph, const OpStream& stream);

} // namespace lw::concord
