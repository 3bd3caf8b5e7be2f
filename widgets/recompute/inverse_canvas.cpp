// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/inverse_canvas.h"

#include "core/lower/recompute/norm_inverse.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/recompute/recompute_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::recompute {

using paint::PlotAxes;
using theme::Role;

namespace {
constexpr double kChannelReach = 12, kBoundDash = 7, kChannelDot = 3, kVetoCross = 4,
                 kChannelRing = 10;                     // pixels
constexpr double kLeastError = 1e-12, kMostError = 1e3; // drawn; beyond them at the edge
double powerOf(double error) { return std::log10(std::clamp(error, kLeastError, kMostError)); }
} // namespace

InverseCanvas::InverseCanvas(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new paint::HoverTip(*this, [this](QPoint place) {
        const auto point = pointAt(place);
        return point ? inverseText(m_points[*point]) : QString();
    });
}

void InverseCanvas::show(std::vector<InversePoint> points) {
    m_points = std::move(points);
    if (m_selected && *m_selected >= m_points.size()) m_selected.reset();
    update();
}

void InverseCanvas::select(std::optional<std::size_t> point) {
    m_selected = point;
    update();
}

PlotAxes InverseCanvas::axes() const {
    PlotAxes out{m_theme, rect(), tr("magnitude of gamma"), tr("deviations, as a power of ten")};
    out.isReal = out.isRealAcross = true;
    const double tolerance = std::log10(lower::recompute::kInverseTolerance);
    double least = tolerance, most = tolerance, widest = 0;
    for (const InversePoint& point : m_points) {
        widest = std::max(widest, std::fabs(point.gamma));
        for (const double error : {point.bound, point.measured.value_or(point.bound)}) {
            least = std::min(least, powerOf(error));
            most = std::max(most, powerOf(error));
        }
    }
    out.right = widest > 0 ? widest * 1.1 : 1;
    out.bottom = std::floor(least - 0.2);
    out.top = std::ceil(most + 0.2);
    return out;
}

QPointF InverseCanvas::placeOf(std::size_t point) const {
    const PlotAxes axes = this->axes();
    return {axes.xOf(std::fabs(m_points[point].gamma)), axes.yOf(powerOf(m_points[point].bound))};
}

std::optional<std::size_t> InverseCanvas::pointAt(QPointF place) const {
    std::optional<std::size_t> out;
    double nearest = kChannelReach;
    const PlotAxes axes = this->axes();
    for (std::size_t i = 0; i < m_points.size(); ++i)
        for (const double error : {m_points[i].bound, m_points[i].measured.value_or(m_points[i].bound)}) {
            const double far = std::hypot(axes.xOf(std::fabs(m_points[i].gamma)) - place.x(),
                                          axes.yOf(powerOf(error)) - place.y());
            if (far < nearest) nearest = far, out = i;
        }
    return out;
}

void InverseCanvas::mousePressEvent(QMouseEvent* event) {
    const auto point = pointAt(event->position());
    if (event->button() != Qt::LeftButton || !point) return;
    select(point);
    Q_EMIT picked(*point);
}

void InverseCanvas::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (way == 0 || m_points.empty()) return QWidget::keyPressEvent(event);
    const auto last = static_cast<std::ptrdiff_t>(m_points.size()) - 1;
    const auto now = static_cast<std::ptrdiff_t>(m_selected.value_or(0));
    select(static_cast<std::size_t>(m_selected ? std::clamp<std::ptrdiff_t>(now + way, 0, last) : 0));
    Q_EMIT picked(*m_selected);
}

void InverseCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    const PlotAxes axes = this->axes();
    axes.paint(painter);
    const double limit = axes.yOf(std::log10(lower::recompute::kInverseTolerance));
    painter.setPen(QPen(m_theme[Role::Warning], 1.5, Qt::DashLine));
    painter.drawLine(QPointF(axes.area().left(), limit), QPointF(axes.area().right(), limit));
    const double high = painter.fontMetrics().height();
    const bool hasRoomAbove = limit - high - 1 > axes.area().top();
    painter.drawText(
        QRectF(axes.area().left(), hasRoomAbove ? limit - high - 1 : limit + 2, axes.area().width(), high),
        Qt::AlignRight, tr("above it is not taken"));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const InversePoint& point = m_points[i];
        const QPointF at = placeOf(i);
        painter.setPen(QPen(m_theme[point.isVetoed ? Role::Error : Role::Accent], 2));
        if (point.isVetoed) {
            painter.drawLine(at + QPointF(-kVetoCross, -kVetoCross), at + QPointF(kVetoCross, kVetoCross));
            painter.drawLine(at + QPointF(-kVetoCross, kVetoCross), at + QPointF(kVetoCross, -kVetoCross));
        } else {
            painter.drawLine(at + QPointF(-kBoundDash, 0), at + QPointF(kBoundDash, 0));
        }
        if (!point.measured) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme[Role::Text]);
        painter.drawEllipse(QPointF(at.x(), axes.yOf(powerOf(*point.measured))), kChannelDot, kChannelDot);
        painter.setBrush(Qt::NoBrush);
    }
    if (!m_selected) return;
    painter.setPen(QPen(m_theme[Role::Accent], 2));
    painter.drawEllipse(placeOf(*m_selected), kChannelRing, kChannelRing);
}

} // namespace lw::recompute

#include "moc_inverse_canvas.cpp"
