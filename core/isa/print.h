// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <functional>
#include <string>

namespace lw::isa {

// Names for numbers: appends a name for the number in `operand` of `insn` and returns true, or returns false
// and the number is printed. Code addresses are operands of Form::Target.
using NameNumber =
    std::function<bool(const SlotInsn& insn, std::size_t operand, std::uint32_t number, std::string& out)>;

// Appends a bundle as assembly text, "{ s0: add r1, r1, 8 ; vld: vld v2, [r3+16], stride=2 }". Assembling the
// text gives the same bundle again.
void print(const Spec& spec, const Bundle& bundle, std::string& out, const NameNumber& names = {});
// Appends one instruction with its slot and predicate, "s0: @p1 add r1, r1, 8".
void print(const Spec& spec, const SlotInsn& insn, std::string& out, const NameNumber& names = {});

} // namespace lw::isa
