// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/hover_text.h"
#include "widgets/theme/theme.h"

#include <QFrame>
#include <QLabel>

namespace lw::editor {

// A small popup beside a word. Disappears when the mouse leaves the word, at a key,
// or when the window loses the focus.
class HoverCard : public QFrame {
    Q_OBJECT
  public:
    HoverCard(const theme::Theme& theme, QWidget* parent);

    // `problem`: what is wrong at the place, or nothing.
    // Below and right of `at`, in screen coordinates, inside the screen.
    void showText(const HoverText& text, const QString& problem, const QPoint& at);
    // A list of lines in the program's font.
    void showLines(const QString& title, const QStringList& lines, const QPoint& at);
    QString plainText() const; // for tests and screen readers

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void dress();
    void place(const QPoint& at);

    const theme::Theme& m_theme;
    QLabel* m_problem;
    QLabel* m_title;
    QLabel* m_value;
    QLabel* m_text;
    QLabel* m_code;
};

} // namespace lw::editor
