// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/newest_task.h"
#include "widgets/session/view_context.h"
#include "widgets/striding/layer_bar.h"
#include "widgets/striding/striding_desk.h"
#include "widgets/theme/empty_notice.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace lw::striding {

// What the views of a layer have in common: they follow the desk, work out what they show outside the
// window's thread, and say how to get something to see if there is nothing.
class LayerView : public QStackedWidget {
    Q_OBJECT
  public:
    bool isWaiting() const { return m_task->isWaiting(); } // what is to be shown is being worked out

  Q_SIGNALS:
    void networkWanted(); // by somebody who has none

  protected:
    LayerView(session::ViewContext context, StridingDesk& desk, QWidget* parent);

    const session::ViewContext& context() const { return m_context; }
    StridingDesk& desk() const { return m_desk; }
    QWidget* body() const { return m_body; }
    QVBoxLayout* bodyLayout() const { return m_layout; }
    theme::EmptyNotice& notice() const { return *m_notice; }
    session::NewestTask& task() const { return *m_task; }

  private:
    session::ViewContext m_context;
    StridingDesk& m_desk;
    QWidget* m_body;
    QVBoxLayout* m_layout;
    theme::EmptyNotice* m_notice;
    session::NewestTask* m_task;
};

} // namespace lw::striding
