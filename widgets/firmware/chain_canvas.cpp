// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/chain_canvas.h"

#include "widgets/firmware/firmware_words.h"
#include "widgets/paint/hatch.h"
#include "widgets/session/core_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace lw::firmware {

using scene::firmware::kStripUnits;
using scene::firmware::StripUnit;
using theme::Role;

namespace {

constexpr int kPad = 8, kUnitHigh = 44, kNameHigh = 24, kNumberHigh = 18, kArrow = 10, kColumnLeast = 104;
constexpr int kMapCell = 14, kMapHigh = 20; // of its heading
constexpr std::size_t kMostNumbers = 10;
constexpr std::uint32_t kMostTurns = 48, kMostRows = 6; // that the map draws

constexpr std::array kUnitRoles{Role::UnitDma, Role::UnitMatrix, Role::UnitVector, Role::UnitUnary,
                                Role::UnitMemory};

} // namespace

QString unitText(StripUnit unit) {
    switch (unit) {
    case StripUnit::Read: return Words::tr("Read");
    case StripUnit::Multiplier: return QStringLiteral("MVM");
    case StripUnit::FirstMfu: return QStringLiteral("MFU 0");
    case StripUnit::SecondMfu: return QStringLiteral("MFU 1");
    case StripUnit::Write: break;
    }
    return Words::tr("Write");
}

QString numberText(double value) { return QString::number(value, 'g', 6); }

ChainCanvas::ChainCanvas(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(Words::tr("Chain"));
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
}

void ChainCanvas::show(std::optional<Picture> picture) {
    m_picture = std::move(picture);
    updateGeometry();
    update();
}

QSize ChainCanvas::minimumSizeHint() const {
    std::size_t count = kStripUnits;
    for (std::size_t unit = 0; m_picture && unit < kStripUnits; ++unit)
        count += columnsOf(static_cast<StripUnit>(unit)) - 1;
    return {2 * kPad + static_cast<int>(count) * m_theme.scaled(kColumnLeast),
            static_cast<int>(stepTop() + stepHeight()) + kPad};
}

// ---- places

std::size_t ChainCanvas::columnsOf(StripUnit unit) const {
    const auto used =
        std::ranges::count_if(m_picture->strip.steps, [&](const auto& step) { return step.unit == unit; });
    return std::max<std::size_t>(1, static_cast<std::size_t>(used));
}

std::size_t ChainCanvas::firstColumn(StripUnit unit) const {
    std::size_t out = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(unit); ++i)
        out += columnsOf(static_cast<StripUnit>(i));
    return out;
}

std::vector<double> ChainCanvas::columns() const {
    const std::size_t count = firstColumn(StripUnit::Write) + columnsOf(StripUnit::Write);
    std::vector<double> out;
    for (std::size_t i = 0; i <= count; ++i)
        out.push_back(kPad + (width() - 2.0 * kPad) * static_cast<double>(i) / static_cast<double>(count));
    return out;
}

QRectF ChainCanvas::unitRect(StripUnit unit) const {
    const std::vector<double> at = columns();
    const std::size_t first = firstColumn(unit), end = first + columnsOf(unit);
    return {at[first] + kArrow / 2.0, double(kPad), at[end] - at[first] - kArrow, double(kUnitHigh)};
}

QRectF ChainCanvas::stepRect(std::size_t step) const {
    const StripUnit unit = m_picture->strip.steps[step].unit;
    std::size_t column = firstColumn(unit);
    for (std::size_t i = 0; i < step; ++i) column += m_picture->strip.steps[i].unit == unit ? 1 : 0;
    const std::vector<double> at = columns();
    return {at[column] + kArrow / 2.0, stepTop(), at[column + 1] - at[column] - kArrow, stepHeight()};
}

// Above the vectors, which may be longer than the view is high.
double ChainCanvas::mapTop() const { return 2.0 * kPad + kUnitHigh; }

double ChainCanvas::stepTop() const {
    const auto rows = m_picture ? std::min(m_picture->strip.rows, kMostRows) : 1U;
    return mapTop() + kMapHigh + static_cast<double>(rows) * kMapCell + kPad;
}

double ChainCanvas::stepHeight() const {
    std::size_t most = 0;
    if (m_picture)
        for (const concord::Numbers& numbers : m_picture->behind) most = std::max(most, numbers.size());
    const std::size_t lines = std::min(most, kMostNumbers) + (most > kMostNumbers ? 1 : 0);
    return kNameHigh + static_cast<double>(std::max<std::size_t>(lines, 4)) * kNumberHigh + kPad;
}

QRectF ChainCanvas::mapCell(std::uint32_t turn, std::uint32_t row) const {
    if (!m_picture || turn >= std::min(m_picture->strip.turns, kMostTurns) ||
        row >= std::min(m_picture->strip.rows, kMostRows))
        return {};
    return {double(kPad) + turn * kMapCell, mapTop() + kMapHigh + row * kMapCell, double(kMapCell),
            double(kMapCell)};
}

std::optional<std::size_t> ChainCanvas::stepAt(QPointF point) const {
    for (std::size_t i = 0; m_picture && i < m_picture->strip.steps.size(); ++i)
        if (stepRect(i).contains(point)) return i;
    return {};
}

// ---- painting

void ChainCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    if (!m_picture) return;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < kStripUnits; ++i) paintUnit(painter, static_cast<StripUnit>(i));
    for (std::size_t i = 0; i < m_picture->strip.steps.size(); ++i) paintStep(painter, i);
    paintMap(painter);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme[Role::Accent], 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

// The one with most clocks has a wide edge, a hatch and says so; units that the chain leaves out are grey and
// dashed. Where the run stops at a fault, that is said.
void ChainCanvas::paintUnit(QPainter& painter, StripUnit unit) const {
    const QRectF box = unitRect(unit);
    const scene::firmware::ChainStrip& strip = m_picture->strip;
    const bool isUsed = strip.isUsed(unit), isLimit = strip.limit() == unit,
               isFault = strip.faultUnit() == unit;
    const Role role = kUnitRoles[static_cast<std::size_t>(unit)];
    painter.setBrush(isUsed ? m_theme.fill(role) : m_theme[Role::Surface]);
    painter.setPen(QPen(m_theme[isFault  ? Role::Error
                                : isUsed ? role
                                         : Role::Border],
                        isLimit || isFault ? 2.5 : 1, isUsed ? Qt::SolidLine : Qt::DashLine));
    painter.drawRoundedRect(box, 4, 4);
    if (isLimit) paint::hatch(painter, box, m_theme.fill(role, 0.35), paint::Slant::Rising);
    painter.setFont(m_theme.text());
    painter.setPen(m_theme[isUsed ? Role::Text : Role::Muted]);
    const QRectF words = box.adjusted(kPad, 4, -kPad, -4);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, unitText(unit));
    painter.setFont(m_theme.small());
    const std::uint64_t clocks = strip.clocksOf(unit);
    if (isFault) painter.setPen(m_theme[Role::Error]);
    const QString said = isFault       ? Words::tr("! stops here")
                         : !isUsed     ? Words::tr("not used")
                         : clocks == 0 ? QString()
                         : isLimit     ? Words::tr("limits: %1").arg(session::clocksText(clocks))
                                       : session::clocksText(clocks);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                     painter.fontMetrics().elidedText(said, Qt::ElideRight, static_cast<int>(words.width())));
    if (unit == StripUnit::Write) return;
    const QPointF tip(box.right() + kArrow, box.center().y()); // to the next unit
    painter.setPen(QPen(m_theme[Role::Muted], 1.5));
    painter.drawLine(QPointF(box.right(), tip.y()), tip);
    painter.drawLine(tip, tip + QPointF(-4, -3));
    painter.drawLine(tip, tip + QPointF(-4, 3));
}

void ChainCanvas::paintStep(QPainter& painter, std::size_t step) const {
    const QRectF box = stepRect(step);
    const scene::firmware::StripStep& one = m_picture->strip.steps[step];
    const bool isSelected = m_picture->selected == one.bundle;
    painter.setBrush(isSelected ? m_theme.fill(Role::Accent, 0.15) : m_theme[Role::Panel]);
    painter.setPen(QPen(isSelected ? m_theme[Role::Accent] : m_theme[Role::Border], isSelected ? 2 : 1));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(m_theme[Role::Text]);
    painter.setFont(m_theme.monospaceSmall());
    const QRectF inner = box.adjusted(6, 0, -6, 0);
    painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), kNameHigh), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(QString::fromStdString(one.text), Qt::ElideRight,
                                                      static_cast<int>(inner.width())));
    const concord::Numbers& numbers = m_picture->behind[step];
    painter.setFont(m_theme.monospace());
    const std::size_t shown = std::min(numbers.size(), kMostNumbers);
    for (std::size_t i = 0; i < shown; ++i)
        painter.drawText(QRectF(inner.left(), inner.top() + kNameHigh + static_cast<double>(i) * kNumberHigh,
                                inner.width(), kNumberHigh),
                         Qt::AlignRight | Qt::AlignVCenter, numberText(numbers[i]));
    if (numbers.size() == shown) return;
    painter.setPen(m_theme[Role::Muted]);
    painter.setFont(m_theme.small());
    painter.drawText(QRectF(inner.left(), inner.top() + kNameHigh + static_cast<double>(shown) * kNumberHigh,
                            inner.width(), kNumberHigh),
                     Qt::AlignRight | Qt::AlignVCenter, Words::tr("of %1").arg(numbers.size()));
}

void ChainCanvas::paintMap(QPainter& painter) const {
    const scene::firmware::ChainStrip& strip = m_picture->strip;
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Muted]);
    const QString shape = strip.hasProduct
                              ? Words::tr("iterations: %1, rows: %2, columns: %3")
                                    .arg(strip.turns)
                                    .arg(strip.rows)
                                    .arg(strip.columns)
                              : Words::tr("iterations: %1, rows: %2").arg(strip.turns).arg(strip.rows);
    painter.drawText(QRectF(kPad, mapTop(), width() - 2.0 * kPad, kMapHigh), Qt::AlignVCenter,
                     shape + QStringLiteral("   ") +
                         Words::tr("shown: iteration %1, row %2").arg(m_picture->turn).arg(m_picture->row));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::uint32_t turn = 0; turn < std::min(strip.turns, kMostTurns); ++turn)
        for (std::uint32_t row = 0; row < std::min(strip.rows, kMostRows); ++row) {
            const bool isShown = turn == m_picture->turn && row == m_picture->row;
            painter.setPen(m_theme[isShown ? Role::Accent : Role::Border]);
            painter.setBrush(isShown ? m_theme.fill(Role::Accent, 0.5) : m_theme[Role::Panel]);
            painter.drawRect(mapCell(turn, row).adjusted(0, 0, -2, -2));
        }
}

// ---- input

void ChainCanvas::mousePressEvent(QMouseEvent* event) {
    if (!m_picture) return;
    if (const auto step = stepAt(event->position())) {
        Q_EMIT stepPicked(m_picture->strip.steps[*step].bundle);
        return;
    }
    for (std::uint32_t turn = 0; turn < m_picture->strip.turns && turn < kMostTurns; ++turn)
        for (std::uint32_t row = 0; row < m_picture->strip.rows && row < kMostRows; ++row)
            if (mapCell(turn, row).contains(event->position())) Q_EMIT vectorPicked(turn, row);
}

void ChainCanvas::keyPressEvent(QKeyEvent* event) {
    if (!m_picture) return QWidget::keyPressEvent(event);
    std::uint32_t turn = m_picture->turn, row = m_picture->row;
    switch (event->key()) {
    case Qt::Key_Left: turn -= turn > 0; break;
    case Qt::Key_Right: turn += turn + 1 < m_picture->strip.turns; break;
    case Qt::Key_Up: row -= row > 0; break;
    case Qt::Key_Down: row += row + 1 < m_picture->strip.rows; break;
    default: return QWidget::keyPressEvent(event);
    }
    Q_EMIT vectorPicked(turn, row);
}

} // namespace lw::firmware

#include "moc_chain_canvas.cpp"
