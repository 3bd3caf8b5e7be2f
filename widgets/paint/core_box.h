// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"

#include <QComboBox>
#include <QToolBar>

namespace lw::paint {

// Which core a view shows, to be chosen in its tool bar: the one in focus or a certain one. Out of sight
// where there is only one.
class CoreBox : public QComboBox {
    Q_OBJECT
  public:
    CoreBox(session::ViewContext context, QToolBar* bar);

  private:
    void fill();
    void setText(int index, const QString& text);

    session::ViewContext m_context;
    QAction* m_action; // of the tool bar
};

} // namespace lw::paint
