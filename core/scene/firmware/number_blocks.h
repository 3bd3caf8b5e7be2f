// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/numeric/block_float.h"
#include "core/numeric/mx.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// Numbers rounded to blocks, as in front of a product or to an MX format, and what is lost by it.
namespace lw::scene::firmware {

struct BlockNumber {
    double value = 0;
    std::int16_t mantissa = 0; // of MX the bits of the element
    double rounded = 0;
    bool isSaturated = false; // the mantissa that it would have does not exist; of MX, the element
    bool operator==(const BlockNumber&) const = default;
};

struct NumberBlock {
    int exponent = 0; // of MX that of the scale
    double step = 0;  // between neighbouring mantissas; of MX between the largest elements
    std::vector<BlockNumber> numbers{};
    bool operator==(const NumberBlock&) const = default;
};

// How many numbers lose how much, in sixteenths of a step: from a whole one below to a whole one above.
inline constexpr std::size_t kLossBins = 33;

struct NumberBlocks {
    numeric::BlockFormat format;
    std::optional<numeric::MxFormat> mx{}; // instead of that one
    std::vector<NumberBlock> blocks;
    std::array<std::uint64_t, kLossBins> losses{};
    std::uint64_t numbers = 0, exact = 0, saturated = 0;
    double largestLoss = 0;      // of magnitudes
    double squares = 0;          // sum of those of all losses
    std::string name() const;    // of the format: "bfp5", "int5", "mxfp8-e4m3"
    int bits() const;            // of a mantissa or an element
    double bitsOfNumber() const; // with its part of what blocks share
    double meanLoss() const;     // root of the mean of the squares
    bool operator==(const NumberBlocks&) const = default;
};

// `n` numbers are a block; what is not a whole one is left out. `how` is that of the first block.
NumberBlocks numberBlocks(std::span<const double> values, std::uint32_t n, numeric::BlockFormat format,
                          const numeric::BlockRounding& how = {});

// The same of an MX format, with blocks of 32; the last one may be smaller.
NumberBlocks mxBlocks(std::span<const double> values, numeric::MxFormat format);
// As the firmware's own format has them, and as every MX format.
std::vector<NumberBlocks> inEveryFormat(std::span<const double> values, std::uint32_t n,
                                        numeric::BlockFormat format, const numeric::BlockRounding& how = {});

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
// Of each what is lost, without the numbers.
Json lossesJson(std::span<const NumberBlocks> formats);

} // namespace lw::scene::firmware
