// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/fold_levels.h"

#include "widgets/editor/text_lines.h"

#include <algorithm>

namespace lw::editor {

using source::Token;
using source::TokenKind;

namespace {

constexpr int kDeepest = 64;

// How the words at the beginning of a line affect the blocks.
struct LineStart {
    bool opens = false, closes = false, label = false, blank = true;
};

LineStart startOf(const std::string& line, const source::Words& words) {
    LineStart out;
    source::Lexer lexer(line, &words);
    for (Token token; lexer.next(token);) {
        if (token.kind == TokenKind::Comment) break;
        out.blank = false;
        if (token.kind == TokenKind::Label) {
            out.label = out.label || token.text.front() != '.';
            continue;
        }
        const std::string_view word = token.kind == TokenKind::Directive ? token.text : std::string_view();
        out.opens = word == ".macro" || word == ".rept" || word == ".for" || word == ".if";
        out.closes = word == ".endm" || word == ".endr" || word == ".endfor" || word == ".endif";
        break;
    }
    return out;
}

} // namespace

std::vector<FoldLine> foldsOf(const std::string& text, const source::Words& words) {
    const auto lines = linesOf(text);
    std::vector<FoldLine> out(lines.size());
    std::vector<LineStart> starts;
    starts.reserve(lines.size());
    for (const std::string_view line : lines) starts.push_back(startOf(std::string(line), words));
    // Whether a label is open at each depth of blocks.
    std::vector<bool> open{false};
    const auto level = [&] {
        return std::min(
            kDeepest, static_cast<int>(open.size() - 1 +
                                       static_cast<std::size_t>(std::count(open.begin(), open.end(), true))));
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const LineStart& start = starts[i];
        if (start.label) open.back() = false;
        if (start.closes && open.size() > 1) open.back() = false; // the line itself is the last one inside
        out[i].level = level();
        if (start.label) open.back() = true;
        if (start.opens) open.push_back(false);
        if (start.closes && open.size() > 1) open.pop_back();
    }
    // Blanks and comments before a label belong to what follows.
    for (std::size_t i = lines.size() - 1; i-- > 0;)
        if (starts[i].blank) out[i].level = std::min(out[i].level, out[i + 1].level);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) out[i].isHeader = out[i + 1].level > out[i].level;
    return out;
}

} // namespace lw::editor
