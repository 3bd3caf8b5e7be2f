// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/network_painter.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/lines.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/unit_colours.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace lw::paint {

using theme::Role;

namespace {

constexpr double kNodeCorner = 4, kEdgeReach = 5;    // pixels
constexpr double kNodeTitle = 13, kNodeSmall = 11.5; // units of the drawing
constexpr double kTitleLine = 18, kNodeLine = 15;    // likewise, as counted by the scene
constexpr double kEdge = 8, kBadge = 15, kSign = 11; // likewise
constexpr double kLeastNodeText = 6;                 // pixels: smaller text is left out
constexpr double kNodeFill = 0.22;
constexpr double kWireText = 11;                   // units of the drawing
constexpr double kLeastWireText = 8, kWirePad = 4; // pixels

} // namespace

QRectF GraphSpot::rectOf(const scene::PictureBox& box) const {
    return {origin.x() + scale * box.at.x, origin.y() + scale * box.at.y, scale * box.width,
            scale * box.height};
}
QPointF GraphSpot::pointOf(scene::LayoutPoint point) const {
    return {origin.x() + scale * point.x, origin.y() + scale * point.y};
}

GraphHit NetworkPainter::hitAt(QPointF point) const {
    for (std::size_t i = 0; i < picture.boxes.size(); ++i)
        if (spot.rectOf(picture.boxes[i]).contains(point)) return {i, {}};
    GraphHit best;
    double nearest = kEdgeReach;
    for (std::size_t i = 0; i < picture.wires.size(); ++i)
        for (std::size_t p = 1; p < picture.wires[i].way.size(); ++p) {
            const double away = distance(point, spot.pointOf(picture.wires[i].way[p - 1]),
                                         spot.pointOf(picture.wires[i].way[p]));
            if (away >= nearest) continue;
            nearest = away;
            best = {{}, i};
        }
    return best;
}

QRectF NetworkPainter::foldSign(const scene::PictureBox& box) const {
    if (!box.group && !box.folds) return {};
    const QRectF rect = spot.rectOf(box);
    const double side = kSign * spot.scale, pad = 5 * spot.scale;
    return {rect.right() - side - pad, rect.bottom() - side - pad, side, side};
}

// ---- drawing

void NetworkPainter::paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool marked : {false, true})
        for (std::size_t i = 0; i < picture.wires.size(); ++i)
            if (isMarked(i) == marked) paintWire(painter, picture.wires[i], marked);
    for (std::size_t i = 0; i < picture.boxes.size(); ++i)
        if (isInSight(spot.rectOf(picture.boxes[i]).adjusted(-8, -8, 8, 8))) paintBox(painter, i);
    paintLabels(painter);
}

bool NetworkPainter::isMarked(std::size_t wire) const {
    const scene::PictureWire& one = picture.wires[wire];
    const auto ends = [&](std::optional<std::size_t> box) {
        return box && (one.from == *box || one.to == *box);
    };
    return hovered.wire == wire || ends(selected) || ends(hovered.box);
}

QFont NetworkPainter::labelFont(bool isMarked) const {
    return font(kWireText, isMarked ? QFont::DemiBold : QFont::Normal);
}

// In the middle of the first of its pieces that has room; with more words if a person looks at it.
std::optional<GraphLabel> NetworkPainter::labelOf(std::size_t index, const QVector<QRectF>& taken) const {
    const scene::PictureWire& wire = picture.wires[index];
    const QFontMetricsF metrics(labelFont(isMarked(index)));
    const auto isFree = [&](const QRectF& rect) {
        return isInSight(rect) &&
               std::ranges::none_of(taken, [&](const QRectF& one) { return one.intersects(rect); });
    };
    for (const std::string* const text : {&wire.detail, &wire.label}) {
        if (text->empty() || (text == &wire.detail && !isMarked(index))) continue;
        const QString words = QString::fromStdString(*text);
        const QSizeF size(metrics.horizontalAdvance(words) + 2 * kWirePad, metrics.height());
        for (std::size_t i = 1; i < wire.way.size(); ++i) {
            const QPointF middle = (spot.pointOf(wire.way[i - 1]) + spot.pointOf(wire.way[i])) / 2;
            const QRectF rect(middle - QPointF(size.width() / 2, size.height() / 2), size);
            if (isFree(rect)) return GraphLabel{index, words, rect};
        }
    }
    return {};
}

QVector<GraphLabel> NetworkPainter::labels() const {
    QVector<GraphLabel> out;
    if (labelFont(false).pixelSize() < kLeastWireText) return out;
    QVector<QRectF> taken;
    for (const scene::PictureBox& box : picture.boxes) taken << spot.rectOf(box);
    for (const bool marked : {true, false})
        for (std::size_t i = 0; i < picture.wires.size(); ++i)
            if (!picture.wires[i].label.empty() && isMarked(i) == marked)
                if (const auto label = labelOf(i, taken)) {
                    taken << label->rect;
                    out << *label;
                }
    return out;
}

void NetworkPainter::paintLabels(QPainter& painter) const {
    for (const GraphLabel& label : labels()) {
        const bool marked = isMarked(label.wire);
        painter.setPen(QPen(theme[marked ? Role::Accent : Role::Border], 1));
        painter.setBrush(theme[Role::Surface]);
        painter.drawRoundedRect(crisp(label.rect), 3, 3);
        painter.setFont(labelFont(marked));
        painter.setPen(theme[marked ? Role::Text : Role::Muted]);
        painter.drawText(label.rect, Qt::AlignCenter, label.text);
    }
}

// Bent where it goes sideways, straight where it passes a rank.
void NetworkPainter::paintWire(QPainter& painter, const scene::PictureWire& wire, bool isMarked) const {
    QPolygonF way;
    for (const scene::LayoutPoint& point : wire.way) way << spot.pointOf(point);
    if (!isInSight(way.boundingRect().adjusted(-4, -4, 4, 4))) return;
    const double head = std::clamp(7 * spot.scale, 3.0, 10.0);
    const QPointF tip = way.last();
    way.last() = tip - QPointF(0, head * 0.8);
    QPainterPath path(way.first());
    for (int i = 1; i < way.size(); ++i) {
        const QPointF from = way[i - 1], to = way[i];
        const double middle = (from.y() + to.y()) / 2;
        if (std::abs(from.x() - to.x()) < 0.5)
            path.lineTo(to);
        else
            path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
    }
    const bool isOrderAlone = wire.isOrder && !wire.isRead && !wire.isDependency;
    const QColor colour = isMarked            ? theme[Role::Accent]
                          : wire.isDependency ? theme[Role::UnitMatrix]
                          : isOrderAlone      ? theme[Role::UnitMemory]
                                              : theme.fill(Role::Muted, 0.7);
    painter.setPen(QPen(colour, (isMarked ? 2 : 1.25) * std::clamp(spot.scale, 0.6, 1.5),
                        wire.isRead    ? Qt::SolidLine
                        : isOrderAlone ? Qt::DotLine
                                       : Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF{tip, tip + QPointF(head * 0.45, -head), tip + QPointF(-head * 0.45, -head)});
}

void NetworkPainter::paintBox(QPainter& painter, std::size_t index) const {
    const scene::PictureBox& box = picture.boxes[index];
    const QRectF rect = crisp(spot.rectOf(box));
    const Role role = theme::roleOf(box.unit);
    painter.setPen(Qt::NoPen);
    if (box.group && spot.scale > 0.3) { // a second sheet, partly hidden: it holds more than one layer
        painter.setPen(QPen(theme[Role::Border], 1));
        painter.setBrush(theme[Role::Panel]);
        painter.drawRoundedRect(rect.translated(3, 3), kNodeCorner, kNodeCorner);
        painter.setPen(Qt::NoPen);
    }
    painter.setBrush(theme[Role::Surface]);
    painter.drawRoundedRect(rect, kNodeCorner, kNodeCorner);
    painter.setBrush(theme.fill(role, kNodeFill));
    painter.drawRoundedRect(rect, kNodeCorner, kNodeCorner);
    if (box.isOfHost) hatch(painter, rect, theme.fill(role, 0.4), Slant::Falling);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme[role], 1.5));
    painter.drawRoundedRect(rect, kNodeCorner, kNodeCorner);
    paintMarks(painter, index, rect);
    paintWords(painter, box, rect);
    paintFoldSign(painter, box);
}

// What a search has found, what is being computed, what is selected and under the pointer.
void NetworkPainter::paintMarks(QPainter& painter, std::size_t index, const QRectF& rect) const {
    painter.setBrush(Qt::NoBrush);
    const auto frame = [&](double width, Qt::PenStyle style, double away) {
        painter.setPen(QPen(theme[Role::Accent], width, style));
        painter.drawRoundedRect(rect.adjusted(-away, -away, away, away), kNodeCorner + 2, kNodeCorner + 2);
    };
    if (found.contains(index)) frame(1.5, Qt::DashLine, 5);
    if (index == selected) frame(2, Qt::SolidLine, 3);
    if (index == hovered.box) frame(1, Qt::SolidLine, 3);
    if (index != current) return;
    const double side = std::clamp(10 * spot.scale, 5.0, 12.0);
    const QPointF tip(rect.left() - 5, rect.center().y());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme[Role::Accent]);
    painter.drawRect(QRectF(rect.left() - 3, rect.top(), 4, rect.height()));
    painter.drawPolygon(QPolygonF{tip, tip + QPointF(-side, -side * 0.7), tip + QPointF(-side, side * 0.7)});
}

QFont NetworkPainter::font(double units, int weight) const {
    QFont out = theme.text();
    out.setPixelSize(std::max(1, static_cast<int>(std::lround(units * spot.scale))));
    out.setWeight(static_cast<QFont::Weight>(weight));
    return out;
}

void NetworkPainter::paintWords(QPainter& painter, const scene::PictureBox& box, const QRectF& rect) const {
    const QFont title = font(kNodeTitle, QFont::DemiBold), small = font(kNodeSmall, QFont::Normal);
    if (title.pixelSize() < kLeastNodeText) return;
    const double pad = kEdge * spot.scale, side = kBadge * spot.scale;
    const QRectF badge(rect.right() - side - pad * 0.6, rect.top() + pad * 0.6, side, side);
    if (box.unit != isa::UnitGroup::Sync) { // no unit computes input and constants
        painter.setPen(QPen(theme[theme::roleOf(box.unit)], 1));
        painter.setBrush(theme[Role::Surface]);
        painter.drawRoundedRect(crisp(badge), 3, 3);
        painter.setFont(font(kNodeSmall - 1, QFont::DemiBold));
        painter.setPen(theme[Role::Text]);
        painter.drawText(badge, Qt::AlignCenter,
                         box.isOfHost ? QStringLiteral("H")
                                      : QString(QLatin1Char(theme::letterOf(box.unit))));
    }
    double y = rect.top() + pad;
    for (std::size_t i = 0; i < box.lines.size(); ++i) {
        const double high = (i == 0 ? kTitleLine : kNodeLine) * spot.scale;
        const bool isLast = i + 1 == box.lines.size();
        const double room = rect.width() - 2 * pad - (i == 0 ? side : isLast ? foldSign(box).width() : 0);
        const QFont& used = i == 0 ? title : small;
        painter.setFont(used);
        painter.setPen(theme[i == 0 ? Role::Text : Role::Muted]);
        painter.drawText(
            QRectF(rect.left() + pad, y, rect.width(), high), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(used).elidedText(session::coreText(box.lines[i]), Qt::ElideRight, room));
        y += high;
    }
}

// A plus where something unfolds, a minus where it folds.
void NetworkPainter::paintFoldSign(QPainter& painter, const scene::PictureBox& box) const {
    const QRectF sign = crisp(foldSign(box));
    if (sign.isEmpty() || sign.width() < kLeastNodeText) return;
    painter.setPen(QPen(theme[Role::Muted], 1));
    painter.setBrush(theme[Role::Surface]);
    painter.drawRoundedRect(sign, 2, 2);
    const double pad = sign.width() * 0.25;
    const QPointF middle = sign.center();
    painter.drawLine(QPointF(sign.left() + pad, middle.y()), QPointF(sign.right() - pad, middle.y()));
    if (box.group)
        painter.drawLine(QPointF(middle.x(), sign.top() + pad), QPointF(middle.x(), sign.bottom() - pad));
}

} // namespace lw::paint
