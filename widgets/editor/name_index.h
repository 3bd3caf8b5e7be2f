// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/lexer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::editor {

enum class NameKind : std::uint8_t { Unknown, Label, Constant, Tensor, Macro };

// A name at its place in a text. Lines and columns from 0, columns in bytes.
struct NamePlace {
    // Labels that begin with a dot: after the name they belong to, "outer.inner". Parameters and counters:
    // after their macro or loop, "macro\\name".
    std::string name;
    int line = 0, column = 0, length = 0;
    bool isDefinition = false;
    NameKind kind = NameKind::Unknown; // of a definition
};

// Every name of a text, in order: from tokens alone, so that a text that does not assemble has one too.
std::vector<NamePlace> namesIn(const std::string& text, const source::Words& words);

} // namespace lw::editor
