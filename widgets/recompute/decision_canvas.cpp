// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/decision_canvas.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lw::recompute {

using lower::Memory;
using lower::recompute::Decision;
using lower::recompute::Engine;
using scene::recompute::DecisionRow;
using theme::Role;

namespace {

constexpr int kRow = 40, kHead = 26; // pixels
constexpr int kName = 190, kRule = 84, kPlace = 56, kBreakEven = 104, kKept = 136;
constexpr int kLeastBars = 160, kPad = 8;
constexpr double kBar = 13, kGap = 3; // of the two bars of a row
constexpr double kWinner = 0.45, kLoser = 0.15;
constexpr int kNumberRoom = 64; // after the longest bar

Role roleOf(Memory memory) { return memory == Memory::Vmem ? Role::UnitMemory : Role::UnitDma; }

} // namespace

// A font with what is known of its letters.
struct Face {
    explicit Face(QFont of)
        : font(std::move(of)), metrics((font.setStyleStrategy(QFont::PreferNoShaping), font)) {
        widest = metrics.horizontalAdvance(QLatin1Char('W'));
    }
    // From the left, in the middle between top and bottom; cut off where there is no room.
    void draw(QPainter& painter, const QRectF& box, const QString& text) const {
        const bool fits = static_cast<double>(text.size()) * widest <= box.width();
        painter.setFont(font);
        painter.drawText(QPointF(box.left(), box.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                         fits ? text : metrics.elidedText(text, Qt::ElideRight, box.width()));
    }
    QFont font;
    QFontMetricsF metrics;
    double widest = 0;
};

// Made once for all rows.
struct DecisionCanvas::Faces {
    explicit Faces(const theme::Theme& theme)
        : text(theme.text())
        , small(theme.small())
        , mono(theme.monospace())
        , monoSmall(theme.monospaceSmall()) {}
    Face text, small, mono, monoSmall;
};

DecisionCanvas::DecisionCanvas(const theme::Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(&theme, &theme::Theme::changed, this, [this] {
        arrange();
        viewport()->update();
    });
    new paint::HoverTip(*viewport(), [this](QPoint point) { return tipAt(point); });
}

void DecisionCanvas::show(ReportPtr report, bool isStale, std::vector<scene::recompute::PaidClocks> paid) {
    m_report = std::move(report);
    m_paid = std::move(paid);
    m_isStale = isStale;
    m_rows = m_report ? scene::recompute::decisionRowsOf(*m_report) : scene::recompute::DecisionRows();
    if (m_selected && *m_selected >= static_cast<int>(m_rows.rows.size())) m_selected.reset();
    arrange();
    viewport()->update();
}

// ---- where things are

int DecisionCanvas::rowHeight() const { return m_theme.scaled(kRow); }
int DecisionCanvas::headHeight() const { return m_theme.scaled(kHead); }

int DecisionCanvas::widthOf(Column column) const {
    constexpr int kWidths[] = {kName, 0, kRule, kPlace, kBreakEven, kKept};
    if (column != Column::Bars) return m_theme.scaled(kWidths[static_cast<int>(column)]);
    int rest = viewport()->width();
    for (const int width : kWidths) rest -= m_theme.scaled(width);
    return std::max(rest, m_theme.scaled(kLeastBars));
}

int DecisionCanvas::leftOf(Column column) const {
    int out = -horizontalScrollBar()->value();
    for (int i = 0; i < static_cast<int>(column); ++i) out += widthOf(static_cast<Column>(i));
    return out;
}

QRectF DecisionCanvas::headOf(Column column) const {
    return QRectF(leftOf(column), 0, widthOf(column), headHeight());
}

QRectF DecisionCanvas::boxOf(int row, Column column) const {
    return QRectF(leftOf(column), headHeight() + row * rowHeight() - verticalScrollBar()->value(),
                  widthOf(column), rowHeight());
}

std::optional<DecisionCanvas::Spot> DecisionCanvas::spotAt(QPointF point) const {
    if (point.y() < headHeight()) return {};
    const int row = static_cast<int>(point.y() - headHeight() + verticalScrollBar()->value()) / rowHeight();
    if (row >= static_cast<int>(m_rows.rows.size())) return {};
    for (int i = 0; i < kColumns; ++i)
        if (const auto column = static_cast<Column>(i); boxOf(row, column).contains(point))
            return Spot{row, column};
    return {};
}

void DecisionCanvas::arrange() {
    const int high = headHeight() + static_cast<int>(m_rows.rows.size()) * rowHeight();
    int wide = 0;
    for (int i = 0; i < kColumns; ++i) wide += widthOf(static_cast<Column>(i));
    verticalScrollBar()->setRange(0, std::max(0, high - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight() / 2);
    horizontalScrollBar()->setRange(0, std::max(0, wide - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

QString DecisionCanvas::tipAt(QPointF point) const {
    const auto spot = spotAt(point);
    if (!spot) return {};
    const auto row = static_cast<std::size_t>(spot->row);
    QString out = decisionText(*m_report, m_report->decisions[row]);
    if (row < m_paid.size()) out += QLatin1Char('\n') + paidText(m_paid[row]);
    if (spot->column == Column::Kept && m_rows.rows[row].isFree)
        out += QLatin1Char('\n') + tr("A click decides otherwise");
    return out;
}

// ---- what a person does

void DecisionCanvas::select(std::optional<int> row) {
    if (m_selected == row) return;
    m_selected = row;
    if (row) {
        QScrollBar& bar = *verticalScrollBar();
        const int top = *row * rowHeight(), bottom = top + rowHeight() + headHeight() - viewport()->height();
        bar.setValue(std::clamp(bar.value(), std::min(bottom, top), top));
    }
    viewport()->update();
}

void DecisionCanvas::pick(int row) {
    select(row);
    Q_EMIT picked(row);
}

void DecisionCanvas::mousePressEvent(QMouseEvent* event) {
    const auto spot = spotAt(event->position());
    if (!spot || event->button() != Qt::LeftButton) return;
    pick(spot->row);
    if (spot->column == Column::Kept) Q_EMIT changeWanted(spot->row);
}

void DecisionCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto spot = isKey ? std::nullopt : spotAt(event->pos());
    const std::optional<int> row = spot ? std::optional(spot->row) : m_selected;
    if (!row) return;
    pick(*row);
    Q_EMIT menuWanted(*row, isKey ? viewport()->mapToGlobal(boxOf(*row, Column::Kept).center().toPoint())
                                  : event->globalPos());
}

void DecisionCanvas::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(m_rows.rows.size());
    if (count == 0) return QAbstractScrollArea::keyPressEvent(event);
    const int now = m_selected.value_or(-1);
    switch (event->key()) {
    case Qt::Key_Down: return pick(std::min(now + 1, count - 1));
    case Qt::Key_Up: return pick(std::max(now - 1, 0));
    case Qt::Key_Home: return pick(0);
    case Qt::Key_End: return pick(count - 1);
    case Qt::Key_Space:
    case Qt::Key_Return:
        if (m_selected) Q_EMIT changeWanted(*m_selected);
        return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void DecisionCanvas::resizeEvent(QResizeEvent*) { arrange(); }
void DecisionCanvas::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}
void DecisionCanvas::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// ---- drawing

void DecisionCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme[Role::Surface]);
    if (m_rows.rows.empty()) return;
    painter.save();
    painter.setClipRect(QRect(0, headHeight(), viewport()->width(), viewport()->height() - headHeight()));
    const int first = verticalScrollBar()->value() / rowHeight();
    const int last =
        std::min(first + viewport()->height() / rowHeight() + 1, static_cast<int>(m_rows.rows.size()) - 1);
    const Faces faces(m_theme);
    for (int row = first; row <= last; ++row) paintRow(painter, faces, row);
    painter.restore();
    paintHead(painter);
}

void DecisionCanvas::paintHead(QPainter& painter) const {
    const QString titles[] = {tr("Sublayer"),    tr("To have it again, or to load it (clocks)"),
                              tr("Rule"),        tr("Place"),
                              tr("Below B/clk"), tr("Kept")};
    painter.fillRect(QRect(0, 0, viewport()->width(), headHeight()), m_theme[Role::Panel]);
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Muted]);
    for (int i = 0; i < kColumns; ++i) {
        const QRectF box = headOf(static_cast<Column>(i)).adjusted(kPad, 0, -kPad, 0);
        painter.drawText(
            box, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(titles[i], Qt::ElideRight, static_cast<int>(box.width())));
    }
    painter.setPen(m_theme[Role::Border]);
    painter.drawLine(0, headHeight() - 1, viewport()->width(), headHeight() - 1);
}

void DecisionCanvas::paintRow(QPainter& painter, const Faces& faces, int number) const {
    const DecisionRow& row = m_rows.rows[static_cast<std::size_t>(number)];
    const QRectF whole(0, boxOf(number, Column::Name).top(), viewport()->width(), rowHeight());
    if (m_selected == number) {
        painter.fillRect(whole, m_theme.fill(Role::Accent, hasFocus() ? 0.16 : 0.1));
        painter.fillRect(QRectF(0, whole.top(), 3, whole.height()), m_theme[Role::Accent]);
    }
    painter.setPen(m_theme[Role::Border]);
    painter.drawLine(QPointF(0, whole.bottom() - 0.5), QPointF(whole.right(), whole.bottom() - 0.5));
    if (m_isStale) painter.setOpacity(kStale);
    const QRectF name = boxOf(number, Column::Name).adjusted(kPad, 2, -kPad, -2);
    const QRectF upper(name.left(), name.top(), name.width(), name.height() / 2);
    const auto cell = [&](Column column) { return boxOf(number, column).adjusted(kPad, 0, -kPad, 0); };
    painter.setPen(m_theme[Role::Text]);
    faces.text.draw(painter, upper, QString::fromStdString(row.name));
    faces.text.draw(painter, cell(Column::Rule),
                    wayText(row.ruleRecomputes ? lower::Way::Recompute : lower::Way::Store));
    faces.text.draw(painter, cell(Column::Place), QString::fromStdString(row.place).toUpper());
    faces.mono.draw(painter, cell(Column::BreakEven),
                    breakEvenText(m_report->decisions[static_cast<std::size_t>(number)].breakEvenBandwidth));
    painter.setPen(m_theme[Role::Muted]);
    faces.small.draw(painter, upper.translated(0, upper.height()),
                     QString::fromStdString(row.kind + " (" + row.reads + ")"));
    paintBars(painter, faces, number);
    paintKept(painter, faces, number);
    painter.setOpacity(1);
}

// Above what it takes to have the value again, below what it takes to load it; the shorter one stands out.
void DecisionCanvas::paintBars(QPainter& painter, const Faces& faces, int number) const {
    const DecisionRow& row = m_rows.rows[static_cast<std::size_t>(number)];
    const Decision& decision = m_report->decisions[static_cast<std::size_t>(number)];
    const QRectF box = boxOf(number, Column::Bars).adjusted(kPad, 0, -m_theme.scaled(kNumberRoom), 0);
    const double scale = m_rows.longest > 0 ? box.width() / m_rows.longest : 0;
    const double high = m_theme.scaled(static_cast<int>(kBar));
    const double top = box.center().y() - high - kGap / 2, below = box.center().y() + kGap / 2;
    const double load = row.loadInput * scale, compute = row.compute * scale, output = row.loadOutput * scale;
    const Memory from = decision.inputPlaces.empty() ? Memory::Vmem : decision.inputPlaces.front();
    const bool again = row.ruleRecomputes;
    const auto bar = [&](double left, double y, double width, Role role, const QString& text, bool isWinner,
                         bool isAgain) {
        const QRectF place(left, y, width, high);
        if (width <= 0) return;
        const QColor fill = m_theme.fill(role, isWinner ? kWinner : kLoser);
        painter.fillRect(place, fill);
        if (isAgain && width > 2) paint::hatch(painter, place, m_theme[role], paint::Slant::Rising);
        painter.setPen(m_theme[role]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        const double wide = faces.small.metrics.horizontalAdvance(text);
        if (wide + 8 > width) return;
        const QRectF label(place.center().x() - wide / 2, y, wide + 2, high);
        if (isAgain) painter.fillRect(label.adjusted(-2, 1, 0, -1), fill);
        painter.setPen(m_theme[isWinner ? Role::Text : Role::Muted]);
        faces.small.draw(painter, label, text);
    };
    bar(box.left(), top, load, roleOf(from), row.isInputAgain ? tr("again") : tr("load in"), again,
        row.isInputAgain);
    bar(box.left() + load, top, compute,
        decision.engine == Engine::Tensor ? Role::UnitMatrix : Role::UnitVector, tr("compute"), again, false);
    bar(box.left(), below, output, roleOf(decision.place), tr("load out"), !again, false);
    const auto writeClocks = [&](double x, double y, double clocks, bool isWinner) {
        painter.setPen(m_theme[isWinner ? Role::Text : Role::Muted]);
        faces.monoSmall.draw(painter, QRectF(x + 4, y, m_theme.scaled(kNumberRoom) + kPad, high),
                             clocksText(clocks));
    };
    writeClocks(box.left() + load + compute, top, row.loadInput + row.compute, again);
    writeClocks(box.left() + output, below, row.loadOutput, !again);
}

// As something that can be pressed, unless there is no other way; by hand with the accent.
void DecisionCanvas::paintKept(QPainter& painter, const Faces& faces, int number) const {
    const DecisionRow& row = m_rows.rows[static_cast<std::size_t>(number)];
    const Decision& decision = m_report->decisions[static_cast<std::size_t>(number)];
    const QRectF box = boxOf(number, Column::Kept).adjusted(kPad, 8, -kPad, -8);
    const QString text = keptText(m_report->plan.values[decision.value]);
    if (row.isFree) {
        painter.setPen(m_theme[row.isByHand ? Role::Accent : Role::Border]);
        painter.setBrush(row.isByHand ? m_theme.fill(Role::Accent, 0.16) : m_theme[Role::Raised]);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(m_theme[row.isFree ? Role::Text : Role::Muted]);
    faces.text.draw(painter, box.adjusted(6, 0, -4, 0), row.isByHand ? text + QStringLiteral(" *") : text);
}

} // namespace lw::recompute

#include "moc_decision_canvas.cpp"
