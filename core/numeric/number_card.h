// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/number_format.h"
#include "core/numeric/philox.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What a number becomes in a format, explained bit by bit: for lw and for windows alike.
namespace lw::numeric {

// How it is converted. Stochastic rounding draws at `place`, whose element counts from its own on.
struct CardRounding {
    Rounding rounding = Rounding::NearestEven;
    Overflow overflow = Overflow::Infinity; // of formats that are not blocks
    DrawPlace place{};
};

struct NumberCard {
    double asked = 0;
    std::uint32_t code = 0;         // its bits
    std::vector<std::string> parts; // the same, cut as NumberBlock::parts says
    std::string reading;            // "1.5 * 2^-3": what they mean
    double value = 0;               // what they stand for
    double lost = 0;                // asked - value, in float64
    // The neighbours that it could have become, in the same block; an infinity is one. None beyond the last
    // one and of a NaN.
    std::optional<double> below, above;
    std::string remark; // "denormal", "saturated"; often empty
};

// Numbers that share something, or, where nothing is shared, all of them.
struct NumberBlock {
    std::string title;              // "mantissas of 4 bits, a shared exponent of 5 bits"
    std::string shared;             // "exponent 10001: 17 - 15 = 2, mantissas count in 2^-1"; empty: nothing
    std::vector<std::string> parts; // "sign", "exponent", "fraction"
    std::vector<NumberCard> numbers;
};

// The values in a format: one block, of MX formats one for each 32 values.
std::vector<NumberBlock> numberBlocks(std::span<const double> values, const NumberFormat& format,
                                      const CardRounding& how);
// What bits stand for, in a format whose numbers stand by themselves.
NumberBlock blockOfCodes(std::span<const std::uint16_t> codes, const NumberFormat& format);

// The cards as rows of a table, the names of its columns first.
std::vector<std::vector<std::string>> cardTable(const NumberBlock& block);

} // namespace lw::numeric
