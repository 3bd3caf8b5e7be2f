// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/view_catalog.h"
#include "widgets/theme/empty_notice.h"

#include <QStackedWidget>

namespace lw::ide {

// A view that needs a program and, in its place while there is none, what it will show and how to get there:
// to the examples, or to the problems of a program that does not assemble.
class ViewOrNotice : public QStackedWidget {
    Q_OBJECT
  public:
    // `what`: what the view shows.
    ViewOrNotice(QWidget* view, const QString& what, const ViewParts& parts);
    QWidget* view() const { return widget(0); }

  private:
    void update();

    ViewParts m_parts;
    QString m_what;
    theme::EmptyNotice* m_notice;
};

} // namespace lw::ide
