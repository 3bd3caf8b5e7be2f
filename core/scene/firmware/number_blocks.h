// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/numeric/block_float.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// Numbers rounded to blocks, as in front of a product, and what is lost by it.
namespace lw::scene::firmware {

struct BlockNumber {
    double value = 0;
    std::int16_t mantissa = 0;
    double rounded = 0;
    bool isSaturated = false; // the mantissa that it would have does not exist
    bool operator==(const BlockNumber&) const = default;
};

struct NumberBlock {
    int exponent = 0;
    double step = 0; // between neighbouring mantissas
    std::vector<BlockNumber> numbers{};
    bool operator==(const NumberBlock&) const = default;
};

// How many numbers lose how much, in sixteenths of a step: from a whole one below to a whole one above.
inline constexpr std::size_t kLossBins = 33;

struct NumberBlocks {
    numeric::BlockFormat format;
    std::vector<NumberBlock> blocks;
    std::array<std::uint64_t, kLossBins> losses{};
    std::uint64_t numbers = 0, exact = 0, saturated = 0;
    double largestLoss = 0; // of magnitudes
    bool operator==(const NumberBlocks&) const = default;
};

// `n` numbers are a block; what is no whole one is left out. `how` is that of the first block.
NumberBlocks numberBlocks(std::span<const double> values, std::uint32_t n, numeric::BlockFormat format,
                          const numeric::BlockRounding& how = {});

// What the instruction rounds: the vectors that a product gets, what v_wr.q and m_wr get; of others what they
// give, which a product would round. `bits` are those that the firmware has for it. Nothing: it has no value.
struct RoundedValue {
    concord::Numbers numbers;
    std::uint32_t bits = 0;
    bool isRounded = false; // by this instruction
    numeric::BlockRounding how{};
};
std::optional<RoundedValue> roundedValue(const concord::Graph& graph, const concord::OpStream& stream,
                                         const concord::NodeNumbers& numbers, std::uint32_t bundle);

Json jsonOf(const NumberBlocks& blocks);

} // namespace lw::scene::firmware
