// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/name_index.h"

#include <utility>

namespace lw::editor {

using source::Token;
using source::TokenKind;

namespace {

// What the name after a directive becomes.
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
        if (line != m_headLine) m_headLine = -1;
        const bool isDefault = std::exchange(m_isDefault, token.text == "=");
        switch (token.kind) {
        case TokenKind::Label: label(token.text.substr(0, token.text.size() - 1), line, column); break;
        case TokenKind::Directive:
            m_defines = definedBy(token.text);
            if (token.text == ".endm") m_scope = std::exchange(m_outer, {}), m_macro.clear();
            if (token.text == ".for") m_loopLine = line;
            if (token.text == ".endfor" && !m_loops.empty()) m_loops.pop_back();
            break;
        case TokenKind::Name:
            if (std::exchange(m_loopLine, -1) == line)
                loop(token.text, line, column);
            else if (m_headLine == line && !isDefault)
                add(m_macro + "\\" + std::string(token.text), token.text, line, column, true,
                    NameKind::Unknown);
            else
                name(token.text, line, column, defines);
            break;
        case TokenKind::Parameter: parameter(token.text, line, column); break;
        default: break;
        }
    }

  private:
    void label(std::string_view text, int line, int column) {
        if (text.front() != '.') m_scope = text;
        add(full(text), text, line, column, true, NameKind::Label);
    }

    // A loop's counter and a macro's parameters are separate names: \\name.
    void loop(std::string_view text, int line, int column) {
        m_loops.push_back(".for" + std::to_string(line) + "\\" + std::string(text));
        add(m_loops.back(), text, line, column, true, NameKind::Unknown);
    }

    void parameter(std::string_view text, int line, int column) {
        for (auto loop = m_loops.rbegin(); loop != m_loops.rend(); ++loop)
            if (loop->ends_with(text)) return add(*loop, text, line, column, false, NameKind::Unknown);
        add(m_macro + std::string(text), text, line, column, false, NameKind::Unknown);
    }

    void name(std::string_view text, int line, int column, NameKind defines) {
        add(full(text), text, line, column, defines != NameKind::Unknown, defines);
        if (defines == NameKind::Macro) { // its local labels are its own
            m_outer = m_scope;
            m_scope = m_macro = text;
            m_headLine = line;
        }
    }

    std::string full(std::string_view text) const {
        return (text.front() == '.' ? m_scope : std::string()) + std::string(text);
    }

    void add(std::string name, std::string_view text, int line, int column, bool isDefinition,
             NameKind kind) {
        m_out.push_back({std::move(name), line, column, static_cast<int>(text.size()), isDefinition, kind});
    }

    std::vector<NamePlace>& m_out;
    NameKind m_defines = NameKind::Unknown;
    std::string m_scope, m_outer;
    std::string m_macro;              // the one whose body or head this is
    std::vector<std::string> m_loops; // their counters, the innermost last
    int m_headLine = -1;              // of the macro's head, which has its parameters
    int m_loopLine = -1;              // of a loop whose counter comes next
    bool m_isDefault = false;         // of a parameter: what is after the sign is used, not defined
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
