// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/isa_lexer.h"

#include "core/assembler/words.h"
#include "core/isa/lookup.h"
#include "widgets/theme/unit_colours.h"

#include <string>

namespace lw::editor {

using source::TokenKind;
using theme::Role;

namespace {

constexpr double kTint = 0.20;

TokenKind kindOf(int style) {
    if (style == IsaLexer::kOtherPunctuation) return TokenKind::Punctuation; // looks the same
    if (style == IsaLexer::kTensor) return TokenKind::Name;
    return style >= IsaLexer::kFirstGroup ? TokenKind::Mnemonic : static_cast<TokenKind>(style);
}

Role roleOf(TokenKind kind) {
    switch (kind) {
    case TokenKind::Register: return Role::Accent;
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
    : QsciLexerCustom(parent), m_theme(theme), m_spec(&spec), m_words(assembler::wordsOf(spec)) {}

void IsaLexer::setSpec(const isa::Spec& spec) {
    m_spec = &spec;
    m_words = assembler::wordsOf(spec);
}

bool IsaLexer::setTensors(const QSet<QByteArray>& names) {
    if (names == m_tensors) return false;
    m_tensors = names;
    return true;
}

QString IsaLexer::description(int style) const {
    static const char* const kNames[] = {"Name",      "Mnemonic",  "Register",    "Slot",   "Label",
                                         "Directive", "Parameter", "Number",      "String", "Punctuation",
                                         "Comment",   "Error",     "Punctuation", "Tensor"};
    if (style < 0 || style >= kStyles) return {};
    return style >= kFirstGroup ? QStringLiteral("Mnemonic") : QString::fromLatin1(kNames[style]);
}

QColor IsaLexer::defaultColor(int style) const {
    return m_theme[style == kTensor ? Role::Success : roleOf(kindOf(style))];
}

QColor IsaLexer::defaultPaper(int style) const {
    if (style < kFirstGroup) return m_theme[Role::Surface];
    return m_theme.fill(theme::roleOf(static_cast<isa::UnitGroup>(style - kFirstGroup)), kTint);
}

QFont IsaLexer::defaultFont(int style) const {
    QFont font = m_theme.source();
    if (kindOf(style) == TokenKind::Label || style == kTensor) font.setWeight(QFont::DemiBold);
    if (kindOf(style) == TokenKind::Comment) font.setItalic(true);
    return font;
}

int IsaLexer::styleOf(const source::Token& token) {
    switch (token.kind) {
    case TokenKind::Slot: {
        const auto slot = isa::lookupOf(*m_spec).slotNamed(token.text.substr(0, token.text.size() - 1));
        m_slotClass = slot ? m_spec->slots[*slot].slotClass : -1;
        // On its own it may be the instruction of that name.
        for (const isa::OpId op : isa::lookupOf(*m_spec).opsNamed(slot ? m_spec->slots[*slot].name : ""))
            return kFirstGroup + static_cast<int>(m_spec->units[index(m_spec->insns[op].unit)].group);
        return static_cast<int>(token.kind);
    }
    case TokenKind::Mnemonic:
        for (const isa::OpId op : isa::lookupOf(*m_spec).opsNamed(token.text)) {
            const isa::Insn& insn = m_spec->insns[op];
            if (m_slotClass < 0 || insn.slotClass == m_slotClass)
                return kFirstGroup + static_cast<int>(m_spec->units[index(insn.unit)].group);
        }
        return static_cast<int>(token.kind);
    case TokenKind::Punctuation:
        if (token.text == ";" || token.text == "{" || token.text == "}") m_slotClass = -1;
        return static_cast<int>(token.kind);
    case TokenKind::Name:
        return m_tensors.contains(QByteArray(token.text.data(), static_cast<qsizetype>(token.text.size())))
                   ? kTensor
                   : static_cast<int>(token.kind);
    default: return static_cast<int>(token.kind);
    }
}

// One buffer of styles and one message: a call per token costs ten times as much.
void IsaLexer::styleText(int start, int end) {
    QsciScintilla* to = editor();
    const int length = end - start;
    if (!to || length <= 0) return;
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    to->SendScintilla(QsciScintilla::SCI_GETTEXTRANGE, start, end, text.data());
    text.pop_back(); // the lexer wants a readable NUL after the text, which std::string has by itself
    std::string styles(text.size(), static_cast<char>(TokenKind::Name));
    m_slotClass = -1; // styling begins at the start of a line
    source::Lexer lexer(text, &m_words);
    for (source::Token token; !m_isPlain && lexer.next(token);) {
        auto style = static_cast<char>(styleOf(token));
        // Two equal styles in turn: otherwise the monospace font would draw ">=" and the like as one sign.
        if (token.kind == TokenKind::Punctuation && token.offset > 0 && styles[token.offset - 1] == style)
            style = static_cast<char>(kOtherPunctuation);
        styles.replace(token.offset, token.text.size(), token.text.size(), style);
    }
    startStyling(start);
    to->SendScintilla(QsciScintilla::SCI_SETSTYLINGEX, static_cast<unsigned long>(styles.size()),
                      styles.data());
}

} // namespace lw::editor

#include "moc_isa_lexer.cpp"
