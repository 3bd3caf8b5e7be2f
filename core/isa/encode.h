// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"
#include "core/isa/finding.h"

#include <optional>
#include <string>

// From meaning to bits and back. Every bundle has exactly one encoding:
// - an absent slot is all zero except its predicate, which is Spec::predicateNever;
//   bits without a meaning are zero;
// - an operand takes the first of: a constant that its code names, a register, a forwarded scalar register,
//   a 16-bit immediate, a pair of immediates;
// - forwarded registers take vs0, vs1 ... in order of first use (slots ascending,
//   operands in the order of the row);
// - immediates: first the values that reach only the first few immediates, those with the narrowest reach
//   first; then 32-bit pairs; then the other 16-bit values; each on the immediate that already holds it,
//   else on the lowest free one. If that fails but another placement of the pairs works,
//   the first such placement is taken.
namespace lw::isa {

// Nothing when `out` holds the encoding; else what does not fit (E201-E205, E211-E213). Only what cannot
// be encoded is found here; rules.h has the rules. Insns must name rows and slots that exist.
// Does not allocate when all is well.
std::optional<Finding> encode(const Spec& spec, const Bundle& bundle, Bits& out);

// Nothing when `out` holds the bundle; else why these bits are not one: anything but the exact encoding of a
// bundle is refused, so encode(decode(x)) == x. Does not allocate when all is well.
std::optional<Finding> decode(const Spec& spec, const Bits& bits, Bundle& out);

// What the bit belongs to: "slot v0, operation code", "imm3", "vs1", "reserved".
std::string bitText(const Spec& spec, unsigned bit);

} // namespace lw::isa
