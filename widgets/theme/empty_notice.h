// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace lw::theme {

// Takes the place of a view that has nothing to show:
// what it would show and how to get it, with one button that does so.
class EmptyNotice : public QWidget {
    Q_OBJECT
  public:
    explicit EmptyNotice(QWidget* parent = nullptr);

    void say(const QString& text, const QString& button);
    QString text() const { return m_text->text(); }
    QPushButton& button() { return *m_button; }

  private:
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace lw::theme
