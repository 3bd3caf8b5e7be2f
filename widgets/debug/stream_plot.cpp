// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/stream_plot.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::debug {

using paint::PlotAxes;
using theme::Role;

namespace {
constexpr double kLine = 1.6, kDot = 2.5, kRing = 6; // pixels
constexpr double kPlotMargin = 0.06;                 // of the numbers, above and below them
constexpr std::size_t kMostDots = 200;
constexpr QSize kPaper(640, 320);
} // namespace

StreamPlot::StreamPlot(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new paint::HoverTip(*this, [this](QPoint point) {
        const auto number = numberAt(point);
        return number ? QStringLiteral("%1: %2").arg(session::counted(*number),
                                                     QString::number(m_numbers[*number]))
                      : QString();
    });
}

void StreamPlot::show(std::vector<double> numbers, const QString& up) {
    m_numbers = std::move(numbers);
    m_up = up;
    if (m_selected && *m_selected >= m_numbers.size()) m_selected.reset();
    update();
}

void StreamPlot::select(std::optional<std::size_t> number) {
    m_selected = number;
    update();
}

// ---- where things are

PlotAxes StreamPlot::axesOn(const theme::Theme& theme, const QRectF& whole) const {
    PlotAxes out{theme, whole, tr("number in the stream"), m_up};
    out.isReal = true;
    double low = INFINITY, high = -INFINITY;
    for (const double number : m_numbers)
        if (std::isfinite(number)) {
            low = std::min(low, number);
            high = std::max(high, number);
        }
    if (low > high) low = high = 0;
    const double rest =
        high > low ? (high - low) * kPlotMargin : std::max(std::fabs(high) * kPlotMargin, 0.5);
    out.bottom = low - rest;
    out.top = high + rest;
    out.right = static_cast<double>(std::max<std::size_t>(m_numbers.size(), 2) - 1);
    return out;
}

QPointF StreamPlot::placeOf(std::size_t number) const {
    const PlotAxes axes = axesOn(m_theme, rect());
    return {axes.xOf(static_cast<double>(number)), axes.yOf(m_numbers[number])};
}

std::optional<std::size_t> StreamPlot::numberAt(QPointF point) const {
    const PlotAxes axes = axesOn(m_theme, rect());
    if (m_numbers.empty() || !axes.area().adjusted(-4, -4, 4, 4).contains(point)) return {};
    const double number = std::round(axes.acrossAt(point.x()));
    return static_cast<std::size_t>(std::clamp(number, 0.0, static_cast<double>(m_numbers.size() - 1)));
}

// ---- what a person does

void StreamPlot::mousePressEvent(QMouseEvent* event) {
    const auto number = numberAt(event->position());
    if (event->button() != Qt::LeftButton || !number) return;
    select(number);
    Q_EMIT picked(*number);
}

void StreamPlot::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const bool isPick = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (isPick && m_selected) return Q_EMIT picked(*m_selected);
    if (way == 0 || m_numbers.empty()) return QWidget::keyPressEvent(event);
    const auto now = static_cast<std::ptrdiff_t>(m_selected.value_or(0));
    const auto last = static_cast<std::ptrdiff_t>(m_numbers.size()) - 1;
    select(static_cast<std::size_t>(m_selected ? std::clamp<std::ptrdiff_t>(now + way, 0, last) : 0));
}

// ---- drawing

void StreamPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    const PlotAxes axes = axesOn(m_theme, rect());
    draw(painter, axes);
    if (!m_selected || !std::isfinite(m_numbers[*m_selected])) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme[Role::Text], 2));
    painter.drawEllipse(placeOf(*m_selected), kRing, kRing);
}

void StreamPlot::draw(QPainter& painter, const PlotAxes& axes) const {
    axes.paint(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = axes.theme[Role::Accent];
    QPolygonF line;
    const auto end = [&] {
        painter.setPen(QPen(colour, kLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line);
        painter.setBrush(colour);
        if (line.size() == 1 || m_numbers.size() <= kMostDots)
            for (const QPointF& point : std::as_const(line)) painter.drawEllipse(point, kDot, kDot);
        line.clear();
    };
    for (std::size_t i = 0; i < m_numbers.size(); ++i)
        if (std::isfinite(m_numbers[i]))
            line << QPointF(axes.xOf(static_cast<double>(i)), axes.yOf(m_numbers[i]));
        else
            end();
    end();
    painter.setRenderHint(QPainter::Antialiasing, false);
}

paint::PaperPicture StreamPlot::paper() const {
    return {kPaper, m_up, [this](QPainter& painter, const theme::Theme& print, QPointF origin) {
                draw(painter, axesOn(print, QRectF(origin, kPaper)));
            }};
}

} // namespace lw::debug

#include "moc_stream_plot.cpp"
