// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace lw::theme {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const { return {0, QLabel::minimumSizeHint().height()}; }

QString ElidedLabel::shown() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width() - 2 * margin());
}

bool ElidedLabel::event(QEvent* event) {
    // Its own tool tip takes precedence over the text.
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        if (shown() != text()) QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect line = contentsRect().adjusted(margin(), 0, -margin(), 0);
    painter.drawText(line, static_cast<int>(alignment()) | Qt::TextSingleLine, shown());
}

} // namespace lw::theme

#include "moc_elided_label.cpp"
