// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"
#include "widgets/session/view_context.h"

#include <QObject>
#include <QWidget>

#include <functional>

namespace lw::session {

// Gives a view every new frame of the core that it shows while it can be seen, and the newest one when it comes into sight: a hidden
// view costs nothing. The frame is null when no program is loaded. Belongs to the view.
class FrameFeed : public QObject {
    Q_OBJECT
  public:
    using Take = std::function<void(const FramePtr&)>;
    FrameFeed(ViewContext context, QWidget& view, Take take);

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void give();

    ViewContext m_context;
    QWidget& m_view;
    Take m_take;
    FramePtr m_given;
    bool m_gaveAnything = false;
};

} // namespace lw::session
