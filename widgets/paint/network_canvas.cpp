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

constexpr double kGraphMargin = 8, kLeastGraphScale = 0.02, kMostGraphScale = 4, kReadable = 0.75;
constexpr double kPage = 0.8; // of the height

} // namespace

NetworkCanvas::NetworkCanvas(const theme::Theme& theme, QWidget* parent)
    : FigureCanvas(theme, {kLeastGraphScale, kMostGraphScale, kLeastGraphScale, 1}, kGraphMargin, parent) {
    setAccessibleName(tr("Graph of the network"));
    setAccessibleDescription(tr("The layers of the network and what each reads; the same as a table by the "
                                "button above"));
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
    if (isKept && isChosen())
        pan(before - rectOf(m_picture.boxOf[*keptNode]).center());
    else if (isWhole())
        fit();
    else
        settle();
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
    return {theme(), m_picture, spot(), m_selected, m_current, m_hovered, m_found, QRectF(rect())};
}

// ---- view

// All of it if it can be read; else as wide as there is room, the highest box at the top, and the first one
// in the middle as far as that leaves no room empty. What is smaller than the room is in its middle.
void NetworkCanvas::settle() {
    fit();
    const double whole = scale();
    put(origin(), whole);
    if (m_picture.boxes.empty() || whole >= kReadable) return;
    put({}, std::clamp((width() - 2 * kGraphMargin) / m_picture.width, kReadable, 1.0));
    const QRectF first = rectOf(0);
    double top = first.top();
    for (std::size_t box = 1; box < m_picture.boxes.size(); ++box) top = std::min(top, rectOf(box).top());
    put({width() / 2.0 - first.center().x(), 2 * kGraphMargin - top}, scale());
    useRoom();
}

void NetworkCanvas::show(std::size_t box) {
    const QRectF here =
        rectOf(box).adjusted(-2 * kGraphMargin, -2 * kGraphMargin, 2 * kGraphMargin, 2 * kGraphMargin);
    if (QRectF(rect()).contains(here)) return;
    pan(QRectF(rect()).center() - here.center());
    useRoom();
}

void NetworkCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme()[theme::Role::Surface]);
    if (m_picture.boxes.empty()) return;
    painterNow().paint(painter);
    paintFocus(painter, m_selected.has_value());
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

void NetworkCanvas::clickAt(QPointF point) {
    const GraphHit hit = hitAt(point);
    if (!hit.box) return;
    pick(*hit.box);
    if (isOnSign(point, *hit.box)) Q_EMIT foldWanted(*hit.box);
}

void NetworkCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const GraphHit hit = hitAt(event->position());
    if (hit.box && !isOnSign(event->position(), *hit.box)) Q_EMIT opened(*hit.box);
}

// Along a wire to the nearest box above or below; sideways to the next in the row.
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
    case Qt::Key_Space:
        if (m_selected) Q_EMIT foldWanted(*m_selected);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected) Q_EMIT opened(*m_selected);
        return;
    default: FigureCanvas::keyPressEvent(event);
    }
}

} // namespace lw::paint

#include "moc_network_canvas.cpp"
