// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/lexer.h"

#include <string>
#include <vector>

namespace lw::editor {

struct FoldLine {
    int level = 0;         // how many blocks it is inside
    bool isHeader = false; // a block begins here, and the next line is inside
    bool operator==(const FoldLine&) const = default;
};

// One per line: .macro, .rept, .for and .if up to their ends, and what belongs to a label,
// up to the next one at the same depth.
std::vector<FoldLine> foldsOf(const std::string& text, const source::Words& words);

} // namespace lw::editor
