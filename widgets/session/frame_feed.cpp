// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/frame_feed.h"

#include "widgets/session/core_choice.h"

#include <QEvent>

#include <utility>

namespace lw::session {

FrameFeed::FrameFeed(ViewContext context, QWidget& view, Take take)
    : QObject(&view), m_context(context), m_session(&context.session), m_view(view), m_take(std::move(take)) {
    view.installEventFilter(this);
    connect(&context.session, &DebugSession::frameChanged, this, &FrameFeed::give);
    connect(&context.session, &DebugSession::programChanged, this, &FrameFeed::give);
    if (context.choice)
        connect(context.choice, &CoreChoice::changed, this, [this] {
            look();
            give();
        });
}

FrameFeed::~FrameFeed() {
    if (m_session) m_session->lookAt(this, {});
}

// Views that follow the core in focus need not say so: it is always looked at.
void FrameFeed::look() {
    if (!m_session) return;
    const auto pinned = m_context.choice ? m_context.choice->pinned() : std::nullopt;
    m_session->lookAt(this, m_view.isVisible() ? pinned : std::nullopt);
}

void FrameFeed::give() {
    const FramePtr& frame = m_context.frame();
    // "No program" is always reported: nobody should hold on to the frame of a program that is gone.
    if (frame && !m_view.isVisible()) return;
    if (m_gaveAnything && frame == m_given) return;
    m_given = frame;
    m_gaveAnything = true;
    m_take(frame);
}

bool FrameFeed::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &m_view) return false;
    if (event->type() == QEvent::Show) give();
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) look();
    return false;
}

} // namespace lw::session

#include "moc_frame_feed.cpp"
