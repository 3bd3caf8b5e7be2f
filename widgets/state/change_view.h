// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/state/change_model.h"

#include <QLabel>
#include <QTreeView>
#include <QWidget>

namespace lw::state {

// What the last command changed, cell by cell. Choosing a row selects the cell in every view.
class ChangeView : public QWidget {
    Q_OBJECT
  public:
    explicit ChangeView(session::ViewContext context, QWidget* parent = nullptr);

    // To the next changed cell (1) or the previous one (-1), around the ends.
    void walk(int step);
    const ChangeModel& model() const { return m_model; }
    QString headline() const { return m_head->text(); }

  private:
    void take(const session::FramePtr& frame);
    void openMenu(QPoint at);

    session::ViewContext m_context;
    ChangeModel m_model;
    QLabel* m_head;
    QTreeView* m_tree;
};

} // namespace lw::state
