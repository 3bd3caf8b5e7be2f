// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/place.h"
#include "widgets/session/view_context.h"

#include "widgets/editor/scintilla.h"

#include <QSet>
#include <QVector>

namespace lw::editor {

// A stretch of text that something is wrong with.
struct Mark {
    int line = 0;   // from 0
    int column = 0; // bytes
    int length = 0; // bytes
    bool isError = true;
    QString text;
};

// One source text with margin for breakpoints and marks, squiggles, and the arrow of the next bundle.
class CodeEditor : public QsciScintilla {
    Q_OBJECT
  public:
    CodeEditor(session::ViewContext context, QWidget* parent = nullptr);

    void setMarks(const QVector<Mark>& marks);
    void setBreakpointLines(const QSet<int>& lines);
    // The line of the next bundle; -1: none here.
    void setCurrentLine(int line);
    void showLine(int line, int column = 0);
    int caretLine() const;

  Q_SIGNALS:
    void breakpointToggled(int line); // the margin was clicked

  private:
    void setUpMargins();
    void dress();

    session::ViewContext m_context;
    QVector<Mark> m_marks;
};

} // namespace lw::editor
