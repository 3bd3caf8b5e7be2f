// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/hover_tip.h"

#include <QHelpEvent>
#include <QToolTip>

#include <utility>

namespace lw::paint {

HoverTip::HoverTip(QWidget& widget, TextAt textAt)
    : QObject(&widget), m_widget(widget), m_textAt(std::move(textAt)) {
    widget.installEventFilter(this);
}

bool HoverTip::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &m_widget || event->type() != QEvent::ToolTip) return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), m_textAt(help->pos()), &m_widget);
    return true;
}

} // namespace lw::paint

#include "moc_hover_tip.cpp"
