// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QHelpEvent;
class QWidget;

namespace lw::manual {

// Explains units and abbreviations wherever the mouse rests on one: headings of tables, labels, buttons,
// titles of groups and views, and cells that consist of a term. Anything with a tool tip of its own keeps it.
class GlossaryTips : public QObject {
    Q_OBJECT
  public:
    // Looks at the whole application while it lives.
    explicit GlossaryTips(QObject* parent);

    // The text at the mouse that may be explained; empty where there is none.
    static QString textAt(QWidget* widget, const QPoint& at);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lw::manual
