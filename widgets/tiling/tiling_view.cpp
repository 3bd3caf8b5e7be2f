// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_view.h"

namespace lw::tiling {

TilingView::TilingView(session::ViewContext context, TilingDesk& desk, const QString& what, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_desk(desk)
    , m_body(new QWidget(this))
    , m_layout(new QVBoxLayout(m_body)) {
    auto* notice = new theme::EmptyNotice(this);
    const auto say = [notice, what](const QString& rest) {
        notice->say(what + QLatin1Char('\n') + rest, tr("Open Network..."));
    };
    say(tr("Open a network and enter the size of a tile."));
    connect(&desk, &TilingDesk::failed, notice, say);
    connect(&notice->button(), &QPushButton::clicked, this, &TilingView::networkWanted);
    addWidget(notice);
    addWidget(m_body);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

} // namespace lw::tiling

#include "moc_tiling_view.cpp"
