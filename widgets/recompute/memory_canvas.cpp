// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/memory_canvas.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lw::recompute {

using paint::PlotAxes;
using scene::recompute::MemoryBand;
using scene::recompute::MemoryGhost;
using scene::recompute::MemoryStep;
using scene::recompute::MemoryUse;
using session::counted;
using theme::Role;

namespace {

constexpr double kFill = 0.3, kChosenFill = 0.65, kAbove = 1.08;
constexpr double kCapacityInSight = 1.6; // of the highest bytes: up to there its line is in the picture
constexpr double kLeastText = 12, kLeastHatched = 5; // pixels
constexpr QSizeF kPeakMark(10, 8);

Role roleOf(const MemoryBand& band) {
    if (band.place == "hbm") return Role::UnitDma;
    if (band.part == "gradient") return Role::UnitVector;
    return band.part == "statistics" ? Role::UnitUnary : Role::UnitMemory;
}

} // namespace

MemoryCanvas::MemoryCanvas(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new paint::HoverTip(*this, [this](QPoint point) { return tipAt(point); });
}

void MemoryCanvas::show(MemoryUse use, bool isStale) {
    m_use = std::move(use);
    m_isStale = isStale;
    if (m_step && *m_step >= m_use.steps.size()) m_step.reset();
    if (m_now && *m_now >= m_use.steps.size()) m_now.reset();
    stack();
    update();
}

// Those of VMEM first, as they came.
void MemoryCanvas::stack() {
    m_pieces.assign(m_use.steps.size(), {});
    for (const bool vmem : {true, false})
        for (std::size_t band = 0; band < m_use.bands.size(); ++band) {
            if (isVmem(band) != vmem) continue;
            for (std::size_t step = m_use.bands[band].from; step < m_use.bands[band].until; ++step) {
                std::vector<Piece>& pieces = m_pieces[step];
                const std::uint64_t below =
                    pieces.empty() ? 0 : pieces.back().below + m_use.bands[pieces.back().band].bytes;
                pieces.push_back({band, below});
            }
        }
}

void MemoryCanvas::select(std::optional<std::size_t> step) {
    m_step = step;
    update();
}

void MemoryCanvas::setChosen(const std::string& name) {
    if (std::exchange(m_chosen, name) != name) update();
}

void MemoryCanvas::setNow(std::optional<std::size_t> step) {
    if (std::exchange(m_now, step) != step) update();
}

// ---- where things are

std::uint64_t MemoryCanvas::endOf(std::size_t step) const {
    return m_use.steps[step].clock + m_use.steps[step].clocks;
}

PlotAxes MemoryCanvas::axes() const {
    PlotAxes out{m_theme, rect(), tr("modelled clocks"), tr("bytes")};
    std::uint64_t end = m_use.steps.empty() ? 1 : endOf(m_use.steps.size() - 1), high = m_use.peak;
    for (const MemoryGhost& ghost : m_use.ghosts) {
        end = std::max(end, ghost.points.back().first);
        high = std::max(high, ghost.peak);
    }
    out.right = static_cast<double>(std::max<std::uint64_t>(end, 1));
    out.top = static_cast<double>(std::max<std::uint64_t>(high, 1)) * kAbove;
    const auto capacity = static_cast<double>(m_use.capacity);
    if (capacity > out.top && capacity < static_cast<double>(high) * kCapacityInSight)
        out.top = capacity * kAbove;
    return out;
}

std::optional<std::size_t> MemoryCanvas::stepAt(QPointF point) const {
    const PlotAxes axes = this->axes();
    if (m_use.steps.empty() || !axes.area().contains(point)) return {};
    const double clock = axes.acrossAt(point.x());
    const auto after = std::ranges::upper_bound(
        m_use.steps, clock, {}, [](const MemoryStep& step) { return static_cast<double>(step.clock); });
    const auto step = static_cast<std::size_t>(after - m_use.steps.begin()) - 1;
    return clock < static_cast<double>(endOf(step)) ? std::optional(step) : std::nullopt;
}

std::optional<std::size_t> MemoryCanvas::bandAt(QPointF point) const {
    const auto step = stepAt(point);
    if (!step) return {};
    for (const Piece& piece : m_pieces[*step])
        if (boxOf(piece.band, *step).contains(point)) return piece.band;
    return {};
}

QRectF MemoryCanvas::boxOf(std::size_t band, std::size_t step) const {
    const auto piece = std::ranges::find(m_pieces[step], band, &Piece::band);
    if (piece == m_pieces[step].end()) return {};
    const PlotAxes axes = this->axes();
    const double left = axes.xOf(static_cast<double>(m_use.steps[step].clock));
    const double right = axes.xOf(static_cast<double>(endOf(step)));
    const double top = axes.yOf(static_cast<double>(piece->below + m_use.bands[band].bytes));
    return QRectF(QPointF(left, top), QPointF(right, axes.yOf(static_cast<double>(piece->below))));
}

QString MemoryCanvas::tipAt(QPointF point) const {
    const auto step = stepAt(point);
    if (!step) return {};
    QString out = memoryStepText(m_use, *step);
    if (const auto band = bandAt(point)) out = bandText(m_use, *band) + QLatin1Char('\n') + out;
    return out;
}

// ---- what a person does

void MemoryCanvas::mousePressEvent(QMouseEvent* event) {
    const auto step = stepAt(event->position());
    if (event->button() != Qt::LeftButton || !step) return;
    select(step);
    Q_EMIT picked(*step, bandAt(event->position()));
}

void MemoryCanvas::keyPressEvent(QKeyEvent* event) {
    const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (way == 0 || m_use.steps.empty()) return QWidget::keyPressEvent(event);
    const std::size_t last = m_use.steps.size() - 1, now = m_step.value_or(0);
    select(!m_step ? 0 : way > 0 ? std::min(now + 1, last) : now == 0 ? 0 : now - 1);
    Q_EMIT picked(*m_step, {});
}

void MemoryCanvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}
void MemoryCanvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

// ---- drawing

void MemoryCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    if (m_use.steps.empty()) return;
    const PlotAxes axes = this->axes();
    axes.paint(painter);
    if (m_isStale) painter.setOpacity(kStale);
    paintBands(painter, axes);
    paintGhosts(painter, axes);
    paintLimits(painter, axes);
    painter.setOpacity(1);
    paintMarks(painter, axes);
}

// Steps in which a band lies equally high are one rectangle.
void MemoryCanvas::paintBands(QPainter& painter, const PlotAxes& axes) const {
    struct Run {
        std::size_t first = 0;
        std::uint64_t below = 0;
        bool isOpen = false;
    };
    std::vector<Run> runs(m_use.bands.size());
    const auto close = [&](std::size_t band, std::size_t until) {
        Run& run = runs[band];
        run.isOpen = false;
        const double left = axes.xOf(static_cast<double>(m_use.steps[run.first].clock));
        const double right = axes.xOf(static_cast<double>(endOf(until)));
        const double bottom = axes.yOf(static_cast<double>(run.below));
        const double top = axes.yOf(static_cast<double>(run.below + m_use.bands[band].bytes));
        paintBand(painter, QRectF(QPointF(left, top), QPointF(right, bottom)), band);
    };
    for (std::size_t step = 0; step < m_use.steps.size(); ++step) {
        for (const Piece& piece : m_pieces[step]) {
            Run& run = runs[piece.band];
            if (run.isOpen && run.below != piece.below) close(piece.band, step - 1);
            if (!run.isOpen) run = {step, piece.below, true};
        }
        for (std::size_t band = 0; band < runs.size(); ++band)
            if (runs[band].isOpen && m_use.bands[band].until == step + 1) close(band, step);
    }
}

void MemoryCanvas::paintBand(QPainter& painter, const QRectF& box, std::size_t number) const {
    const MemoryBand& band = m_use.bands[number];
    const Role role = roleOf(band);
    const bool isChosen = !m_chosen.empty() && band.name == m_chosen;
    painter.fillRect(box, m_theme.fill(role, isChosen ? kChosenFill : kFill));
    const bool isRoomy = box.width() >= kLeastHatched && box.height() >= kLeastHatched;
    // What is computed again rises, what is far away falls.
    if (isRoomy && m_use.steps[band.from].isAgain)
        paint::hatch(painter, box, m_theme.fill(role, 0.8), paint::Slant::Rising);
    if (isRoomy && band.place == "hbm")
        paint::hatch(painter, box, m_theme.fill(role, 0.8), paint::Slant::Falling);
    painter.setPen(m_theme[isChosen ? Role::Accent : role]);
    painter.setBrush(Qt::NoBrush);
    if (box.height() >= 2 && box.width() >= 2) painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(m_theme.small());
    const QString text = QString::fromStdString(band.name);
    const double width = painter.fontMetrics().horizontalAdvance(text);
    if (box.height() < m_theme.scaled(static_cast<int>(kLeastText)) || width + 6 > box.width()) return;
    painter.setPen(m_theme[Role::Text]);
    painter.drawText(box, Qt::AlignCenter, text);
}

// What both places have together under other policies, with their names at the end.
void MemoryCanvas::paintGhosts(QPainter& painter, const PlotAxes& axes) const {
    painter.setFont(m_theme.small());
    painter.setPen(QPen(m_theme[Role::Muted], 1, Qt::DashLine));
    const QPointF peak = peakPoint(axes);
    std::vector<QRectF> places{{peak + QPointF(-kPeakMark.width() / 2, -kPeakMark.height()), kPeakMark},
                               peakTextPlace(axes)};
    const std::size_t marks = places.size();
    std::vector<QString> names; // above all lines
    for (const MemoryGhost& ghost : m_use.ghosts) {
        QPolygonF line;
        QPointF highest(0, axes.whole.bottom());
        for (std::size_t i = 0; i < ghost.points.size(); ++i) {
            const double x = axes.xOf(static_cast<double>(ghost.points[i].first));
            if (i > 0) line << QPointF(x, line.back().y());
            line << QPointF(x, axes.yOf(static_cast<double>(ghost.points[i].second)));
            if (line.back().y() < highest.y()) highest = line.back();
        }
        painter.drawPolyline(line);
        const QString text = policyText(ghost.policy);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 4.0,
                     high = painter.fontMetrics().height();
        QRectF place(std::min(highest.x() + 2, axes.area().right() - wide), highest.y() - high, wide, high);
        while (std::ranges::any_of(places, [&](const QRectF& one) { return one.intersects(place); }))
            place.translate(0, -high);
        if (place.top() < axes.area().top()) continue;
        places.push_back(place);
        names.push_back(text);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        painter.fillRect(places[marks + i], m_theme[Role::Surface]);
        painter.drawText(places[marks + i], Qt::AlignCenter, names[i]);
    }
}

void MemoryCanvas::paintLimits(QPainter& painter, const PlotAxes& axes) const {
    const QRectF area = axes.area();
    painter.setFont(m_theme.small());
    const double high = painter.fontMetrics().height();
    painter.setPen(QPen(m_theme[Role::Warning], 1.5, Qt::DashLine));
    const auto capacity = static_cast<double>(m_use.capacity);
    const bool isInSight = capacity <= axes.top;
    const QString text = isInSight ? tr("VMEM: %1 bytes").arg(counted(m_use.capacity))
                                   : tr("VMEM: %1 bytes, above this picture").arg(counted(m_use.capacity));
    const double y = isInSight ? axes.yOf(capacity) : area.top();
    if (isInSight) painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.drawText(QRectF(area.left(), std::max(y - high - 1, axes.whole.top()), area.width(), high),
                     Qt::AlignRight | Qt::AlignVCenter, text);
    const MemoryStep& loss = m_use.steps[m_use.backward];
    const double x = axes.xOf(static_cast<double>(loss.clock));
    painter.setPen(QPen(m_theme[Role::Muted], 1, Qt::DotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QRectF below(area.left(), area.bottom() + axes.whole.bottom() - area.bottom() - high - 2,
                       area.width(), high);
    painter.setPen(m_theme[Role::Muted]);
    painter.drawText(QRectF(area.left(), below.top(), x - area.left(), high), Qt::AlignCenter, tr("forward"));
    painter.drawText(QRectF(x, below.top(), (area.right() - x) * 2 / 3, high), Qt::AlignCenter,
                     tr("backward"));
}

double MemoryCanvas::middleOf(const PlotAxes& axes, std::size_t step) const {
    return axes.xOf((static_cast<double>(m_use.steps[step].clock) + static_cast<double>(endOf(step))) / 2);
}

QPointF MemoryCanvas::peakPoint(const PlotAxes& axes) const {
    return {middleOf(axes, m_use.peakStep), axes.yOf(static_cast<double>(m_use.peak))};
}

QString MemoryCanvas::peakText() const { return tr("peak %1").arg(counted(m_use.peak)); }

// Left of its mark, or right where the picture begins.
QRectF MemoryCanvas::peakTextPlace(const PlotAxes& axes) const {
    const QFontMetricsF metrics(m_theme.small());
    const QPointF peak = peakPoint(axes);
    const double wide = metrics.horizontalAdvance(peakText()) + 6, high = metrics.height();
    QRectF out(peak.x() - wide - 8, peak.y() - high - 1, wide, high);
    if (out.left() < axes.area().left()) out.moveLeft(peak.x() + 8);
    return out;
}

void MemoryCanvas::paintMarks(QPainter& painter, const PlotAxes& axes) const {
    const QRectF area = axes.area();
    const auto stripe = [&](std::size_t step, Role role, double strength) {
        const double left = axes.xOf(static_cast<double>(m_use.steps[step].clock));
        const double right = std::max(axes.xOf(static_cast<double>(endOf(step))), left + 1);
        painter.fillRect(QRectF(QPointF(left, area.top()), QPointF(right, area.bottom())), [&] {
            QColor colour = m_theme[role];
            colour.setAlphaF(static_cast<float>(strength));
            return colour;
        }());
    };
    if (m_step) stripe(*m_step, Role::Accent, hasFocus() ? 0.3 : 0.2);
    if (m_now) {
        stripe(*m_now, Role::Accent, 0.35);
        painter.setPen(QPen(m_theme[Role::Accent], 2));
        const double now = middleOf(axes, *m_now);
        painter.drawLine(QPointF(now, area.top()), QPointF(now, area.bottom()));
    }
    const QPointF peak = peakPoint(axes);
    painter.setPen(m_theme[Role::Text]);
    painter.setBrush(m_theme[Role::Text]);
    const double half = kPeakMark.width() / 2, high = kPeakMark.height();
    painter.drawPolygon(QPolygonF{peak, peak + QPointF(-half, -high), peak + QPointF(half, -high)});
    painter.setFont(m_theme.small());
    const QRectF place = peakTextPlace(axes);
    painter.fillRect(place, m_theme[Role::Surface]);
    painter.drawText(place, Qt::AlignCenter, peakText());
    painter.setBrush(Qt::NoBrush);
}

} // namespace lw::recompute

#include "moc_memory_canvas.cpp"
