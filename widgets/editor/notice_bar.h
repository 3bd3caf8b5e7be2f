// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>

#include <functional>
#include <vector>

namespace lw::editor {

// Questions that do not stop anybody: a line above the text with a button for each answer.
// One at a time, in the order they came.
class NoticeBar : public QFrame {
    Q_OBJECT
  public:
    explicit NoticeBar(const theme::Theme& theme, QWidget* parent = nullptr);

    struct Answer {
        QString text;
        std::function<void()> act;
        bool stays = false; // the notice remains after it
    };
    // Another question with the same name replaces the one before.
    void ask(const QString& name, const QString& text, std::vector<Answer> answers);
    void withdraw(const QString& name);
    // For tests and scripts: gives the answer with that number to the visible question.
    void answer(std::size_t number);
    QString text() const { return m_text->text(); }

  private:
    void showFirst();
    void dress();

    struct Question {
        QString name, text;
        std::vector<Answer> answers;
    };
    const theme::Theme& m_theme;
    std::vector<Question> m_questions;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
};

} // namespace lw::editor
