// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/name_index.h"

#include <utility>

namespace lw::editor {

using source::Token;
using source::TokenKind;

namespace {

// What the name behind a directive becomes.
NameKind definedBy(std::string_view directive) {
    if (directive == ".macro") return NameKind::Macro;
    if (directive == ".equ" || directive == ".set") return NameKind::Constant;
    if (directive == ".tensor") return NameKind::Tensor;
    return NameKind::Unknown;
}

// Walks over the tokens and keeps what decides about the next one.
class Walk {
  public:
    explicit Walk(std::vector<NamePlace>& out) : m_out(out) {}

    void take(const Token& token, int line, int column) {
        const NameKind defines = std::exchange(m_defines, NameKind::Unknown);
        switch (token.kind) {
        case TokenKind::Label: label(token.text.substr(0, token.text.size() - 1), line, column); break;
        case TokenKind::Directive:
            m_defines = definedBy(token.text);
            if (token.text == ".endm") m_scope = std::exchange(m_outer, {});
            break;
        case TokenKind::Name: name(token.text, line, column, defines); break;
        default: break;
        }
    }

  private:
    void label(std::string_view text, int line, int column) {
        if (text.front() != '.') m_scope = text;
        add(text, line, column, true, NameKind::Label);
    }

    void name(std::string_view text, int line, int column, NameKind defines) {
        add(text, line, column, defines != NameKind::Unknown, defines);
        if (defines == NameKind::Macro) { // its local labels are its own
            m_outer = m_scope;
            m_scope = text;
        }
    }

    void add(std::string_view text, int line, int column, bool isDefinition, NameKind kind) {
        std::string full = text.front() == '.' ? m_scope : std::string();
        full += text;
        m_out.push_back({std::move(full), line, column, static_cast<int>(text.size()), isDefinition, kind});
    }

    std::vector<NamePlace>& m_out;
    NameKind m_defines = NameKind::Unknown;
    std::string m_scope, m_outer;
};

} // namespace

std::vector<NamePlace> namesIn(const std::string& text, const source::Words& words) {
    std::vector<NamePlace> out;
    Walk walk(out);
    source::Lexer lexer(text, &words);
    int line = 0;
    std::size_t lineStart = 0, seen = 0;
    for (Token token; lexer.next(token);) {
        for (; seen < token.offset; ++seen)
            if (text[seen] == '\n') {
                ++line;
                lineStart = seen + 1;
            }
        walk.take(token, line, static_cast<int>(token.offset - lineStart));
    }
    return out;
}

} // namespace lw::editor
