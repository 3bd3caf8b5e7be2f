// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_view.h"

#include "widgets/tiling/tiling_words.h"

namespace lw::tiling {

TilingView::TilingView(session::ViewContext context, TilingDesk& desk, const QString& what, QWidget* parent)
    : NoticeOrBody(parent)
    , m_what(what)
    , m_why(tr("Open a network, and enter the size of a tile or let it be chosen."))
    , m_context(context)
    , m_desk(desk) {
    connect(&desk, &TilingDesk::failed, this, &TilingView::sayWhy);
    connect(&desk, &TilingDesk::choosingChanged, this, &TilingView::say);
    connect(&notice().button(), &QPushButton::clicked, this, [this] {
        if (m_desk.sizesModelled())
            m_desk.cancel();
        else
            Q_EMIT networkWanted();
    });
    say();
}

void TilingView::sayWhy(const QString& why) {
    m_why = why;
    say();
}

void TilingView::say() {
    const auto& sizes = m_desk.sizesModelled();
    notice().say(m_what + QLatin1Char('\n') + (sizes ? choosingText(*sizes) : m_why),
                 sizes ? tr("Stop") : tr("Open Network..."));
}

} // namespace lw::tiling

#include "moc_tiling_view.cpp"
