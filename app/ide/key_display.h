// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/action_table.h"

#include <QTimer>
#include <QWidget>

namespace lw::ide {

// Shows a presentation's audience which keys were pressed, with the name of the action they trigger: for a
// moment, at the lower edge of the window. Typed text is not shown.
class KeyDisplay : public QWidget {
    Q_OBJECT
  public:
    KeyDisplay(const theme::Theme& theme, const ActionTable& actions, QWidget* window);

    void say(const QString& text);
    QString text() const { return m_text; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void place();

    const theme::Theme& m_theme;
    const ActionTable& m_actions;
    QString m_text;
    QTimer m_gone;
};

} // namespace lw::ide
