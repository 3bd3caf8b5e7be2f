// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/recompute_view.h"

namespace lw::recompute {

RecomputeView::RecomputeView(session::ViewContext context, RecomputeDesk& desk, const QString& what,
                             QWidget* parent)
    : NoticeOrBody(parent), m_context(context), m_desk(desk) {
    const auto say = [this, what](const QString& why) {
        notice().say(what + QLatin1Char('\n') + why, tr("Open Network..."));
    };
    say(tr("Open a network whose file says how it is trained."));
    connect(&desk, &RecomputeDesk::failed, this, say);
    connect(&notice().button(), &QPushButton::clicked, this, &RecomputeView::networkWanted);
}

} // namespace lw::recompute

#include "moc_recompute_view.cpp"
