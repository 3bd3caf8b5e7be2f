// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/history_bar.h"

#include "core/base/check.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

namespace lw::debug {

using theme::Role;

namespace {

constexpr int kMargin = 16, kTextWidth = 220, kTextGap = 16, kNear = 4;
constexpr std::size_t kMostHits = 2000, kMostListed = 20;
constexpr std::uint64_t kSteps = 100;                // of the whole line, by key
constexpr double kWheelStep = 1.5, kLeastShown = 16; // clocks

using session::counted;

} // namespace

HistoryBar::HistoryBar(session::ViewContext context, QWidget* parent) : QWidget(parent), m_context(context) {
    setAccessibleName(tr("History"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
    connect(&context.session, &session::DebugSession::stateChanged, this, &HistoryBar::seekIfFree);
    connect(&context.theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new paint::HoverTip(*this, [this](QPoint point) { return textAt(point.x()); });
}

void HistoryBar::take(const session::FramePtr& frame) {
    if (!session::areOfOneMachine(frame, m_frame)) {
        m_hits.clear();
        m_wanted.reset();
        m_part.reset();
    }
    m_frame = frame;
    if (frame) {
        // What a hand edit in the past dropped cannot be visited any more. Bookmarks stay: they are clocks,
        // and a restarted program passes them again.
        m_hits.erase(m_hits.upper_bound(frame->furthestClock), m_hits.end());
        if (!frame->running && m_hits.size() < kMostHits)
            for (const machine::Hit& hit : frame->report.hits) noteHit(hit);
        setAccessibleDescription(
            tr("clock %1 of %2").arg(counted(frame->clock), counted(frame->furthestClock)));
    }
    keepInSight();
    update();
    Q_EMIT tableChanged();
}

void HistoryBar::noteHit(const machine::Hit& hit) {
    QStringList& cores = m_hits[hit.clock];
    const QString name = m_context.session.frame(hit.cause.core)->loaded->coreName();
    if (!name.isEmpty() && !cores.contains(name)) cores << name;
}

std::set<std::uint64_t> HistoryBar::hits() const {
    std::set<std::uint64_t> out;
    for (const auto& hit : m_hits) out.insert(hit.first);
    return out;
}

QString HistoryBar::textOf(const QStringList& cores) {
    return cores.isEmpty() ? QString() : cores.join(QStringLiteral(", ")) + QStringLiteral(": ");
}

// ---- going there

// One at a time: wishes in the meantime are remembered, and only the last one is carried out.
void HistoryBar::seek(std::uint64_t clock) {
    m_wanted = clock;
    seekIfFree();
}

void HistoryBar::seekIfFree() {
    if (!m_wanted || !m_frame || m_context.session.isBusy()) return;
    const std::uint64_t clock = *std::exchange(m_wanted, std::nullopt);
    if (clock != m_frame->clock) m_context.session.perform(machine::Seek{clock});
}

void HistoryBar::toggleBookmark() {
    if (!m_frame) return;
    std::set<std::uint64_t> changed = m_bookmarks;
    if (changed.erase(m_frame->clock) == 0) changed.insert(m_frame->clock);
    setBookmarks(std::move(changed));
}

void HistoryBar::setBookmarks(std::set<std::uint64_t> clocks) {
    if (clocks == m_bookmarks) return;
    m_bookmarks = std::move(clocks);
    update();
    Q_EMIT bookmarksChanged();
    Q_EMIT tableChanged();
}

void HistoryBar::goToMark(int direction) {
    if (!m_frame) return;
    std::set<std::uint64_t> marks = m_bookmarks;
    marks.merge(hits());
    if (direction > 0) {
        const auto next = marks.upper_bound(m_frame->clock);
        seek(next == marks.end() ? m_frame->furthestClock : *next);
    } else {
        const auto here = marks.lower_bound(m_frame->clock);
        seek(here == marks.begin() ? m_frame->originClock : *std::prev(here));
    }
}

// ---- places

QRect HistoryBar::track() const {
    return {kMargin, 0, std::max(width() - 2 * kMargin - px(kTextWidth), 1), height()};
}

bool HistoryBar::knows(std::uint64_t clock) const {
    const auto [from, to] = shown();
    return m_frame && clock >= from && clock <= to;
}

HistoryBar::Range HistoryBar::shown() const {
    if (!m_frame) return {};
    const Range whole{m_frame->originClock, m_frame->furthestClock};
    if (!m_part) return whole;
    return {std::clamp(m_part->from, whole.from, whole.to), std::clamp(m_part->to, whole.from, whole.to)};
}

int HistoryBar::xOf(std::uint64_t clock) const {
    const QRect line = track();
    const auto [from, to] = shown();
    if (to <= from) return line.left();
    const auto since = static_cast<double>(std::clamp(clock, from, to) - from);
    return line.left() + static_cast<int>(since * (line.width() - 1) / static_cast<double>(to - from) + 0.5);
}

std::uint64_t HistoryBar::clockAt(int x) const {
    const QRect line = track();
    const auto [from, to] = shown();
    const double part = std::clamp(double(x - line.left()) / std::max(line.width() - 1, 1), 0.0, 1.0);
    return from + static_cast<std::uint64_t>(part * static_cast<double>(to - from) + 0.5);
}

// The clock stays where it is on the line.
void HistoryBar::zoom(double factor, std::uint64_t about) {
    if (!m_frame || m_frame->furthestClock <= m_frame->originClock) return;
    const auto [from, to] = shown();
    const auto whole = static_cast<double>(m_frame->furthestClock - m_frame->originClock);
    const double length = std::max(static_cast<double>(to - from) / factor, std::min(whole, kLeastShown));
    if (length >= whole) return showWhole();
    const double place = to > from ? static_cast<double>(about - from) / static_cast<double>(to - from) : 0.5;
    const double first =
        std::clamp(static_cast<double>(about - m_frame->originClock) - place * length, 0.0, whole - length);
    const auto begin = m_frame->originClock + static_cast<std::uint64_t>(first + 0.5);
    m_part = Range{begin, begin + static_cast<std::uint64_t>(length + 0.5)};
    update();
}

void HistoryBar::showWhole() {
    m_part.reset();
    update();
}

// The part that is shown moves with the machine.
void HistoryBar::keepInSight() {
    if (!m_part || !m_frame) return;
    const std::uint64_t length = m_part->to - m_part->from;
    if (m_frame->furthestClock - m_frame->originClock <= length) return m_part.reset();
    if (m_frame->clock >= m_part->from && m_frame->clock <= m_part->to) return;
    const std::uint64_t half = length / 2;
    const std::uint64_t last = m_frame->furthestClock - length;
    const std::uint64_t from =
        std::clamp(m_frame->clock - std::min(half, m_frame->clock), m_frame->originClock, last);
    m_part = Range{from, from + length};
}

QString HistoryBar::textAt(int x) const {
    if (!m_frame) return {};
    for (const std::uint64_t clock : m_bookmarks)
        if (knows(clock) && std::abs(xOf(clock) - x) <= kNear)
            return tr("bookmark at clock %1").arg(counted(clock));
    for (const auto& [clock, cores] : m_hits)
        if (knows(clock) && std::abs(xOf(clock) - x) <= kNear)
            return textOf(cores) + tr("a breakpoint was hit at clock %1").arg(counted(clock));
    QString text = tr("clock %1").arg(counted(clockAt(x)));
    if (m_bookmarks.empty())
        return text + QLatin1Char('\n') + tr("Ctrl+M sets a bookmark where the machine stands.");
    text += QLatin1Char('\n') + tr("Bookmarks:");
    std::size_t listed = 0;
    for (const std::uint64_t clock : m_bookmarks)
        if (listed++ < kMostListed) text += QLatin1Char(' ') + counted(clock);
    return text;
}

// ---- painting

void HistoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const theme::Theme& t = m_context.theme;
    painter.fillRect(rect(), t[Role::Panel]);
    const QRect line = track();
    const int middle = height() / 2;
    painter.setFont(t.monospaceSmall());
    painter.setPen(t[Role::Muted]);
    const QRect label(line.right() + kTextGap, 0, px(kTextWidth), height());
    if (!m_frame) {
        painter.drawText(rect().adjusted(kMargin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("The history of the run, once a program is loaded."));
        return;
    }
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 / %2").arg(counted(m_frame->clock), counted(m_frame->furthestClock)));
    const int here = xOf(m_frame->clock);
    painter.fillRect(QRect(line.left(), middle - 1, line.width(), 3), t[Role::Border]);
    painter.fillRect(QRect(line.left(), middle - 1, here - line.left(), 3), t[Role::Accent]);
    if (m_part) { // which part of the whole is shown
        const auto whole = static_cast<double>(m_frame->furthestClock - m_frame->originClock);
        const auto [from, to] = shown();
        const double wide = line.width() / whole;
        painter.fillRect(QRectF(line.left(), height() - 4, line.width(), 2), t[Role::Border]);
        painter.fillRect(QRectF(line.left() + wide * static_cast<double>(from - m_frame->originClock),
                                height() - 4, std::max(wide * static_cast<double>(to - from), 3.0), 2),
                         t[Role::Muted]);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintMarks(painter);
    painter.setBrush(t[Role::Surface]);
    painter.setPen(QPen(t[Role::Accent], px(hasFocus() ? 3 : 2)));
    painter.drawEllipse(QPointF(here + 0.5, middle + 0.5), 6, 6);
}

void HistoryBar::paintMarks(QPainter& painter) const {
    const theme::Theme& t = m_context.theme;
    const int middle = height() / 2;
    painter.setPen(Qt::NoPen);
    // Breakpoints are discs, as in the margin of the editor; bookmarks are flags that point down.
    painter.setBrush(t[Role::Error]);
    for (const std::uint64_t clock : hits())
        if (knows(clock)) painter.drawEllipse(QPointF(xOf(clock) + 0.5, middle + 0.5), 3.5, 3.5);
    painter.setBrush(t[Role::Warning]);
    for (const std::uint64_t clock : m_bookmarks) {
        if (!knows(clock)) continue;
        const double x = xOf(clock) + 0.5;
        painter.drawPolygon(QPolygonF({{x - 4, 2}, {x + 4, 2}, {x, double(middle) - 3}}));
    }
}

// ---- input

void HistoryBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_frame) return;
    // A mark is hit exactly.
    for (const std::set<std::uint64_t>& marks : {m_bookmarks, hits()})
        for (const std::uint64_t clock : marks)
            if (knows(clock) && std::abs(xOf(clock) - event->pos().x()) <= kNear) return seek(clock);
    seek(clockAt(event->pos().x()));
}

void HistoryBar::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) && m_frame) seek(clockAt(event->pos().x()));
}

void HistoryBar::mouseReleaseEvent(QMouseEvent*) { seekIfFree(); }

void HistoryBar::keyPressEvent(QKeyEvent* event) {
    if (!m_frame) return QWidget::keyPressEvent(event);
    const std::uint64_t from = m_wanted.value_or(m_frame->clock);
    const auto [first, last] = shown();
    const std::uint64_t step = std::max<std::uint64_t>((last - first) / kSteps, 1);
    const bool toMark = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Left:
        return toMark ? goToMark(-1) : seek(from - std::min(step, from - m_frame->originClock));
    case Qt::Key_Right: return toMark ? goToMark(1) : seek(std::min(from + step, m_frame->furthestClock));
    case Qt::Key_Home: return seek(m_frame->originClock);
    case Qt::Key_End: return seek(m_frame->furthestClock);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(2, m_frame->clock);
    case Qt::Key_Minus: return zoom(0.5, m_frame->clock);
    case Qt::Key_0: return showWhole();
    default: QWidget::keyPressEvent(event);
    }
}

void HistoryBar::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(kWheelStep, event->angleDelta().y() / 120.0),
         clockAt(static_cast<int>(event->position().x())));
    event->accept();
}

// ---- the same as a table

std::map<std::uint64_t, QStringList> HistoryBar::marks() const {
    std::map<std::uint64_t, QStringList> out;
    if (!m_frame) return out;
    out[m_frame->originClock] << tr("the beginning of the history");
    for (const std::uint64_t clock : m_bookmarks) out[clock] << tr("bookmark");
    for (const auto& [clock, cores] : m_hits) out[clock] << textOf(cores) + tr("a breakpoint was hit");
    out[m_frame->clock] << tr("here the machine stands");
    out[m_frame->furthestClock] << tr("the end of what was run");
    return out;
}

paint::SceneTable HistoryBar::table() const {
    struct Row {
        std::uint64_t clock;
        QString text;
    };
    const auto rows = std::make_shared<std::vector<Row>>();
    for (const auto& [clock, texts] : marks()) rows->push_back({clock, texts.join(QStringLiteral(", "))});
    const auto valueAt = [rows](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const Row& one = (*rows)[static_cast<std::size_t>(row)];
        return column == 0 ? counted(one.clock) : one.text;
    };
    return {{tr("Clock"), tr("What")}, static_cast<int>(rows->size()), valueAt, {}};
}

std::uint64_t HistoryBar::clockOfRow(int row) const {
    const auto all = marks();
    LW_REQUIRE(row >= 0 && static_cast<std::size_t>(row) < all.size(), "a row of the table");
    return std::next(all.begin(), row)->first;
}

} // namespace lw::debug

#include "moc_history_bar.cpp"
