// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <string>

// What an operand can hold, and how its values are written.
namespace lw::isa {

// Whether the operand can hold the value, if shared registers and immediates are free.
bool canHold(const Spec& spec, const Operand& operand, const Value& value);

// What an operand accepts, in words: "a scalar register, a 16-bit immediate, a 32-bit pair, or 0 to 22".
std::string takesText(const Spec& spec, const Operand& operand);

// Appends a constant as assembly text that gives the same 32 bits again. Integers are signed decimals. Floats
// are the shortest decimal with a point; NaN, denormals and anything not restored exactly are bits(0x...).
void appendNumber(NumberKind kind, std::uint32_t value, std::string& out);
// Appends a value as it is written: "r5", "-3", "0.5". Code addresses are unsigned.
void appendValue(const Spec& spec, const Operand& operand, const Value& value, std::string& out);
std::string valueText(const Spec& spec, const Operand& operand, const Value& value);

} // namespace lw::isa
