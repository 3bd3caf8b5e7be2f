// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/lanes_canvas.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/paint/wheel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::paint {

using scene::Lane;
using scene::LaneGroup;
using theme::Role;

namespace {

constexpr double kLeastClocks = 8;   // visible
constexpr double kPlaceOfNow = 0.25; // of the width, where a clock goes that was out of view

bool areOfSameGroups(const scene::Lanes& a, const scene::Lanes& b) {
    return std::ranges::equal(a.groups, b.groups, {}, &LaneGroup::name, &LaneGroup::name);
}

} // namespace

LanesCanvas::LanesCanvas(const theme::Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(160, 80);
    new HoverTip(*viewport(), [this](QPoint point) { return tipAt(point); });
    connect(&theme, &theme::Theme::changed, this, &LanesCanvas::arrange);
}

LanesPainter LanesCanvas::painterNow() const {
    return {m_theme, *m_lanes, m_rows,  m_folded,  QRectF(viewport()->rect()),
            m_sight, m_now,    m_focus, m_selected};
}

// ---- what is shown

void LanesCanvas::setLanes(LanesPtr lanes) {
    const LanesPtr before = std::exchange(m_lanes, std::move(lanes));
    const bool isKnown = before && m_lanes && areOfSameGroups(*before, *m_lanes);
    if (!isKnown) {
        m_folded.assign(m_lanes ? m_lanes->groups.size() : 0, false);
        m_isWhole = true;
    }
    const bool isThere = m_selected && m_lanes && m_selected->lane < m_lanes->lanes.size() &&
                         m_selected->bar < m_lanes->lanes[m_selected->lane].bars.size();
    if (!isKnown || !isThere) m_selected.reset();
    arrange();
    if (m_isWhole) fit();
}

void LanesCanvas::setNow(std::optional<std::uint64_t> clock, std::optional<std::uint32_t> group) {
    const bool isOther = std::exchange(m_now, clock) != clock;
    m_focus = group;
    viewport()->update();
    if (!isOther || !clock || isEmpty()) return;
    const auto at = static_cast<double>(std::min(*clock, m_lanes->end));
    if (at < m_sight.from || at > m_sight.until) {
        const double from = at - kPlaceOfNow * m_sight.clocks();
        look(from, from + m_sight.clocks());
    }
}

void LanesCanvas::arrange() {
    m_rows.clear();
    if (m_lanes) m_rows = laneRowsOf(*m_lanes, m_folded, m_theme);
    const double high = m_rows.empty() ? 0 : m_rows.back().top + m_rows.back().height;
    const double room = m_lanes ? painterNow().bars().height() : 0;
    verticalScrollBar()->setRange(0, static_cast<int>(std::ceil(std::max(high - room, 0.0))));
    verticalScrollBar()->setPageStep(static_cast<int>(std::max(room, 1.0)));
    verticalScrollBar()->setSingleStep(m_theme.rowHeight());
    m_sight.scrolled = verticalScrollBar()->value();
    viewport()->update();
}

void LanesCanvas::fold(std::uint32_t group, bool isFolded) {
    m_folded[group] = isFolded;
    arrange();
}

void LanesCanvas::select(std::optional<LanePlace> place) {
    m_selected = place;
    if (place) reveal(*place);
    viewport()->update();
    Q_EMIT selectedChanged();
}

// ---- what is in sight

// That many clocks, moved so that they all exist.
void LanesCanvas::look(double from, double until) {
    const auto end = static_cast<double>(m_lanes->end);
    const double clocks = std::clamp(until - from, std::min(kLeastClocks, end), end);
    from = std::clamp(from, 0.0, end - clocks);
    m_sight.from = from;
    m_sight.until = from + clocks;
    m_isWhole = clocks >= end;
    viewport()->update();
}

void LanesCanvas::fit() {
    if (!isEmpty()) look(0, static_cast<double>(m_lanes->end));
}

void LanesCanvas::zoom(double factor, double x) {
    if (isEmpty()) return;
    const double about = painterNow().clockOf(std::max(x, painterNow().bars().left()));
    const double before = m_sight.clocks();
    const double clocks = std::clamp(before / factor, kLeastClocks, static_cast<double>(m_lanes->end));
    const double from = about - (about - m_sight.from) * (clocks / before);
    look(from, from + clocks);
}

void LanesCanvas::pan(QPointF way) {
    if (isEmpty()) return;
    const double clocks = way.x() / painterNow().bars().width() * m_sight.clocks();
    look(m_sight.from - clocks, m_sight.until - clocks);
    verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(std::lround(way.y())));
}

// Unfolds its group; a bar longer than the view is shown from its beginning.
void LanesCanvas::reveal(const LanePlace& place) {
    const auto group = std::ranges::find_if(m_lanes->groups, [&](const LaneGroup& one) {
        return place.lane >= one.first && place.lane < one.first + one.count;
    });
    const auto number = static_cast<std::uint32_t>(group - m_lanes->groups.begin());
    if (m_folded[number]) fold(number, false);
    const scene::LaneBar& bar = m_lanes->lanes[place.lane].bars[place.bar];
    const auto from = static_cast<double>(bar.from), until = static_cast<double>(bar.until);
    const double clocks = m_sight.clocks();
    if (from < m_sight.from || until > m_sight.until)
        look(from - std::max(clocks - (until - from), 0.0) / 2, from + clocks);
    const QRectF box = boxOf(place), bars = painterNow().bars();
    const double down = std::max(box.bottom() - bars.bottom(), 0.0) + std::min(box.top() - bars.top(), 0.0);
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(down)));
}

QString LanesCanvas::tipAt(QPointF point) const {
    if (isEmpty() || !m_tipOf) return {};
    const LaneHit hit = painterNow().hitAt(point);
    return hit.bar ? m_tipOf({*m_rows[*hit.row].lane, *hit.bar}) : QString();
}

void LanesCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme[Role::Surface]);
    if (isEmpty()) return;
    painterNow().paint(painter);
    if (!hasFocus() || m_selected) return;
    painter.setPen(m_theme[Role::Accent]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

// ---- mouse

void LanesCanvas::resizeEvent(QResizeEvent*) { arrange(); }

void LanesCanvas::scrollContentsBy(int, int) {
    m_sight.scrolled = verticalScrollBar()->value();
    viewport()->update();
}

// With Shift it scrolls.
void LanesCanvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    const double notches = event->angleDelta().y() / static_cast<double>(kNotch);
    if (event->modifiers() & Qt::ShiftModifier) return pan({0, notches * m_theme.rowHeight() * 2});
    zoom(std::pow(kWheelStep, notches), event->position().x());
}

void LanesCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressedAt = m_lastAt = event->position();
    m_isPressed = event->button() == Qt::LeftButton;
    m_isDragging = false;
}

void LanesCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) return;
    if (!m_isDragging && (event->position() - m_pressedAt).manhattanLength() < kDragStart) return;
    m_isDragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    pan(event->position() - m_lastAt);
    m_lastAt = event->position();
}

void LanesCanvas::mouseReleaseEvent(QMouseEvent* event) {
    viewport()->unsetCursor();
    const bool wasDrag = std::exchange(m_isDragging, false);
    if (!std::exchange(m_isPressed, false) || wasDrag || event->button() != Qt::LeftButton) return;
    clickAt(event->position());
}

void LanesCanvas::clickAt(QPointF point) {
    if (isEmpty()) return;
    const LaneHit hit = painterNow().hitAt(point);
    if (!hit.row) return;
    const LaneRow row = m_rows[*hit.row];
    if (hit.isName && !row.lane) return fold(row.group, !m_folded[row.group]);
    if (hit.isName) return;
    select(hit.bar ? std::optional(LanePlace{*row.lane, *hit.bar}) : std::nullopt);
    Q_EMIT picked(hit.clock, row.group);
}

// ---- keys

// To the next bar of the lane or the previous one.
void LanesCanvas::walk(int bars) {
    if (!m_selected) return climb(1);
    const auto last = static_cast<std::ptrdiff_t>(m_lanes->lanes[m_selected->lane].bars.size()) - 1;
    const std::ptrdiff_t next = static_cast<std::ptrdiff_t>(m_selected->bar) + bars;
    select(LanePlace{m_selected->lane, static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last))});
}

// To the next visible lane with bars, or the previous one: to what it has at that time.
void LanesCanvas::climb(int rows) {
    const auto now = m_selected ? std::ranges::find(m_rows, std::optional(m_selected->lane), &LaneRow::lane)
                                : m_rows.end();
    std::ptrdiff_t row = now != m_rows.end() ? now - m_rows.begin() : -1;
    const std::uint64_t clock = m_selected ? m_lanes->lanes[m_selected->lane].bars[m_selected->bar].from
                                           : static_cast<std::uint64_t>(m_sight.from);
    for (row += rows; row >= 0 && row < static_cast<std::ptrdiff_t>(m_rows.size()); row += rows) {
        const auto& found = m_rows[static_cast<std::size_t>(row)].lane;
        if (!found || m_lanes->lanes[*found].bars.empty()) continue;
        const auto& bars = m_lanes->lanes[*found].bars;
        const auto after = std::ranges::upper_bound(bars, clock, {}, &scene::LaneBar::from);
        return select(LanePlace{
            *found, static_cast<std::size_t>((after == bars.begin() ? after : after - 1) - bars.begin())});
    }
}

void LanesCanvas::foldSelected() {
    if (!m_selected) {
        for (std::uint32_t group = 0; group < m_folded.size(); ++group) m_folded[group] = !m_folded[group];
        return arrange();
    }
    const std::uint32_t lane = m_selected->lane;
    for (std::uint32_t group = 0; group < m_lanes->groups.size(); ++group) {
        const LaneGroup& one = m_lanes->groups[group];
        if (lane >= one.first && lane < one.first + one.count) fold(group, !m_folded[group]);
    }
}

void LanesCanvas::keyPressEvent(QKeyEvent* event) {
    if (isEmpty()) return QAbstractScrollArea::keyPressEvent(event);
    const QRectF bars = painterNow().bars();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kWheelStep, bars.center().x());
    case Qt::Key_Minus: return zoom(1 / kWheelStep, bars.center().x());
    case Qt::Key_0: return fit();
    case Qt::Key_Left: return walk(-1);
    case Qt::Key_Right: return walk(1);
    case Qt::Key_Up: return climb(-1);
    case Qt::Key_Down: return climb(1);
    case Qt::Key_Home: return pan({bars.width() * static_cast<double>(m_lanes->end) / m_sight.clocks(), 0});
    case Qt::Key_End: return pan({-bars.width() * static_cast<double>(m_lanes->end) / m_sight.clocks(), 0});
    case Qt::Key_Space: return foldSelected();
    case Qt::Key_Escape:
        if (!m_selected) break;
        return select({});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_selected) return;
        for (const LaneRow& row : m_rows)
            if (row.lane == m_selected->lane)
                Q_EMIT picked(m_lanes->lanes[m_selected->lane].bars[m_selected->bar].from, row.group);
        return;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void LanesCanvas::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}
void LanesCanvas::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace lw::paint

#include "moc_lanes_canvas.cpp"
