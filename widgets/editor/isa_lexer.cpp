// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/isa_lexer.h"

#include "core/assembler/words.h"

#include <string>

namespace lw::editor {

using source::TokenKind;
using theme::Role;

namespace {

// Looks like punctuation.
constexpr int kOtherPunctuation = static_cast<int>(TokenKind::Error) + 1;
constexpr int kStyles = kOtherPunctuation + 1;

TokenKind kindOf(int style) {
    return style == kOtherPunctuation ? TokenKind::Punctuation : static_cast<TokenKind>(style);
}

Role roleOf(TokenKind kind) {
    switch (kind) {
    case TokenKind::Mnemonic: return Role::Accent;
    case TokenKind::Slot:
    case TokenKind::Comment: return Role::Muted;
    case TokenKind::Label: return Role::Warning;
    case TokenKind::Directive:
    case TokenKind::Parameter: return Role::Success;
    case TokenKind::Error: return Role::Error;
    default: return Role::Text;
    }
}

} // namespace

IsaLexer::IsaLexer(const theme::Theme& theme, const isa::Spec& spec, QObject* parent)
    : QsciLexerCustom(parent), m_theme(theme), m_words(assembler::wordsOf(spec)) {}

QString IsaLexer::description(int style) const {
    static const char* const kNames[] = {"Name",      "Mnemonic",  "Register",   "Slot",   "Label",
                                         "Directive", "Parameter", "Number",     "String", "Punctuation",
                                         "Comment",   "Error",     "Punctuation"};
    return style >= 0 && style < kStyles ? QString::fromLatin1(kNames[style]) : QString();
}

QColor IsaLexer::defaultColor(int style) const { return m_theme[roleOf(kindOf(style))]; }
QColor IsaLexer::defaultPaper(int) const { return m_theme[Role::Surface]; }

QFont IsaLexer::defaultFont(int style) const {
    QFont font = m_theme.source();
    if (kindOf(style) == TokenKind::Label) font.setWeight(QFont::DemiBold);
    if (kindOf(style) == TokenKind::Comment) font.setItalic(true);
    return font;
}

// One buffer of styles and one message: a call per token costs ten times as much.
void IsaLexer::styleText(int start, int end) {
    QsciScintilla* to = editor();
    const int length = end - start;
    if (!to || length <= 0) return;
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    to->SendScintilla(QsciScintilla::SCI_GETTEXTRANGE, start, end, text.data());
    text.pop_back(); // the lexer wants a readable NUL behind the text, which std::string has of its own
    std::string styles(text.size(), static_cast<char>(TokenKind::Name));
    source::Lexer lexer(text, &m_words);
    for (source::Token token; lexer.next(token);) {
        auto style = static_cast<char>(token.kind);
        // Two equal styles in turn: the monospace font would draw ">=" and the like as one sign.
        if (token.kind == TokenKind::Punctuation && token.offset > 0 && styles[token.offset - 1] == style)
            style = static_cast<char>(kOtherPunctuation);
        styles.replace(token.offset, token.text.size(), token.text.size(), style);
    }
    startStyling(start);
    to->SendScintilla(QsciScintilla::SCI_SETSTYLINGEX, static_cast<unsigned long>(styles.size()),
                      styles.data());
}

} // namespace lw::editor
