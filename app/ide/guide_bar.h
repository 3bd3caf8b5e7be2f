// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/manual/about_view.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace lw::ide {

// The progress in the steps of a text (About) that may be hidden behind what a step shows: the next
// one is always visible.
class GuideBar : public QWidget {
    Q_OBJECT
  public:
    explicit GuideBar(const theme::Theme& theme, QWidget* parent = nullptr);
    // That one of them was taken; hides itself when it is none of them.
    void follow(const QList<manual::AboutView::Step>& steps, const QString& taken);

  Q_SIGNALS:
    void stepWanted(const QString& steps);
    void textWanted();

  private:
    QList<manual::AboutView::Step> m_steps;
    qsizetype m_taken = -1;
    QLabel* m_where;
    QPushButton* m_next;
};

} // namespace lw::ide
