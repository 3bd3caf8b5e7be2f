// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/lanes_painter.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/plot_axes.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/unit_colours.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace lw::paint {

using scene::Lane;
using scene::LaneBar;
using scene::LaneGroup;
using scene::LaneKind;
using theme::Role;

namespace {

constexpr int kNames = 150, kClocks = 22, kGroupRow = 22, kLaneRow = 20; // pixels
constexpr double kBarGap = 3;                                            // above and below a bar
constexpr double kLeastTick = 90, kPad = 4;
constexpr double kLeastHatched = 6; // pixels of a hatched bar
constexpr double kFolds = 12;       // of the sign before a group's name
constexpr double kArrowHead = 5;
constexpr double kBarFill = 0.45, kDensest = 0.6; // of a bar; of many without room between them

} // namespace

std::vector<LaneRow> laneRowsOf(const scene::Lanes& lanes, const std::vector<bool>& folded,
                                const theme::Theme& theme) {
    std::vector<LaneRow> out;
    double top = 0;
    const auto add = [&](std::uint32_t group, std::optional<std::uint32_t> lane, int height) {
        out.push_back({group, lane, top, static_cast<double>(theme.scaled(height))});
        top += out.back().height;
    };
    for (std::uint32_t group = 0; group < lanes.groups.size(); ++group) {
        add(group, {}, kGroupRow);
        if (folded[group]) continue;
        for (std::uint32_t i = 0; i < lanes.groups[group].count; ++i)
            add(group, lanes.groups[group].first + i, kLaneRow);
    }
    return out;
}

// ---- places

QRectF LanesPainter::bars() const { return area.adjusted(theme.scaled(kNames), theme.scaled(kClocks), 0, 0); }

double LanesPainter::xOf(double clock) const {
    return bars().left() + (clock - sight.from) / sight.clocks() * bars().width();
}

double LanesPainter::clockOf(double x) const {
    return sight.from + (x - bars().left()) / bars().width() * sight.clocks();
}

QRectF LanesPainter::boxOf(const LaneRow& row, double from, double until) const {
    const double left = xOf(std::max(from, sight.from)), right = xOf(std::min(until, sight.until));
    const double top = bars().top() + row.top - sight.scrolled;
    return {left, top + kBarGap, std::max(right - left, 0.0), row.height - 2 * kBarGap};
}

QRectF LanesPainter::boxOf(const LanePlace& place) const {
    const auto row = std::ranges::find(rows, std::optional(place.lane), &LaneRow::lane);
    if (row == rows.end()) return {};
    const LaneBar& bar = lanes.lanes[place.lane].bars[place.bar];
    return boxOf(*row, static_cast<double>(bar.from), static_cast<double>(bar.until));
}

scene::LaneWindow LanesPainter::window() const {
    return {static_cast<std::uint64_t>(std::max(std::floor(sight.from), 0.0)),
            static_cast<std::uint64_t>(std::ceil(sight.until)),
            static_cast<std::uint32_t>(std::max(bars().width(), 1.0))};
}

LaneHit LanesPainter::hitAt(QPointF point) const {
    LaneHit out;
    out.isName = point.x() < bars().left();
    out.clock =
        static_cast<std::uint64_t>(std::clamp(clockOf(point.x()), 0.0, static_cast<double>(lanes.end)));
    if (!area.contains(point) || point.y() < bars().top()) return out;
    const double y = point.y() - bars().top() + sight.scrolled;
    const auto after = std::ranges::upper_bound(rows, y, {}, &LaneRow::top);
    if (after == rows.begin()) return out;
    const LaneRow& row = *(after - 1);
    if (y >= row.top + row.height) return out;
    out.row = static_cast<std::size_t>(after - 1 - rows.begin());
    if (out.isName || !row.lane) return out;
    const Lane& lane = lanes.lanes[*row.lane];
    if (const LaneBar* const bar = lane.at(out.clock))
        out.bar = static_cast<std::size_t>(bar - lane.bars.data());
    return out;
}

// ---- drawing

void LanesPainter::paint(QPainter& painter) const {
    painter.setFont(theme.small());
    painter.save();
    painter.setClipRect(QRectF(area.left(), bars().top(), area.width(), bars().height()));
    for (const LaneRow& row : rows) {
        const QRectF box = boxOf(row, sight.from, sight.until);
        if (box.bottom() < bars().top() || box.top() > area.bottom()) continue;
        if (!row.lane)
            painter.fillRect(QRectF(area.left(), box.top() - kBarGap, area.width(), row.height),
                             theme[Role::Panel]);
        paintName(painter, row);
        if (row.lane)
            paintLane(painter, row);
        else if (folded[row.group])
            paintFolded(painter, row);
    }
    painter.setClipRect(bars());
    paintArrows(painter);
    if (selected) {
        const QRectF box = boxOf(*selected);
        painter.setPen(QPen(theme[Role::Accent], 2));
        painter.setBrush(Qt::NoBrush);
        if (!box.isEmpty()) painter.drawRect(box);
    }
    painter.restore();
    paintClocks(painter);
    paintMarks(painter);
}

void LanesPainter::paintClocks(QPainter& painter) const {
    const QRectF strip(area.left(), area.top(), area.width(), theme.scaled(kClocks));
    painter.setPen(theme[Role::Border]);
    painter.drawLine(QPointF(strip.left(), strip.bottom() - 0.5),
                     QPointF(strip.right(), strip.bottom() - 0.5));
    painter.setPen(theme[Role::Muted]);
    painter.drawText(strip.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     session::coreText(lanes.axis));
    painter.setFont(theme.monospaceSmall());
    const double step = roundStep(sight.clocks() / std::max(bars().width(), 1.0) * theme.scaled(kLeastTick));
    for (double clock = std::ceil(sight.from / step) * step; clock < sight.until; clock += step) {
        const double x = std::floor(xOf(clock)) + 0.5;
        painter.drawLine(QPointF(x, strip.bottom() - 5), QPointF(x, strip.bottom()));
        const QString text = session::counted(static_cast<std::uint64_t>(clock));
        const QRectF place(x + 3, strip.top(), theme.scaled(kLeastTick), strip.height() - 3);
        if (x + 3 + painter.fontMetrics().horizontalAdvance(text) < strip.right())
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    painter.setFont(theme.small());
}

void LanesPainter::paintName(QPainter& painter, const LaneRow& row) const {
    QRectF place = boxOf(row, sight.from, sight.until);
    place.setLeft(area.left() + 8);
    place.setRight(bars().left() - kPad);
    painter.setPen(theme[focus == row.group && !row.lane ? Role::Accent : Role::Text]);
    const auto draw = [&](const QString& text) {
        painter.drawText(
            place, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(place.width())));
    };
    if (row.lane) {
        place.setLeft(place.left() + kFolds);
        return draw(session::coreText(lanes.lanes[*row.lane].name));
    }
    const QPointF middle(place.left() + kFolds / 2 - 2, place.center().y());
    painter.setBrush(painter.pen().color());
    const double s = 3.5;
    painter.drawPolygon(
        folded[row.group]
            ? QPolygonF{middle + QPointF(-s / 2, -s), middle + QPointF(-s / 2, s), middle + QPointF(s, 0)}
            : QPolygonF{middle + QPointF(-s, -s / 2), middle + QPointF(s, -s / 2), middle + QPointF(0, s)});
    place.setLeft(place.left() + kFolds);
    draw(session::coreText(lanes.groups[row.group].name));
}

// How much of each pixel's clocks its lanes are busy, shown as a height.
void LanesPainter::paintFolded(QPainter& painter, const LaneRow& row) const {
    const scene::LaneWindow window = this->window();
    const std::vector<std::uint64_t> busy = busyOf(lanes, lanes.groups[row.group], window);
    const QRectF box = boxOf(row, sight.from, sight.until);
    const QColor colour = theme.fill(Role::Muted, kDensest);
    for (std::uint32_t pixel = 0; pixel < window.pixels; ++pixel) {
        const std::uint64_t clocks =
            (window.clockAt(pixel + 1) - window.clockAt(pixel)) * lanes.groups[row.group].count;
        if (busy[pixel] == 0 || clocks == 0) continue;
        const double high =
            std::max(1.0, box.height() * static_cast<double>(busy[pixel]) / static_cast<double>(clocks));
        painter.fillRect(QRectF(bars().left() + pixel, box.bottom() - high, 1, high), colour);
    }
}

void LanesPainter::paintLane(QPainter& painter, const LaneRow& row) const {
    const Lane& lane = lanes.lanes[*row.lane];
    for (const scene::LanePiece& piece : piecesOf(lane, window())) {
        const QRectF box = boxOf(row, static_cast<double>(piece.from), static_cast<double>(piece.until));
        const LaneBar& first = lane.bars[piece.first];
        if (piece.bars == 1) {
            paintBar(painter, box, first);
            continue;
        }
        const double dense = static_cast<double>(piece.busy) / static_cast<double>(piece.until - piece.from);
        painter.fillRect(QRectF(box.left(), box.top(), std::max(box.width(), 1.0), box.height()),
                         theme.fill(theme::roleOf(lanes.kinds[first.kind].group), kDensest * dense));
    }
}

void LanesPainter::paintBar(QPainter& painter, const QRectF& box, const LaneBar& bar) const {
    const LaneKind& kind = lanes.kinds[bar.kind];
    const Role role = theme::roleOf(kind.group);
    const QRectF wide(box.left(), box.top(), std::max(box.width(), 1.0), box.height());
    painter.fillRect(wide, theme.fill(role, kBarFill));
    if (box.width() < 3) return;
    if (kind.hatch != LaneKind::Hatch::None && box.width() >= kLeastHatched)
        hatch(painter, box, theme[role],
              kind.hatch == LaneKind::Hatch::Wait ? Slant::Rising : Slant::Falling);
    painter.setPen(theme[role]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, 0));
    const QString text = kind.isNumbered ? QString::number(bar.number) : QString::fromStdString(kind.letter);
    const double width = painter.fontMetrics().horizontalAdvance(text);
    if (text.isEmpty() || width + 2 * kPad > box.width()) return;
    if (kind.hatch != LaneKind::Hatch::None)
        painter.fillRect(QRectF(box.center().x() - width / 2 - 2, box.top() + 1, width + 4, box.height() - 2),
                         theme.fill(role, kBarFill));
    painter.setPen(theme[Role::Text]);
    painter.drawText(box, Qt::AlignCenter, text);
}

// From lane to lane, or from group to group where they are folded.
void LanesPainter::paintArrows(QPainter& painter) const {
    std::vector<const LaneRow*> of(lanes.lanes.size(), nullptr);
    for (const LaneRow& row : rows) {
        const LaneGroup& group = lanes.groups[row.group];
        if (row.lane)
            of[*row.lane] = &row;
        else if (folded[row.group])
            std::fill_n(of.begin() + group.first, group.count, &row);
    }
    const auto place = [&](std::uint32_t lane, std::uint64_t clock) {
        return QPointF(xOf(static_cast<double>(clock)),
                       bars().top() + of[lane]->top - sight.scrolled + of[lane]->height / 2);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    for (const std::size_t number : arrowsIn(lanes, window())) {
        const scene::LaneArrow& arrow = lanes.arrows[number];
        const QPointF from = place(arrow.fromLane, arrow.from), to = place(arrow.toLane, arrow.until);
        const QPointF way = to - from;
        const double length = std::hypot(way.x(), way.y());
        if (length < kArrowHead || !QRectF(from, to).normalized().adjusted(-1, -1, 1, 1).intersects(bars()))
            continue;
        const QPointF along = way / length * kArrowHead, aside(-along.y() / 2, along.x() / 2);
        painter.setPen(QPen(theme[Role::Text], 1));
        painter.drawLine(from, to);
        painter.setBrush(theme[Role::Text]);
        painter.drawPolygon(QPolygonF{to, to - along + aside, to - along - aside});
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// The present clock, and named ones over it: one may be where the other is.
void LanesPainter::paintMarks(QPainter& painter) const {
    QVector<QRectF> labels;
    const auto line = [&](std::uint64_t clock, Role role, int width, const QString& text) {
        const double x = std::floor(xOf(static_cast<double>(clock))) + 0.5;
        if (x < bars().left() || x > bars().right()) return;
        painter.setPen(QPen(theme[role], width));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        if (text.isEmpty()) return;
        QRectF label = painter.boundingRect(QRectF(x + 4, area.top() + 2, area.width(), 100),
                                            Qt::AlignLeft | Qt::AlignTop, text);
        const auto isTaken = [&](const QRectF& one) { return one.intersects(label); };
        while (std::ranges::any_of(labels, isTaken)) label.translate(0, label.height());
        labels << label;
        painter.fillRect(label.adjusted(-2, 0, 2, 0), theme[Role::Surface]);
        painter.drawText(label, Qt::AlignCenter, text);
    };
    if (now) line(*now, Role::Accent, 2, session::counted(*now));
    for (const scene::LaneMark& mark : lanes.marks)
        line(mark.at, Role::Error, 1, session::coreText(mark.name));
}

} // namespace lw::paint
