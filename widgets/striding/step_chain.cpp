// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/step_chain.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/theme/to_qt.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lw::striding {

using scene::striding::PatchCheck;
using scene::striding::PatchStep;
using scene::striding::StepKind;
using theme::Role;

namespace {

constexpr int kChainMargin = 8, kPad = 6, kArrow = 18, kLeastBox = 56;

QString titleOf(const PatchStep& step) {
    const QString operand = toQt(step.operand);
    switch (step.kind) {
    case StepKind::Sum: return StepChain::tr("sum of the passes");
    case StepKind::Bias: return StepChain::tr("+ bias %1").arg(operand);
    case StepKind::Activation: return operand;
    case StepKind::Mask: return StepChain::tr("mask %1").arg(operand);
    case StepKind::SecondMask: return StepChain::tr("second mask %1").arg(operand);
    case StepKind::Pool: return StepChain::tr("window %1").arg(operand);
    case StepKind::Scale: return QStringLiteral("\u00d7 %1").arg(operand);
    case StepKind::Round: return StepChain::tr("/ 2^%1, rounded").arg(operand);
    case StepKind::Zero: return StepChain::tr("+ code for 0: %1").arg(operand);
    default: return StepChain::tr("clamped to int8");
    }
}

QString tipOf(const PatchStep& step) {
    QString out;
    switch (step.kind) {
    case StepKind::Sum: out = StepChain::tr("What the accumulator holds after the last pass."); break;
    case StepKind::Bias:
        out =
            StepChain::tr("The bias of this channel. Where codes of the input do not count from 0, it holds "
                          "what that adds to every sum.");
        break;
    case StepKind::Activation: out = StepChain::tr("The activation of the layer, in the vector unit."); break;
    case StepKind::Mask:
    case StepKind::SecondMask:
        out = StepChain::tr("The number of the mask at this pixel, and what it makes of the value.");
        break;
    case StepKind::Pool:
        out = StepChain::tr("One number is left of the window of the stride; its values are in the table.");
        break;
    case StepKind::Scale: out = StepChain::tr("Requantisation: times the multiplier, in 64 bits."); break;
    case StepKind::Round:
        out = StepChain::tr("Requantisation: divided by a power of two, a half goes to the even number.");
        break;
    case StepKind::Zero: out = StepChain::tr("Requantisation: plus the code that stands for 0."); break;
    default: out = StepChain::tr("Requantisation: not below -128, not above 127."); break;
    }
    if (step.instruction)
        out +=
            QLatin1Char('\n') + StepChain::tr("Row %1: %2").arg(*step.instruction).arg(toQt(step.mnemonic));
    if (!step.isThere) out += QLatin1Char('\n') + StepChain::tr("Not computed yet.");
    return out;
}

struct Memory {
    QString title, value;
    Role edge;
};
Memory memoryOf(const scene::striding::PatchPicture& picture, const QString& right) {
    if (!right.isEmpty())
        return {StepChain::tr("in memory: WRONG, %1 is right").arg(right), toQt(picture.stored), Role::Error};
    switch (picture.check) {
    case PatchCheck::NotKept: return {StepChain::tr("stored nowhere"), QString(), Role::Border};
    case PatchCheck::NotYet: return {StepChain::tr("in memory"), QString(), Role::Border};
    case PatchCheck::Same:
        return {StepChain::tr("in memory: the same bits"), toQt(picture.stored), Role::Success};
    case PatchCheck::Overwritten: return {StepChain::tr("in memory: overwritten"), QString(), Role::Border};
    default: return {StepChain::tr("in memory by now: ANOTHER"), toQt(picture.stored), Role::Error};
    }
}

} // namespace

StepChain::StepChain(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Steps from the sum to the element"));
    new paint::HoverTip(*this, [this](QPoint point) {
        const int box = boxAt(point);
        return box < 0 ? QString() : m_boxes[static_cast<std::size_t>(box)].tip;
    });
    connect(&theme, &theme::Theme::changed, this, [this] {
        layOut(width(), m_boxes);
        updateGeometry();
        update();
    });
}

void StepChain::show(const scene::striding::PatchPicture& picture, const QString& right) {
    m_picture = picture;
    m_boxes.clear();
    QString words;
    for (const PatchStep& step : picture.steps) {
        m_boxes.push_back({titleOf(step).trimmed(),
                           step.isThere ? toQt(step.value) : QStringLiteral("\u2026"), tipOf(step),
                           step.isThere});
        words += m_boxes.back().title + QLatin1Char(' ') + m_boxes.back().value + QStringLiteral("; ");
    }
    const Memory memory = memoryOf(picture, right);
    QString tip;
    if (picture.check == PatchCheck::Other) tip = tr("It belongs to another image by now: step back.");
    if (picture.check == PatchCheck::Overwritten)
        tip = tr("Its memory holds another layer's value by now: step back to compare it.");
    if (picture.check == PatchCheck::Same)
        tip = tr("What the circuit has computed is this number, bit by bit.");
    const bool isThere = picture.check == PatchCheck::Same || picture.check == PatchCheck::Other;
    m_boxes.push_back(
        {memory.title, isThere ? memory.value : QStringLiteral("\u2026"), tip, isThere, memory.edge});
    setAccessibleDescription(words + memory.title + QLatin1Char(' ') + memory.value);
    m_current = std::min(m_current, static_cast<int>(m_boxes.size()) - 1);
    layOut(width(), m_boxes);
    updateGeometry();
    update();
}

void StepChain::clear() {
    m_picture = {};
    m_boxes.clear();
    m_current = -1;
    setAccessibleDescription({});
    updateGeometry();
    update();
}

int StepChain::layOut(int width, std::vector<Box>& boxes) const {
    const QFontMetrics titles(m_theme.small()), values(m_theme.monospace());
    const int height = titles.height() + values.height() + kPad;
    int x = kChainMargin, y = kChainMargin / 2;
    for (Box& box : boxes) {
        const int wide =
            std::max({titles.horizontalAdvance(box.title), values.horizontalAdvance(box.value), kLeastBox}) +
            2 * kPad;
        if (x > kChainMargin && x + wide + kChainMargin > width) {
            x = kChainMargin + kArrow;
            y += height + kChainMargin / 2;
        }
        box.area = QRectF(x, y, wide, height);
        x += wide + kArrow;
    }
    return y + height + kChainMargin / 2;
}

int StepChain::heightForWidth(int width) const {
    std::vector<Box> boxes = m_boxes;
    return layOut(width, boxes);
}
// Before it is shown, its width is not known: about that of its window, so that its surroundings
// do not grow for lines that are not needed.
QSize StepChain::sizeHint() const {
    return {kLeastBox * 2, heightForWidth(std::max(m_wasSeen ? width() : window()->width(), kLeastBox))};
}

void StepChain::resizeEvent(QResizeEvent*) {
    m_wasSeen |= isVisible();
    layOut(width(), m_boxes);
    updateGeometry();
}

int StepChain::boxAt(QPoint point) const {
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i].area.contains(point)) return static_cast<int>(i);
    return -1;
}

void StepChain::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = QFontMetricsF(m_theme.small()).height();
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const Box& box = m_boxes[i];
        const bool isCurrent = hasFocus() && static_cast<int>(i) == m_current;
        QPen edge(m_theme[isCurrent ? Role::Accent : box.edge], isCurrent ? 2 : 1,
                  box.isThere ? Qt::SolidLine : Qt::DashLine);
        painter.setPen(edge);
        painter.setBrush(m_theme[Role::Raised]);
        painter.drawRoundedRect(box.area.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        const QRectF inside = box.area.adjusted(kPad, kPad / 2.0, -kPad, -kPad / 2.0);
        painter.setFont(m_theme.small());
        painter.setPen(m_theme[Role::Muted]);
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, box.title);
        painter.setFont(m_theme.monospace());
        painter.setPen(m_theme[box.isThere ? Role::Text : Role::Muted]);
        painter.drawText(inside.adjusted(0, line, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, box.value);
        if (i == 0) continue;
        const double y = box.area.center().y(), x = box.area.left() - 4;
        painter.setPen(QPen(m_theme[Role::Muted], 1.5));
        painter.drawLine(QPointF(x - kArrow + 8, y), QPointF(x, y));
        painter.drawLine(QPointF(x - 4, y - 4), QPointF(x, y));
        painter.drawLine(QPointF(x - 4, y + 4), QPointF(x, y));
    }
}

void StepChain::choose(int step) {
    if (step < 0 || step >= static_cast<int>(m_boxes.size())) return;
    m_current = step;
    update();
    if (step < static_cast<int>(m_picture.steps.size())) Q_EMIT picked(step);
}

void StepChain::mousePressEvent(QMouseEvent* event) { choose(boxAt(event->pos())); }
void StepChain::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: return choose(std::max(m_current - 1, 0));
    case Qt::Key_Right: return choose(m_current + 1);
    case Qt::Key_Home: return choose(0);
    case Qt::Key_End: return choose(static_cast<int>(m_boxes.size()) - 1);
    default: QWidget::keyPressEvent(event);
    }
}
void StepChain::focusInEvent(QFocusEvent*) { update(); }
void StepChain::focusOutEvent(QFocusEvent*) { update(); }

paint::SceneTable StepChain::table() const {
    const QStringList columns{tr("Step"), tr("Value"), tr("Row"), tr("Instruction"), tr("Window")};
    QString window;
    for (std::size_t i = 0; i < m_picture.window.bits.size(); ++i)
        if (m_picture.window.flags[i] & scene::kWritten)
            window += (window.isEmpty() ? QString() : QStringLiteral(" ")) +
                      QString::number(m_picture.window.value(i), 'g', 9);
    const auto cell = [boxes = m_boxes, steps = m_picture.steps, window](int row, int column,
                                                                         int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const Box& box = boxes[static_cast<std::size_t>(row)];
        if (column == 0) return box.title;
        if (column == 1) return box.value;
        if (row >= static_cast<int>(steps.size())) return {};
        const PatchStep& step = steps[static_cast<std::size_t>(row)];
        if (column == 2) return step.instruction ? QString::number(*step.instruction) : QString();
        if (column == 3) return toQt(step.mnemonic);
        return step.kind == StepKind::Pool ? window : QString();
    };
    return {columns, static_cast<int>(m_boxes.size()), cell};
}

} // namespace lw::striding

#include "moc_step_chain.cpp"
