// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/source/lexer.h"
#include "widgets/theme/theme.h"

#include <QByteArray>
#include <QSet>

#include <utility>

#include "widgets/editor/scintilla.h"

namespace lw::editor {

// Colours source text with the core's own tokenizer: the editor has no grammar of its own. Style numbers are
// token kinds; after a mnemonic is the colour of its unit, as in all pictures of the chip.
class IsaLexer : public QsciLexerCustom {
    Q_OBJECT
  public:
    IsaLexer(const theme::Theme& theme, const isa::Spec& spec, QObject* parent);

    const char* language() const override { return "Lanewright assembly"; }
    QString description(int style) const override;
    QColor defaultColor(int style) const override;
    QColor defaultPaper(int style) const override;
    QFont defaultFont(int style) const override;
    void styleText(int start, int end) override;

    const source::Words& words() const { return m_words; }
    void setSpec(const isa::Spec& spec);
    // Names that are tensors; false: they are the same as before.
    bool setTensors(const QSet<QByteArray>& names);
    const QSet<QByteArray>& tensors() const { return m_tensors; }
    // Text that is not a program is not coloured; false: it was so before.
    bool setPlain(bool plain) { return std::exchange(m_isPlain, plain) != plain; }

    // After the token kinds: punctuation again, tensors, and mnemonics by the group of their unit.
    static constexpr int kOtherPunctuation = static_cast<int>(source::TokenKind::Error) + 1;
    static constexpr int kTensor = kOtherPunctuation + 1;
    static constexpr int kFirstGroup = kTensor + 1;
    static constexpr int kGroups = 8;
    static constexpr int kStyles = kFirstGroup + kGroups;

  private:
    int styleOf(const source::Token& token);

    const theme::Theme& m_theme;
    const isa::Spec* m_spec;
    source::Words m_words;
    bool m_isPlain = false;
    QSet<QByteArray> m_tensors;
    int m_slotClass = -1; // of the slot named last in the line being styled
};

} // namespace lw::editor
