// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/figure_canvas.h"

#include "widgets/paint/wheel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::paint {

namespace {

constexpr double kLeastVisible = 60; // pixels of the figure that stay visible

} // namespace

FigureCanvas::FigureCanvas(const theme::Theme& theme, Scales scales, double margin, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_scales(scales), m_margin(margin) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 120);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
}

void FigureCanvas::put(QPointF origin, double scale) {
    m_origin = origin;
    m_scale = scale;
    m_isChosen = m_isWhole = false;
    update();
}

void FigureCanvas::fit() {
    const QSizeF all = figure();
    if (all.width() <= 0 || all.height() <= 0) return;
    const double scale =
        std::clamp(std::min((width() - 2 * m_margin) / all.width(), (height() - 2 * m_margin) / all.height()),
                   m_scales.leastFitted, m_scales.mostFitted);
    put({(width() - scale * all.width()) / 2, (height() - scale * all.height()) / 2}, scale);
    m_isWhole = true;
}

void FigureCanvas::zoom(double factor, QPointF about) {
    const double scale = std::clamp(m_scale * factor, m_scales.least, m_scales.most);
    m_origin = about - (about - m_origin) * (scale / m_scale);
    m_scale = scale;
    pan({});
}

void FigureCanvas::pan(QPointF way) {
    m_isChosen = true;
    m_isWhole = false;
    m_origin += way;
    keepInSight();
    update();
}

void FigureCanvas::keepInSight() {
    const QSizeF all = m_scale * figure();
    m_origin.setX(std::clamp(m_origin.x(), std::min(kLeastVisible - all.width(), 0.0),
                             std::max(width() - kLeastVisible, 0.0)));
    m_origin.setY(std::clamp(m_origin.y(), std::min(kLeastVisible - all.height(), 0.0),
                             std::max(height() - kLeastVisible, 0.0)));
}

void FigureCanvas::useRoom() {
    const QSizeF all = m_scale * figure();
    const auto place = [this](double origin, double size, double room) {
        if (size + 2 * m_margin <= room) return (room - size) / 2;
        return std::clamp(origin, room - m_margin - size, m_margin);
    };
    m_origin = {place(m_origin.x(), all.width(), width()), place(m_origin.y(), all.height(), height())};
    update();
}

void FigureCanvas::paintFocus(QPainter& painter, bool hasSelection) const {
    if (!hasFocus() || hasSelection) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(m_theme[theme::Role::Accent]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void FigureCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_isWhole) return fit();
    if (!m_isChosen) return settle();
    // What was in the middle stays there, as far as that leaves no room empty.
    if (event->oldSize().isValid())
        m_origin += QPointF(width() - event->oldSize().width(), height() - event->oldSize().height()) / 2;
    useRoom();
}

void FigureCanvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    if (m_isWhole && event->angleDelta().y() < 0) return outwards();
    zoom(std::pow(kWheelStep, event->angleDelta().y() / static_cast<double>(kNotch)), event->position());
}

void FigureCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressedAt = m_lastAt = event->position();
    m_isPressed = event->button() == Qt::LeftButton;
    m_isDragging = false;
}

void FigureCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) return hoverAt(event->position());
    if (!m_isDragging && (event->position() - m_pressedAt).manhattanLength() < kDragStart) return;
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
    pan(event->position() - m_lastAt);
    m_lastAt = event->position();
}

void FigureCanvas::mouseReleaseEvent(QMouseEvent* event) {
    unsetCursor();
    const bool wasDrag = std::exchange(m_isDragging, false);
    if (!std::exchange(m_isPressed, false) || wasDrag || event->button() != Qt::LeftButton) return;
    clickAt(event->position());
}

void FigureCanvas::leaveEvent(QEvent*) { hoverNothing(); }

void FigureCanvas::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(width() / 2.0, height() / 2.0);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kWheelStep, middle);
    case Qt::Key_Minus: return zoom(1 / kWheelStep, middle);
    case Qt::Key_0: return fit();
    default: QWidget::keyPressEvent(event);
    }
}

bool FigureCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::event(event);
}

} // namespace lw::paint

#include "moc_figure_canvas.cpp"
