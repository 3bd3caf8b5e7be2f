// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/layer_view.h"

namespace lw::striding {

LayerView::LayerView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_desk(desk)
    , m_body(new QWidget(this))
    , m_layout(new QVBoxLayout(m_body))
    , m_notice(new theme::EmptyNotice(this))
    , m_task(new session::NewestTask(this)) {
    addWidget(m_notice);
    addWidget(m_body);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

} // namespace lw::striding

#include "moc_layer_view.cpp"
