// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/source/lexer.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/role.h"

#include "widgets/editor/scintilla.h"

#include <QByteArray>
#include <QHash>
#include <QKeySequence>
#include <QMap>
#include <QSet>
#include <QTimer>
#include <QVector>

#include <string>
#include <utility>
#include <vector>

namespace lw::editor {

class IsaLexer;

// A stretch of text in which something is wrong.
struct Mark {
    int line = 0;   // from 0
    int column = 0; // bytes
    int length = 0; // bytes
    bool isError = true;
    QString text;
    QString code{};      // of the message
    bool hasFix = false; // a replacement is suggested
};

// One source text with margin for breakpoints and marks, squiggles, and the arrow of the next bundle.
class CodeEditor : public QsciScintilla {
    Q_OBJECT
  public:
    CodeEditor(session::ViewContext context, QWidget* parent = nullptr);

    // From now on shows the text of another view, with its marks.
    void share(CodeEditor& other);
    void setMarks(const QVector<Mark>& marks);
    void rememberMarks(const QVector<Mark>& marks) { m_marks = marks; } // shown by another view
    void setBreakpointLines(const QSet<int>& lines);
    // Colours and words are those of this instruction set.
    void setSpec(const isa::Spec& spec);
    const isa::Spec& spec() const { return *m_spec; }
    // The bytes of a file that is not a text are not coloured as a program.
    void setPlain(bool plain);
    // Names that are tensors.
    void setTensors(const QSet<QByteArray>& names);
    // The line of the selected bundle; -1: none here.
    void setSelectedLine(int line);
    // The line of the next bundle (-1: none here), in the colours of an error when a fault stopped the
    // machine there; and the lines that called the macros it is in.
    void setCurrentLine(int line, const QSet<int>& calls = {}, bool isFault = false);
    // On a machine of several cores, which of them have their next bundle on a line: "c0-c3 c5".
    void setCores(const QMap<int, QString>& names, bool areSeveral);
    void showLine(int line, int column = 0);
    int caretLine() const;
    // The keys that stay with the text (moving about and deleting), each with its effect.
    static QHash<QKeySequence, QString> ownKeys();

    // The text as it is stored. Places in it count bytes, like the assembler's.
    std::string bytes() const;
    std::size_t caret() const;
    const source::Words& words() const;
    std::pair<std::size_t, std::size_t> selectedBytes() const; // begin and end; equal: nothing is selected
    void selectBytes(std::size_t start, std::size_t length);
    // Replaces, and puts the caret after the new text.
    void replaceBytes(std::size_t start, std::size_t length, const QString& text);
    // Replaces and leaves caret and view where they are.
    void replaceTarget(std::size_t start, std::size_t length, std::string_view text);
    // What is wrong at the byte; null when nothing is.
    const Mark* markAt(std::size_t at) const;
    // The same in words.
    QString problemAt(std::size_t at) const;
    // The corner below a byte, in screen coordinates.
    QPoint belowByte(std::size_t at) const;
    void markMatches(const std::vector<std::pair<std::size_t, std::size_t>>& ranges); // start, length
    // Blocks are determined again a moment after the text has changed; this does it now.
    void updateFolds();

  Q_SIGNALS:
    void breakpointToggled(int line);  // the margin was clicked
    void fixWanted(int line);          // the lamp was
    void menuWanted(const QPoint& at); // in screen coordinates
    void definitionWanted();           // of the word at the caret

  protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    // Dropped files are for the window to open, not texts.
    bool canInsertFromMimeData(const QMimeData* source) const override;

  private:
    void keepOwnKeys();
    void dressFolds();
    void dressSign(int mark, const QString& icon, theme::Role role);
    void setUpMargins();
    void dress();

    session::ViewContext m_context;
    const isa::Spec* m_spec;
    IsaLexer* m_lexer;
    QVector<Mark> m_marks;
    QTimer m_folding; // since the last change
    QMap<int, QString> m_cores;
    int m_lineOnceShown = -1;
};

} // namespace lw::editor
