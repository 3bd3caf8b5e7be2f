// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// The bits of one bundle with the fields they belong to.
namespace lw::scene {

enum class BitUse : std::uint8_t { Predicate, Operation, Operand, Shared, Immediate, Unused };

// Bits [offset, offset + width) of the bundle; bit 0 of the first piece is the lowest bit of the field.
struct BitPiece {
    std::uint32_t offset = 0, width = 0;
    bool operator==(const BitPiece&) const = default;
};

struct BitField {
    BitUse use = BitUse::Unused;
    std::string name;             // "predicate", "x", "y register", "imm2"
    std::vector<BitPiece> pieces; // low bits first
    std::uint64_t value = 0;
    std::string meaning; // "always", "fadd", "v3", "imm0 = 7", "not used"
    std::string summary; // a sentence: what a field of this kind means
    bool operator==(const BitField&) const = default;
};

// A slot, or what the slots share.
struct BitSection {
    std::string name;             // "v0", "scalars", "immediates", "spare"
    std::string text;             // its instruction, "fadd v4, v2, v3"; empty when there is none
    std::string unit;             // the one at work; empty when none is
    std::vector<BitField> fields; // the highest bits first
    bool operator==(const BitSection&) const = default;
};

struct BundleBits {
    std::string chip;
    std::uint32_t bundle = 0;
    std::string place;                // "bundle 12 (loop+2)"
    std::string bits;                 // '0' and '1', bit 0 first
    std::vector<BitSection> sections; // every bit is in exactly one field of one section
    bool operator==(const BundleBits&) const = default;
};

// E410 when the bits are not a bundle, or when the program has no such bundle.
Result<BundleBits> bundleBits(const program::Program& program, const program::Target& target,
                              std::uint32_t bundle);

std::string_view nameOf(BitUse use); // "predicate"

Json jsonOf(const BundleBits& picture);

} // namespace lw::scene
