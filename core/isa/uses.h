// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <array>
#include <cstdint>

// Which registers a bundle reads and writes.
namespace lw::isa {

struct RegisterUse {
    std::int8_t file = -1; // index into Spec::files
    std::uint8_t number = 0;
    Access access = Access::Read;
    std::int8_t operand = -1; // index into Insn::operands, -1 = the predicate of the instruction
    std::uint8_t insn = 0;    // index into Bundle::insns

    bool reads() const { return access != Access::Write; }
    bool writes() const { return access != Access::Read; }
};

// Room for every use of a bundle, without the heap.
struct RegisterUses {
    std::array<RegisterUse, kMaxSlots*(kMaxOperands + 1)> items;
    std::size_t count = 0;
    const RegisterUse* begin() const { return items.data(); }
    const RegisterUse* end() const { return items.data() + count; }
};

// Every use, by instruction and then by operand; the predicate of an instruction comes first unless it is
// "always". A forwarded scalar is a read of Spec::sharedFile; an operand read and written is one use.
void usesOf(const Spec& spec, const Bundle& bundle, RegisterUses& out);

// Whether exactly one of two instructions with these predicates executes:
// the same register, one of them inverted.
constexpr bool complementary(const Spec& spec, std::uint8_t a, std::uint8_t b) {
    return spec.predicateInvert != 0 && (a ^ b) == spec.predicateInvert;
}

} // namespace lw::isa
