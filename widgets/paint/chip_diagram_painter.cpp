// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_painter.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/lines.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"
#include "widgets/theme/unit_colours.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::paint {

using scene::Activity;
using theme::Role;

namespace {

constexpr double kCorner = 4, kReach = 5;                    // pixels
constexpr double kTitle = 15, kSmall = 12.5, kLetter = 11.5; // units of the drawing
constexpr double kLeastText = 7;                             // pixels: smaller text is left out
constexpr double kMostTitle = 22;                            // pixels
constexpr double kFill = 0.22;

double thicknessOf(const scene::DiagramPath& wire, double scale) {
    static constexpr double kPixels[] = {1, 1, 2, 3.5};
    return kPixels[std::min<std::size_t>(wire.thickness, 3)] * std::clamp(scale, 0.8, 2.0);
}

} // namespace

QRectF DiagramPlace::rectOf(const scene::DiagramPart& box) const {
    return {origin.x() + scale * box.x, origin.y() + scale * box.y, scale * box.width, scale * box.height};
}

QPointF DiagramPlace::pointOf(machine::DiagramPoint point) const {
    return {origin.x() + scale * point.x, origin.y() + scale * point.y};
}

DiagramHit ChipDiagramPainter::hitAt(QPointF point) const {
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        if (place.rectOf(scene.boxes[i]).contains(point)) return {i, {}};
    DiagramHit best;
    double nearest = kReach;
    for (std::size_t i = 0; i < scene.wires.size(); ++i)
        for (std::size_t p = 1; p < scene.wires[i].points.size(); ++p) {
            // Where wires share a path, the active one is meant.
            const double away = distance(point, place.pointOf(scene.wires[i].points[p - 1]),
                                         place.pointOf(scene.wires[i].points[p])) -
                                (scene.wires[i].activity != Activity::Idle ? 1 : 0);
            if (away < nearest) {
                nearest = away;
                best = {{}, i};
            }
        }
    return best;
}

// ---- drawing

void ChipDiagramPainter::paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const auto wires = [&](bool busy) {
        for (std::size_t i = 0; i < scene.wires.size(); ++i)
            if ((scene.wires[i].activity != Activity::Idle) == busy)
                paintWire(painter, scene.wires[i], hovered.wire == i);
    };
    wires(false);
    wires(true);
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) paintBox(painter, scene.boxes[i], hovered.box == i);
    for (const scene::DiagramPath& wire : scene.wires)
        if (!wire.tag.empty()) paintTag(painter, wire);
}

// A wire has the colour of the unit it serves: of its two ends, the one more special than the processors.
Role ChipDiagramPainter::roleOfWire(const scene::DiagramPath& wire) const {
    if (wire.isLink) return theme::roleOf(isa::UnitGroup::Transfer);
    isa::UnitGroup best = isa::UnitGroup::Scalar;
    for (const scene::DiagramPart& box : scene.boxes)
        if ((box.id == wire.from || box.id == wire.to) && box.group != isa::UnitGroup::Sync)
            best = std::max(best, box.group);
    return theme::roleOf(best);
}

void ChipDiagramPainter::paintWire(QPainter& painter, const scene::DiagramPath& wire, bool isHovered) const {
    if (wire.points.size() < 2) return;
    const bool isActive = wire.activity == Activity::Active, isStalled = wire.activity == Activity::Stalled;
    const QColor colour = isHovered   ? theme[Role::Accent]
                          : isActive  ? theme[roleOfWire(wire)]
                          : isStalled ? theme[Role::Warning]
                                      : theme[Role::Border];
    const double width = thicknessOf(wire, place.scale), head = 5 + 1.5 * width;
    QPolygonF line;
    for (const machine::DiagramPoint& point : wire.points) line << crisp(place.pointOf(point));
    const QPointF tip = line.last(), before = line[line.size() - 2];
    const double length = std::max(1.0, std::hypot(tip.x() - before.x(), tip.y() - before.y()));
    const QPointF along = (tip - before) / length, across(-along.y(), along.x());
    line.last() = tip - along * std::min(head * 0.8, length);
    painter.setPen(QPen(colour, width + (isActive ? 0.5 : 0), isStalled ? Qt::DashLine : Qt::SolidLine,
                        Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QPointF base = tip - along * head;
    painter.drawPolygon(
        QPolygonF{tip, base + across * (2.5 + width * 0.8), base - across * (2.5 + width * 0.8)});
}

// How much of the boxes a label would cover.
double ChipDiagramPainter::covered(const QRectF& label) const {
    double out = 0;
    for (const scene::DiagramPart& box : scene.boxes) {
        const QRectF both = place.rectOf(box).intersected(label);
        out += both.width() * both.height();
    }
    return out;
}

// Where a label of that size covers least of the boxes: of several places, the one in the middle of the
// longest piece of the wire.
QRectF ChipDiagramPainter::tagPlace(const scene::DiagramPath& wire, QSizeF size) const {
    QRectF best;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 1; i < wire.points.size(); ++i) {
        const QPointF a = place.pointOf(wire.points[i - 1]), b = place.pointOf(wire.points[i]);
        const double length = std::hypot(a.x() - b.x(), a.y() - b.y());
        for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8}) {
            QRectF label(QPointF(), size);
            label.moveCenter(a + part * (b - a));
            // Between equals the length decides, then the distance from the middle.
            const double cost = covered(label) - 1e-3 * length + 1e-2 * std::abs(part - 0.5);
            if (cost >= least) continue;
            least = cost;
            best = label;
        }
    }
    return best;
}

void ChipDiagramPainter::paintTag(QPainter& painter, const scene::DiagramPath& wire) const {
    const QFont tagFont = font(kLetter, QFont::Medium);
    if (tagFont.pixelSize() < kLeastText || wire.points.size() < 2) return;
    const QFontMetricsF metrics(tagFont);
    const QString text = metrics.elidedText(session::coreText(wire.tag), Qt::ElideRight, 120 * place.scale);
    const QRectF label = tagPlace(wire, {metrics.horizontalAdvance(text) + 8, metrics.height() + 2});
    painter.setPen(QPen(theme[roleOfWire(wire)], 1));
    painter.setBrush(theme[Role::Raised]);
    painter.drawRoundedRect(crisp(label), 3, 3);
    painter.setFont(tagFont);
    painter.setPen(theme[Role::Text]);
    painter.drawText(label, Qt::AlignCenter, text);
}

namespace {

Role stallRole(const scene::DiagramPart& box) {
    return box.letter == scene::kFaultLetter ? Role::Error : Role::Warning;
}

} // namespace

void ChipDiagramPainter::paintBox(QPainter& painter, const scene::DiagramPart& box, bool isHovered) const {
    const QRectF rect = crisp(place.rectOf(box));
    const Role role = theme::roleOf(box.group);
    const bool isActive = box.activity == Activity::Active, isStalled = box.activity == Activity::Stalled;
    const QColor edge = isStalled ? theme[stallRole(box)] : isActive ? theme[role] : theme[Role::Border];
    painter.setPen(Qt::NoPen);
    painter.setBrush(isActive ? theme.fill(role, kFill) : theme[Role::Panel]);
    painter.drawRoundedRect(rect, kCorner, kCorner);
    if (box.columns > 0 && box.rows > 0) paintTexture(painter, box, rect);
    if (isStalled) hatch(painter, rect, theme.fill(stallRole(box), 0.45), Slant::Rising);
    if (box.capacity != 0) paintQueue(painter, box, rect);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(edge, isActive || isStalled ? 1.5 : 1));
    painter.drawRoundedRect(rect, kCorner, kCorner);
    if (isHovered || toQt(box.id) == selected) {
        painter.setPen(QPen(theme[Role::Accent], isHovered ? 1 : 2));
        painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), kCorner + 2, kCorner + 2);
    }
    paintWords(painter, box, rect);
}

// The array of lanes or multipliers, in the lower part of the box.
void ChipDiagramPainter::paintTexture(QPainter& painter, const scene::DiagramPart& box,
                                      const QRectF& rect) const {
    const double top = 42 * place.scale, side = 10 * place.scale;
    QRectF area = rect.adjusted(side, top, -side, -7 * place.scale);
    if (area.height() < 2.5 * box.rows || area.width() < 3.0 * box.columns) return;
    if (box.columns == box.rows) { // a square array
        const double length = std::min(area.width(), area.height());
        area =
            QRectF(area.center().x() - length / 2, area.top() + (area.height() - length) / 2, length, length);
    }
    area = crisp(area);
    const bool isActive = box.activity == Activity::Active;
    painter.setPen(QPen(isActive ? theme.fill(theme::roleOf(box.group), 0.55) : theme[Role::Border], 1));
    for (int i = 0; i <= box.columns; ++i) {
        const double x = std::floor(area.left() + area.width() * i / box.columns) + 0.5;
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    for (int i = 0; i <= box.rows; ++i) {
        const double y = std::floor(area.top() + area.height() * i / box.rows) + 0.5;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
}

// Filled from the side where results leave.
void ChipDiagramPainter::paintQueue(QPainter& painter, const scene::DiagramPart& box,
                                    const QRectF& rect) const {
    const double part = std::min(1.0, static_cast<double>(box.level) / static_cast<double>(box.capacity));
    if (part <= 0) return;
    QRectF filled = rect.adjusted(1.5, 1.5, -1.5, -1.5);
    filled.setWidth(std::max(2.0, filled.width() * part));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.fill(theme::roleOf(box.group), 0.5));
    painter.drawRect(filled);
}

QFont ChipDiagramPainter::font(double units, int weight) const {
    QFont out = theme.text();
    out.setPixelSize(std::max(
        1, static_cast<int>(std::lround(std::min(units * place.scale, kMostTitle * units / kTitle)))));
    out.setWeight(static_cast<QFont::Weight>(weight));
    return out;
}

// How much larger than in the drawing a box's letters may be: on a projector, as large as it has room for.
double ChipDiagramPainter::growthOf(const scene::DiagramPart& box, const QRectF& rect) const {
    constexpr double kStep = 0.1;
    const double room = rect.width() - 16 * place.scale;
    for (double growth = theme.magnification(); growth > 1; growth -= kStep) {
        const QFontMetricsF title(font(kTitle * growth, QFont::DemiBold)),
            small(font(kSmall * growth, QFont::Normal));
        const double side = 1.4 * kLetter * std::min(place.scale, kMostTitle / kTitle);
        const double high = title.height() + (box.size.empty() ? 0 : small.height());
        const bool isHighEnough =
            box.columns > 0 ? title.height() <= 18 * place.scale : high <= rect.height() - 2;
        if (isHighEnough && title.horizontalAdvance(session::coreText(box.title)) <= room - side &&
            small.horizontalAdvance(session::coreText(box.size)) <= room)
            return growth;
    }
    return 1;
}

void ChipDiagramPainter::paintWords(QPainter& painter, const scene::DiagramPart& box,
                                    const QRectF& rect) const {
    const double growth = growthOf(box, rect);
    const QFont small = font(kSmall * growth, QFont::Normal), title = font(kTitle * growth, QFont::DemiBold);
    const QFontMetricsF smallMetrics(small), titleMetrics(title);
    const bool hasSmall = small.pixelSize() >= kLeastText;
    if (box.capacity != 0) { // a queue says only how full it is
        if (!hasSmall) return;
        painter.setFont(small);
        painter.setPen(theme[box.level ? Role::Text : Role::Muted]);
        painter.drawText(rect, Qt::AlignCenter, QStringLiteral("%1/%2").arg(box.level).arg(box.capacity));
        return;
    }
    const double pad = 8 * place.scale;
    // On the right the letter that gives the group without colour, or why it waits.
    const bool isStalled = box.activity == Activity::Stalled;
    const QString letter = isStalled ? toQt(box.letter) : QString(QLatin1Char(theme::letterOf(box.group)));
    const double side = 1.4 * kLetter * std::min(place.scale, kMostTitle / kTitle);
    const QRectF mark(rect.right() - side - pad / 2, rect.top() + pad / 2, side, side);
    if (hasSmall) {
        painter.setPen(QPen(theme[isStalled ? stallRole(box) : theme::roleOf(box.group)], 1));
        painter.setBrush(theme[Role::Surface]);
        painter.drawRoundedRect(crisp(mark), 3, 3);
        painter.setFont(font(kLetter, QFont::DemiBold));
        painter.setPen(theme[Role::Text]);
        painter.drawText(mark, Qt::AlignCenter, letter);
    }
    const bool hasSize = hasSmall && !box.size.empty();
    const double high = titleMetrics.height() + (hasSize ? smallMetrics.height() : 0);
    const double top = box.columns > 0 ? rect.top() + 5 * place.scale
                                       : rect.top() + std::max(0.0, (rect.height() - high) / 2);
    const double room = rect.width() - 2 * pad;
    const auto line = [&](const QString& text, const QFontMetricsF& metrics, double y, double width) {
        painter.drawText(QRectF(rect.left() + pad, y, room, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, width));
    };
    painter.setFont(title);
    painter.setPen(theme[Role::Text]);
    line(session::coreText(box.title), titleMetrics, top, room - side);
    if (!hasSize) return;
    painter.setFont(small);
    painter.setPen(theme[Role::Muted]);
    line(session::coreText(box.size), smallMetrics, top + titleMetrics.height(), room);
}

} // namespace lw::paint
