// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <functional>
#include <string>
#include <vector>

// Manual pages, in Markdown: generated from the table.
namespace lw::isa {

// What the machine configuration says about a timing key, in words: "2 clocks (inferred)". Empty: nothing.
using TimingText = std::function<std::string(std::string_view key)>;

// One instruction: syntax, operation, operands, bits, timing, slots, provenance.
std::string page(const Spec& spec, OpId op, const TimingText& timing = {});
// A stretch of bits and what is there.
struct BitField {
    unsigned first = 0;
    unsigned width = 0;
    std::string text;
};
// Where the parts of an instruction are: in its slot (from the lowest bit on, unused stretches are "0") and
// outside it, in bits of the bundle.
struct BitPicture {
    std::vector<BitField> slot, outside;
};
BitPicture bitsOf(const Spec& spec, OpId op);
// "5:3", or "4" for one bit.
std::string bitRange(unsigned first, unsigned width);

// What the whole instruction set has in common: the bundle, registers, units, memories.
std::string bundlePage(const Spec& spec);
// The whole instruction set: the bundle, registers, units, and every instruction.
std::string pages(const Spec& spec, const TimingText& timing = {});

} // namespace lw::isa
