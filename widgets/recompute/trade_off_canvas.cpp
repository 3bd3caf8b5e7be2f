// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/trade_off_canvas.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/recompute/recompute_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lw::recompute {

using lower::recompute::TradePoint;
using paint::PlotAxes;
using theme::Role;

namespace {
constexpr double kBudgetDot = 3, kDiamond = 5.5, kChosenRing = 9, kPointReach = 12; // pixels
constexpr double kFarthestName = 26; // from its point, where there is no room beside it
constexpr double kMargin = 0.08;     // of the numbers, around all points
} // namespace

TradeOffCanvas::TradeOffCanvas(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new paint::HoverTip(*this, [this](QPoint point) { return tipAt(point); });
}

void TradeOffCanvas::show(std::vector<TradePoint> points, std::size_t policies, bool isStale) {
    if (m_points != points) m_selected.reset();
    m_points = std::move(points);
    m_policies = policies;
    m_isStale = isStale;
    update();
}

void TradeOffCanvas::setChosen(std::optional<TradePoint> chosen) {
    m_chosen = std::move(chosen);
    update();
}

void TradeOffCanvas::select(std::optional<std::size_t> point) {
    m_selected = point;
    update();
}

// ---- where things are

PlotAxes TradeOffCanvas::axes() const {
    PlotAxes out{m_theme, rect(), tr("peak bytes"), tr("modelled clocks")};
    std::vector<TradePoint> all = m_points;
    if (m_chosen) all.push_back(*m_chosen);
    if (all.empty()) return out;
    const auto [least, most] = std::ranges::minmax(all, {}, &TradePoint::peak);
    const auto [fewest, longest] = std::ranges::minmax(all, {}, &TradePoint::clocks);
    const auto spread = [](std::uint64_t from, std::uint64_t until, double& low, double& high) {
        const double rest = std::max(static_cast<double>(until - from) * kMargin, 1.0);
        low = std::max(0.0, static_cast<double>(from) - rest);
        high = static_cast<double>(until) + rest;
    };
    spread(least.peak, most.peak, out.left, out.right);
    spread(fewest.clocks, longest.clocks, out.bottom, out.top);
    return out;
}

QPointF TradeOffCanvas::placeOf(const TradePoint& point) const {
    const PlotAxes axes = this->axes();
    return {axes.xOf(static_cast<double>(point.peak)), axes.yOf(static_cast<double>(point.clocks))};
}

// The nearest; of policies and the curve at one place a policy.
std::optional<std::size_t> TradeOffCanvas::pointAt(QPointF place) const {
    std::optional<std::size_t> out;
    double nearest = kPointReach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF way = placeOf(m_points[i]) - place;
        if (const double far = std::hypot(way.x(), way.y()); far < nearest) {
            nearest = far;
            out = i;
        }
    }
    return out;
}

QString TradeOffCanvas::tipAt(QPointF place) const {
    const auto point = pointAt(place);
    return point ? tradeText(m_points[*point], *point >= m_policies) : QString();
}

std::vector<std::size_t> TradeOffCanvas::byBytes() const {
    std::vector<std::size_t> out(m_points.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::ranges::stable_sort(out, {}, [&](std::size_t i) { return m_points[i].peak; });
    return out;
}

// ---- what a person does

void TradeOffCanvas::mousePressEvent(QMouseEvent* event) {
    const auto point = pointAt(event->position());
    if (event->button() != Qt::LeftButton || !point) return;
    select(point);
    Q_EMIT picked(*point);
}

void TradeOffCanvas::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const std::vector<std::size_t> order = byBytes();
    const bool isPick = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (isPick && m_selected) return Q_EMIT picked(*m_selected);
    if (way == 0 || order.empty()) return QWidget::keyPressEvent(event);
    const auto at = m_selected ? std::ranges::find(order, *m_selected) - order.begin() : -way;
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    select(order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + way, 0, last))]);
}

void TradeOffCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}
void TradeOffCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

// ---- drawing

void TradeOffCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    if (m_points.empty() && !m_chosen) return;
    axes().paint(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isStale) painter.setOpacity(kStale);
    paintBest(painter);
    paintPoints(painter);
    paintNames(painter);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    if (m_selected) {
        painter.setPen(QPen(m_theme[hasFocus() ? Role::Accent : Role::Muted], 1.5, Qt::DotLine));
        painter.drawEllipse(placeOf(m_points[*m_selected]), kChosenRing + 3, kChosenRing + 3);
    }
    if (!m_chosen) return;
    painter.setPen(QPen(m_theme[Role::Accent], 2.5));
    painter.drawEllipse(placeOf(*m_chosen), kChosenRing, kChosenRing);
}

// From the fewest bytes on: with more of them it takes as long until the next point.
void TradeOffCanvas::paintBest(QPainter& painter) const {
    QPolygonF line;
    for (const std::size_t i : byBytes()) {
        if (!m_points[i].isBest) continue;
        const QPointF place = placeOf(m_points[i]);
        if (!line.isEmpty()) line << QPointF(place.x(), line.back().y());
        line << place;
    }
    painter.setPen(QPen(m_theme[Role::Success], 1.5));
    painter.drawPolyline(line);
}

void TradeOffCanvas::paintPoints(QPainter& painter) const {
    for (std::size_t i = m_points.size(); i-- > 0;) {
        const QPointF at = placeOf(m_points[i]);
        const Role role = m_points[i].isBest ? Role::Success : Role::Muted;
        painter.setPen(QPen(m_theme[role], 1.2));
        if (i >= m_policies) {
            painter.setBrush(m_theme[role]);
            painter.drawEllipse(at, kBudgetDot, kBudgetDot);
            continue;
        }
        painter.setBrush(m_theme[Role::Surface]);
        painter.drawPolygon(QPolygonF{at + QPointF(0, -kDiamond), at + QPointF(kDiamond, 0),
                                      at + QPointF(0, kDiamond), at + QPointF(-kDiamond, 0)});
    }
}

// Beside their points, above or below, where they cover no mark and no other name.
std::vector<QRectF> TradeOffCanvas::namePlaces() const {
    const QFontMetricsF metrics(m_theme.small());
    const double high = metrics.height();
    const QRectF area = axes().area();
    std::vector<QRectF> taken;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const double reach = i < m_policies ? kDiamond : kBudgetDot;
        taken.emplace_back(placeOf(m_points[i]) - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    }
    const auto isFree = [&](const QRectF& place) {
        return area.contains(place) &&
               std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); });
    };
    std::vector<QRectF> out;
    for (std::size_t i = 0; i < m_policies; ++i) {
        const QSizeF size(metrics.horizontalAdvance(policyText(m_points[i].name)) + 2.0, high);
        const QPointF at = placeOf(m_points[i]);
        out.emplace_back();
        for (double far = kChosenRing; out.back().isEmpty() && far <= kFarthestName; far += high / 2) {
            const double left = at.x() - size.width() - far, right = at.x() + far, top = at.y() - far - high,
                         bottom = at.y() + far;
            const QPointF corners[] = {{right, top},
                                       {right + 2, at.y() - high / 2},
                                       {left - 2, at.y() - high / 2},
                                       {at.x() - size.width() / 2, top},
                                       {at.x() - size.width() / 2, bottom},
                                       {right, bottom},
                                       {left, top},
                                       {left, bottom}};
            const auto* const corner =
                std::ranges::find_if(corners, [&](const QPointF& one) { return isFree(QRectF(one, size)); });
            if (corner != std::end(corners)) out.back() = QRectF(*corner, size);
        }
        if (!out.back().isEmpty()) taken.push_back(out.back());
    }
    return out;
}

void TradeOffCanvas::paintNames(QPainter& painter) const {
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Text]);
    const std::vector<QRectF> places = namePlaces();
    for (std::size_t i = 0; i < places.size(); ++i)
        if (!places[i].isEmpty()) painter.drawText(places[i], Qt::AlignCenter, policyText(m_points[i].name));
}

} // namespace lw::recompute

#include "moc_trade_off_canvas.cpp"
