// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/notice_or_body.h"

namespace lw::theme {

NoticeOrBody::NoticeOrBody(QWidget* parent)
    : QStackedWidget(parent)
    , m_notice(new EmptyNotice(this))
    , m_body(new QWidget(this))
    , m_layout(new QVBoxLayout(m_body)) {
    addWidget(m_notice);
    addWidget(m_body);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

} // namespace lw::theme

#include "moc_notice_or_body.cpp"
