// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/view_or_notice.h"

#include "widgets/session/debug_session.h"

namespace lw::ide {

ViewOrNotice::ViewOrNotice(QWidget* view, const QString& what, const ViewParts& parts)
    : m_parts(parts), m_what(what), m_notice(new theme::EmptyNotice(this)) {
    addWidget(view);
    addWidget(m_notice);
    setFocusProxy(view);
    connect(&m_notice->button(), &QPushButton::clicked, this, [this] {
        if (m_parts.documents.startFile().isEmpty()) {
            if (m_parts.welcome) m_parts.welcome();
        } else if (m_parts.raise) {
            m_parts.raise(QStringLiteral("problems"));
        }
    });
    const session::DebugSession& session = parts.context.session;
    connect(&session, &session::DebugSession::programChanged, this, &ViewOrNotice::update);
    connect(&session, &session::DebugSession::frameChanged, this, &ViewOrNotice::update);
    connect(&parts.documents, &editor::DocumentArea::startFileChanged, this, &ViewOrNotice::update);
    update();
}

void ViewOrNotice::update() {
    const bool isThere = m_parts.context.session.frame() != nullptr;
    setCurrentIndex(isThere ? 0 : 1);
    setFocusProxy(isThere ? view() : m_notice);
    if (isThere) return;
    if (m_parts.documents.startFile().isEmpty())
        m_notice->say(m_what + QLatin1Char('\n') + tr("Open a program, or begin with an example."),
                      tr("Show the Examples"));
    else
        m_notice->say(m_what + QLatin1Char('\n') + tr("Once the program assembles."),
                      tr("Show the Problems"));
}

} // namespace lw::ide

#include "moc_view_or_notice.cpp"
