// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/source/lexer.h"

namespace lw::assembler {

// What an instruction set adds to the language, for the lexer. Views into the set, which must live as long.
source::Words wordsOf(const isa::Spec& spec);

} // namespace lw::assembler
