// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <functional>
#include <string>

// Manual pages, in Markdown: a reading of the table.
namespace lw::isa {

// What the machine configuration says of a timing key, in words: "2 clocks (inferred)". Empty: nothing known.
using TimingText = std::function<std::string(std::string_view key)>;

// One instruction: syntax, operation, operands, bits, timing, slots, provenance.
std::string page(const Spec& spec, OpId op, const TimingText& timing = {});
// The whole instruction set: the bundle, registers, units, and every instruction.
std::string pages(const Spec& spec, const TimingText& timing = {});

} // namespace lw::isa
