// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/lexer.h"

#include <string>

namespace lw::assembler {

// The text in canonical form: labels at the margin, instructions at column 8, bundles of neighbouring lines
// aligned instruction by instruction, comments kept and aligned. Only blanks change: a line whose tokens
// would change, or that has a token that can stand nowhere, is left as it is. format(format(x)) == format(x).
std::string format(const std::string& text, const source::Words& words);

} // namespace lw::assembler
