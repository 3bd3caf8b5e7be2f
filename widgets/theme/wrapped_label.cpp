// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/wrapped_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <utility>

namespace lw::theme {

WrappedLabel::WrappedLabel(int lines, QWidget* parent) : QLabel(parent), m_lines(lines) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void WrappedLabel::setLines(int lines) {
    if (std::exchange(m_lines, lines) != lines) updateGeometry();
}

QSize WrappedLabel::sizeHint() const {
    const QMargins around = contentsMargins();
    return {0, m_lines * fontMetrics().lineSpacing() + around.top() + around.bottom()};
}
QSize WrappedLabel::minimumSizeHint() const { return sizeHint(); }

QStringList WrappedLabel::shown() const {
    QStringList out;
    // A layout breaks lines at separators; the number of characters stays, so that places are the same.
    const QString text = this->text().replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
    QTextLayout layout(text, font());
    const int room = contentsRect().width();
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(room);
        if (out.size() + 1 == m_lines) {
            const QString rest =
                text.mid(line.textStart()).replace(QChar(QChar::LineSeparator), QLatin1Char(' '));
            out << fontMetrics().elidedText(rest, Qt::ElideRight, room);
            break;
        }
        out << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return out;
}

bool WrappedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QLabel::event(event);
    const QString tip = toolTip().isEmpty() ? text() : toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                       QStringLiteral("<qt>%1</qt>").arg(tip.toHtmlEscaped()), this);
    return true;
}

void WrappedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    QRect place = contentsRect();
    place.setHeight(fontMetrics().lineSpacing());
    for (const QString& line : shown()) {
        painter.drawText(place, Qt::AlignLeft, line);
        place.translate(0, place.height());
    }
}

} // namespace lw::theme

#include "moc_wrapped_label.cpp"
