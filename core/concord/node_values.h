// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// The value of one node out of the values that it reads: as firmware has it, or with a mistake that software
// makes. For telling which mistake it was, after the two have been compared.
namespace lw::concord {

using Numbers = std::vector<double>; // FP16 numbers, one native vector or matrix after the other
// Of all nodes. A source has what it holds at the start, a matrix the numbers that it was rounded from.
using NodeNumbers = std::vector<Numbers>;

// What is otherwise than in the firmware.
struct Mistake {
    enum class Clamp : std::uint8_t { TwosComplement, Symmetric, Wide, AnyExponent };
    Clamp clamp = Clamp::TwosComplement;
    bool vectorIsOneBlock = false, matrixRowIsOneBlock = false; // over all its columns
    enum class Sums : std::uint8_t { Exact, FloatOfDots, FloatOfElements };
    Sums sums = Sums::Exact;
    bool isRoundedTwice = false; // what becomes FP16: to float32 before
    bool isSwapped = false;      // the operands of a difference
    bool hasZeroPadding = false; // in the place of minus infinity; of a softmax, counted as elements
    bool isZeroedAfter = false;  // ... which become 0 afterwards
    // Windows, one after the other: how much further each begins, and how many of its vectors come before.
    std::optional<std::uint64_t> windowStep{}, windowSkip{};
};

// Of a block after the first one.
numeric::BlockRounding ofBlock(numeric::BlockRounding how, std::size_t number);

Numbers numbersOf(const Pieces& pieces, const NodeNumbers& values, std::uint32_t each);
// `in` and `operand` as numbers. Unrounded: a function of an MFU in float64.
Numbers valueOf(const Node& node, const Format& format, const Numbers& in, const Numbers& operand,
                const Mistake& mistake = {});
// Of all nodes, from those of the sources: the graph as an interpreter executes it.
NodeNumbers valuesOf(const Graph& graph, const Format& format, const NodeNumbers& sources);
Numbers unroundedValueOf(const Node& node, const Numbers& in, const Numbers& operand);
// Each vector, or all `together` of them, as a block of `bits` bits, as FP16 numbers.
Numbers blocksOf(const Numbers& values, const Format& format, std::uint32_t bits, std::size_t together,
                 Mistake::Clamp clamp, const numeric::BlockRounding& how = {});
// Rounded; a NaN is one NaN, and an infinity stays one: of a result that saturates there is none.
std::vector<std::uint16_t> codesOf(const Numbers& values, const Format& format);

} // namespace lw::concord
