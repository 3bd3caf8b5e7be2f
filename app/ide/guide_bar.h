// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/manual/about_view.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace lw::ide {

// How far one has come in the steps of a text (About), which may have gone behind what a step shows: the next
// one is always in sight.
class GuideBar : public QWidget {
    Q_OBJECT
  public:
    explicit GuideBar(const theme::Theme& theme, QWidget* parent = nullptr);
    // That one of them was taken; hidden when it is none of them.
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
