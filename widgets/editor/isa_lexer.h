// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/source/lexer.h"
#include "widgets/theme/theme.h"

#include "widgets/editor/scintilla.h"

namespace lw::editor {

// Colours source text by the core's own tokenizer: the editor has no grammar of its own. Style numbers are
// token kinds.
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

  private:
    const theme::Theme& m_theme;
    source::Words m_words;
};

} // namespace lw::editor
