// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/scene_table_model.h"
#include "widgets/session/view_context.h"
#include "widgets/striding/striding_desk.h"
#include "widgets/theme/empty_notice.h"

#include <QStackedWidget>
#include <QTableView>

namespace lw::striding {

// The report on a lowered network as a table: what was decided, why, what it costs and what came out.
class ReportView : public QStackedWidget {
    Q_OBJECT
  public:
    ReportView(session::ViewContext context, StridingDesk& desk, QWidget* parent = nullptr);
    const QAbstractItemModel& model() const { return m_model; }

  Q_SIGNALS:
    void networkWanted(); // by somebody who has none

  private:
    void refresh();

    StridingDesk& m_desk;
    theme::EmptyNotice* m_notice;
    QTableView* m_table;
    paint::SceneTableModel m_model;
};

} // namespace lw::striding
