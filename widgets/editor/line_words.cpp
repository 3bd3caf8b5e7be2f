// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/line_words.h"

#include "core/source/lexer.h"

namespace lw::editor {

using source::Token;
using source::TokenKind;

const chips::Chip* chipNamedBy(const std::string& text, std::span<const chips::Chip> chips) {
    source::Lexer lexer(text, nullptr);
    bool isNamed = false;
    for (Token token; lexer.next(token);) {
        if (token.kind == TokenKind::Comment || token.text == "\n") continue;
        if (!isNamed) {
            if (token.kind != TokenKind::Directive || token.text != ".chip")
                return nullptr; // it must come first
            isNamed = true;
            continue;
        }
        for (const chips::Chip& chip : chips)
            if (chip.name == token.text) return &chip;
        return nullptr;
    }
    return nullptr;
}

std::optional<std::string> includedBy(const std::string& line) {
    source::Lexer lexer(line, nullptr);
    Token token;
    if (!lexer.next(token) || token.kind != TokenKind::Directive || token.text != ".include") return {};
    if (!lexer.next(token) || token.kind != TokenKind::String || token.text.size() < 2) return {};
    return std::string(token.text.substr(1, token.text.size() - 2));
}

} // namespace lw::editor
