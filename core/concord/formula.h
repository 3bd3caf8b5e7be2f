// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <cstdint>
#include <string>

// What an instruction computes, as every language writes it.
namespace lw::concord {

struct Formula {
    OpKind kind = OpKind::Add;
    std::string in{}, operand{}; // as text of the language
    std::uint32_t rows = 1, columns = 1, turns = 1;
    std::uint32_t bits = 0;        // WriteQuantised
    std::uint32_t length = 0;      // Softmax
    std::string window{}, first{}; // Window: what slides, and the number of the first one
    std::uint32_t skip = 0, count = 0;
    OpRounding rounding{};
};
// Without `in` and `operand`: of a node, or of an operation in each turn of the loops around it.
Formula formulaOf(const OpStream& stream, const Node& node);
Formula formulaOf(const OpStream& stream, const Chain& chain, const Op& op);

} // namespace lw::concord
