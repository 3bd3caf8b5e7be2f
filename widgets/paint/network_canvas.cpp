// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/network_canvas.h"

#include "widgets/paint/hover_tip.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lw::paint {

namespace {

constexpr double kMargin = 8, kLeastScale = 0.02, kMostScale = 4, kReadable = 0.75;
constexpr double kStep = 1.2;        // of one notch of the wheel
constexpr int kNotch = 120;          // of QWheelEvent::angleDelta
constexpr double kDragStart = 4;     // pixels from which on a press is a drag
constexpr double kLeastVisible = 60; // pixels of the graph that stay in sight
constexpr double kPage = 0.8;        // of the height

} // namespace

NetworkCanvas::NetworkCanvas(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Graph of the network"));
    setAccessibleDescription(tr("The layers of the network and what each reads; the same as a table by the "
                                "button above"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 120);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new HoverTip(*this, [this](QPoint point) {
        return m_tipOf && !m_picture.boxes.empty() ? m_tipOf(hitAt(point)) : QString();
    });
}

void NetworkCanvas::setPicture(scene::NetworkPicture picture, std::optional<std::size_t> keptNode) {
    const bool isKept = keptNode && *keptNode < m_picture.boxOf.size() && *keptNode < picture.boxOf.size();
    const QPointF before = isKept ? rectOf(m_picture.boxOf[*keptNode]).center() : QPointF();
    m_picture = std::move(picture);
    m_selected = m_current = std::nullopt;
    m_hovered = {};
    m_found.clear();
    if (isKept && m_sight == Sight::Chosen)
        pan(before - rectOf(m_picture.boxOf[*keptNode]).center());
    else if (m_sight == Sight::All)
        fit();
    else
        begin();
    update();
}

void NetworkCanvas::select(std::optional<std::size_t> box) {
    m_selected = box;
    update();
}
void NetworkCanvas::setCurrent(std::optional<std::size_t> box) {
    if (std::exchange(m_current, box) != box) update();
}
void NetworkCanvas::setFound(const QVector<std::size_t>& boxes) {
    m_found = boxes;
    update();
}

NetworkPainter NetworkCanvas::painterNow() const {
    return {m_theme, m_picture, m_spot, m_selected, m_current, m_hovered, m_found, QRectF(rect())};
}

// ---- sight

void NetworkCanvas::fit() {
    m_sight = Sight::All;
    if (m_picture.width <= 0 || m_picture.height <= 0) return;
    m_spot.scale = std::clamp(
        std::min((width() - 2 * kMargin) / m_picture.width, (height() - 2 * kMargin) / m_picture.height),
        kLeastScale, 1.0);
    m_spot.origin = {(width() - m_spot.scale * m_picture.width) / 2,
                     (height() - m_spot.scale * m_picture.height) / 2};
    update();
}

// All of it where it can be read; else as wide as there is room, the first box in the middle.
void NetworkCanvas::begin() {
    fit();
    m_sight = Sight::Beginning;
    if (m_picture.boxes.empty() || m_spot.scale >= kReadable) return;
    m_spot.scale = std::clamp((width() - 2 * kMargin) / m_picture.width, kReadable, 1.0);
    m_spot.origin = {};
    const QRectF first = rectOf(0);
    m_spot.origin = {width() / 2.0 - first.center().x(), kMargin - first.top() + kMargin};
    update();
}

void NetworkCanvas::zoom(double factor, QPointF about) {
    const double scale = std::clamp(m_spot.scale * factor, kLeastScale, kMostScale);
    m_spot.origin = about - (about - m_spot.origin) * (scale / m_spot.scale);
    m_spot.scale = scale;
    pan({});
}

void NetworkCanvas::pan(QPointF way) {
    m_sight = Sight::Chosen;
    m_spot.origin += way;
    keepInSight();
    update();
}

void NetworkCanvas::keepInSight() {
    const double wide = m_spot.scale * m_picture.width, high = m_spot.scale * m_picture.height;
    m_spot.origin.setX(std::clamp(m_spot.origin.x(), std::min(kLeastVisible - wide, 0.0),
                                  std::max(width() - kLeastVisible, 0.0)));
    m_spot.origin.setY(std::clamp(m_spot.origin.y(), std::min(kLeastVisible - high, 0.0),
                                  std::max(height() - kLeastVisible, 0.0)));
}

void NetworkCanvas::show(std::size_t box) {
    const QRectF here = rectOf(box).adjusted(-2 * kMargin, -2 * kMargin, 2 * kMargin, 2 * kMargin);
    if (QRectF(rect()).contains(here)) return;
    pan(QRectF(rect()).center() - here.center());
}

void NetworkCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_sight == Sight::All)
        fit();
    else if (m_sight == Sight::Beginning)
        begin();
    else
        keepInSight();
}

void NetworkCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[theme::Role::Surface]);
    if (m_picture.boxes.empty()) return;
    painterNow().paint(painter);
    if (!hasFocus() || m_selected) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(m_theme[theme::Role::Accent]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

// ---- input

void NetworkCanvas::hover(GraphHit hit) {
    if (hit == m_hovered) return;
    m_hovered = hit;
    update();
}

void NetworkCanvas::pick(std::size_t box) {
    select(box);
    show(box);
    Q_EMIT picked(box);
}

bool NetworkCanvas::isOnSign(QPointF point, std::size_t box) const { return signOf(box).contains(point); }

void NetworkCanvas::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(kStep, event->angleDelta().y() / static_cast<double>(kNotch)), event->position());
    event->accept();
}

void NetworkCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressedAt = m_lastAt = event->position();
    m_isPressed = event->button() == Qt::LeftButton;
    m_isDragging = false;
}

void NetworkCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) return hover(hitAt(event->position()));
    if (!m_isDragging && (event->position() - m_pressedAt).manhattanLength() < kDragStart) return;
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
    pan(event->position() - m_lastAt);
    m_lastAt = event->position();
}

void NetworkCanvas::mouseReleaseEvent(QMouseEvent* event) {
    unsetCursor();
    const bool wasDrag = std::exchange(m_isDragging, false);
    if (!std::exchange(m_isPressed, false) || wasDrag || event->button() != Qt::LeftButton) return;
    const GraphHit hit = hitAt(event->position());
    if (!hit.box) return;
    pick(*hit.box);
    if (isOnSign(event->position(), *hit.box)) Q_EMIT foldWanted(*hit.box);
}

void NetworkCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const GraphHit hit = hitAt(event->position());
    if (hit.box && !isOnSign(event->position(), *hit.box)) Q_EMIT opened(*hit.box);
}

void NetworkCanvas::leaveEvent(QEvent*) { hover({}); }

// Along a wire to the box above or below that is nearest; aside to the next in the row.
void NetworkCanvas::walk(int across, int down) {
    if (m_picture.boxes.empty()) return;
    if (!m_selected) return pick(0);
    const scene::PictureBox& from = m_picture.boxes[*m_selected];
    std::optional<std::size_t> best;
    double least = std::numeric_limits<double>::max();
    const auto consider = [&](std::size_t box) {
        const QPointF way = rectOf(box).center() - rectOf(*m_selected).center();
        const double away = std::abs(way.x()) + std::abs(way.y());
        if ((across != 0 && way.x() * across <= 0) || away >= least) return;
        least = away;
        best = box;
    };
    if (down != 0) {
        for (const scene::PictureWire& wire : m_picture.wires)
            if ((down > 0 ? wire.from : wire.to) == *m_selected) consider(down > 0 ? wire.to : wire.from);
    } else {
        for (std::size_t i = 0; i < m_picture.boxes.size(); ++i)
            if (i != *m_selected && m_picture.boxes[i].at.rank == from.at.rank) consider(i);
    }
    if (best) pick(*best);
}

void NetworkCanvas::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(width() / 2.0, height() / 2.0);
    const bool hasAny = !m_picture.boxes.empty();
    switch (event->key()) {
    case Qt::Key_Left: return walk(-1, 0);
    case Qt::Key_Right: return walk(1, 0);
    case Qt::Key_Up: return walk(0, -1);
    case Qt::Key_Down: return walk(0, 1);
    case Qt::Key_PageUp: return pan({0, kPage * height()});
    case Qt::Key_PageDown: return pan({0, -kPage * height()});
    case Qt::Key_Home:
        if (hasAny) pick(0);
        return;
    case Qt::Key_End:
        if (hasAny) pick(m_picture.boxes.size() - 1);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kStep, middle);
    case Qt::Key_Minus: return zoom(1 / kStep, middle);
    case Qt::Key_0: return fit();
    case Qt::Key_Space:
        if (m_selected) Q_EMIT foldWanted(*m_selected);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected) Q_EMIT opened(*m_selected);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

bool NetworkCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::event(event);
}

} // namespace lw::paint

#include "moc_network_canvas.cpp"
