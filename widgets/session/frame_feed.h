// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"
#include "widgets/session/view_context.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>

namespace lw::session {

// Gives a view every new frame of its core while it is visible, and the newest one when it becomes visible:
// a hidden view costs nothing. The frame is null when no program is loaded. Belongs to the view.
class FrameFeed : public QObject {
    Q_OBJECT
  public:
    using Take = std::function<void(const FramePtr&)>;
    FrameFeed(ViewContext context, QWidget& view, Take take);

    ~FrameFeed() override;

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void give();
    void look();

    ViewContext m_context;
    QPointer<DebugSession> m_session; // a window that ends lets go of it before its views
    QWidget& m_view;
    Take m_take;
    FramePtr m_given;
    bool m_gaveAnything = false;
};

} // namespace lw::session
