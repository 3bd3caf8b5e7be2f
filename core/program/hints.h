// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What firmware states beside its instructions, for whoever reads or converts it: `;@word ...`. To the
// machine hints are comments.
//   ;@tensor NAME vec LENGTH at MEMORY[FIRST..LAST]     also from NetQ, to NetQ; ;@bias and ;@out likewise;
//                                                       vec COUNTxLENGTH: several, each filled up by itself
//   ;@weight NAME mat ROWSxCOLUMNS at MEMORY[FIRST..LAST] [order=row-tile]
//                                                       of windows ROWSxPLACESxCOLUMNS
//   ... at Dram[FIRST..LAST] of ARRAY[INDEX, FIRST:END]+ARRAY  what it is made of, if not of an array NAME
//   ;@quant vec=BITS mat=BITS mid=BITS                  one of them at least
//   ;@layer NAME begin                                  or end
//   ;@q mid                                             what the chain writes is rounded; none: it is not
namespace lw::program {

// A part of an array: all of it, or what is at an index of its first axis, or some rows of that.
struct HintPart {
    std::string array{};
    std::optional<std::uint64_t> index{};
    std::uint64_t first = 0, end = 0; // rows; 0: all
};

struct Hint {
    enum class Kind : std::uint8_t {
        Tensor,
        Weight,
        Quant,
        LayerBegin,
        LayerEnd,
        Rounded,
        NotRounded
    } kind = Kind::Tensor;
    std::string name{}, memory{};                     // of a tensor, a layer
    std::uint64_t first = 0, count = 0;               // locations; 0 of a queue
    bool isGiven = false;                             // to the queue, not taken from it
    std::vector<std::uint64_t> shape{};               // logical, without what fills native vectors up
    std::vector<HintPart> parts{};                    // whose sum it is
    std::uint32_t vector = 0, matrix = 0, middle = 0; // mantissa bits of quant; 0: nothing is said of them
};

// E360, with the column in which it stops to be one.
Result<Hint> parseHint(std::string_view text);

// What a hint that begins with a word looks like, and what it states.
struct HintForm {
    std::string_view word, syntax, meaning;
};
std::span<const HintForm> hintForms();

} // namespace lw::program
