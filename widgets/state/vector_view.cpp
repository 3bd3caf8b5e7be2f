// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/vector_view.h"

#include "core/machine/cell_value.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace lw::state {

using theme::Role;

namespace {

constexpr int kLeft = 44, kGap = 6, kTop = 6;
constexpr double kFittedLeast = 3, kFittedMost = 64; // without being asked
constexpr double kSmallestCell = 1, kLargestCell = 80, kTallestCell = 22, kStep = 1.25;

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

VectorView::VectorView(session::ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent), m_context(context) {
    setAccessibleName(tr("Vector registers"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    new session::FrameFeed(context.session, *this, [this](const session::FramePtr& frame) { take(frame); });
    connect(&context.theme, &theme::Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void VectorView::take(const session::FramePtr& frame) {
    m_pictures.clear();
    if (frame) {
        const auto& tree = frame->loaded->tree;
        const machine::NodeId node = tree.withRole(machine::Role::VectorRegisters);
        if (node != tree.root())
            m_pictures = scene::slicePictures(tree, node, "v", frame->moment(), frame->before.get());
        if (m_loaded != frame->loaded) m_hasRange = false;
        m_loaded = frame->loaded;
    }
    const bool any = std::any_of(m_pictures.begin(), m_pictures.end(), [](const scene::CellPicture& p) {
        return std::any_of(p.flags.begin(), p.flags.end(),
                           [](std::uint8_t f) { return f & scene::kWritten; });
    });
    if (any && !m_hasRange) {
        m_look.range = paint::symmetricRange(m_pictures);
        m_hasRange = true;
    }
    fitWidth();
    updateScroll();
    viewport()->update();
}

// ---- places

double VectorView::cellHeight() const { return std::min(m_cell, kTallestCell); }

QRectF VectorView::pictureRect(std::size_t picture) const {
    const scene::CellPicture& p = m_pictures[picture];
    const double height = std::max(p.rows * cellHeight(), 16.0);
    const double top = kTop + static_cast<double>(picture) * (height + kGap) - verticalScrollBar()->value();
    return {double(kLeft - horizontalScrollBar()->value()), top, p.columns * m_cell, height};
}

std::optional<VectorView::Hit> VectorView::hitAt(QPoint point) const {
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        const QRectF box = pictureRect(i);
        if (!box.contains(point)) continue;
        const scene::CellPicture& p = m_pictures[i];
        const auto row = static_cast<std::uint32_t>((point.y() - box.top()) * p.rows / box.height());
        const auto column = static_cast<std::uint32_t>((point.x() - box.left()) / m_cell);
        return Hit{i, std::min(row, p.rows - 1), std::min(column, p.columns - 1)};
    }
    return {};
}

void VectorView::updateScroll() {
    if (m_pictures.empty()) {
        verticalScrollBar()->setRange(0, 0);
        horizontalScrollBar()->setRange(0, 0);
        return;
    }
    const QRectF last = pictureRect(m_pictures.size() - 1);
    const int height = static_cast<int>(last.bottom()) + verticalScrollBar()->value() + kTop;
    const int width = static_cast<int>(last.right()) + horizontalScrollBar()->value() + kTop;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(24);
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

void VectorView::fitWidth() {
    if (!m_fitsWidth || m_pictures.empty()) return;
    const double fitting = (viewport()->width() - kLeft - 8.0) / m_pictures.front().columns;
    m_cell = std::clamp(fitting, kFittedLeast, kFittedMost);
}

void VectorView::setCellSize(double size) {
    m_fitsWidth = false;
    m_cell = std::clamp(size, kSmallestCell, kLargestCell);
    updateScroll();
    viewport()->update();
}

// ---- painting

void VectorView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const theme::Theme& t = m_context.theme;
    painter.fillRect(event->rect(), t[Role::Surface]);
    if (m_pictures.empty()) {
        painter.setPen(t[Role::Muted]);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Vector registers as pictures, once a program is loaded."));
        return;
    }
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        const QRectF box = pictureRect(i);
        if (!QRectF(event->rect()).intersects(QRectF(0, box.top(), viewport()->width(), box.height())))
            continue;
        paint::paintCells(painter, box, m_pictures[i], m_look, t);
        painter.setPen(QPen(t[Role::Border], 0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        const auto& flags = m_pictures[i].flags;
        const bool changed =
            std::any_of(flags.begin(), flags.end(), [](std::uint8_t f) { return f & scene::kChanged; });
        QFont font = t.monospaceSmall();
        font.setBold(changed);
        painter.setFont(font);
        const QRectF name(0, box.top(), kLeft - 6, std::min(box.height(), 18.0));
        painter.fillRect(QRectF(0, box.top(), kLeft - 2, box.height()), t[Role::Surface]);
        if (changed) painter.fillRect(QRectF(0, box.top(), 3, box.height()), t[Role::Accent]);
        painter.setPen(t[Role::Text]);
        painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter, toQt(m_pictures[i].name));
    }
}

QString VectorView::textAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const std::size_t i = std::size_t{hit.row} * p.columns + hit.column;
    const QString where = QStringLiteral("%1[%2][%3]").arg(toQt(p.name)).arg(hit.row).arg(hit.column);
    if (!(p.flags[i] & scene::kWritten)) return tr("%1: never written").arg(where);
    return QStringLiteral("%1 = %2   (0x%3, i32 %4)")
        .arg(where, QString::fromStdString(machine::cellText(p.type, p.bits[i])))
        .arg(p.bits[i], 8, 16, QLatin1Char('0'))
        .arg(static_cast<std::int32_t>(p.bits[i]));
}

// ---- input

void VectorView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fitWidth();
    updateScroll();
}

void VectorView::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    setCellSize(event->angleDelta().y() > 0 ? m_cell * kStep : m_cell / kStep);
}

void VectorView::mousePressEvent(QMouseEvent* event) {
    if (const auto hit = hitAt(event->pos()))
        m_context.selection.selectCell(QStringLiteral("%1[%2][%3]")
                                           .arg(toQt(m_pictures[hit->picture].name))
                                           .arg(hit->row)
                                           .arg(hit->column));
}

bool VectorView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto hit = hitAt(help->pos());
    QToolTip::showText(help->globalPos(), hit ? textAt(*hit) : QString(), viewport());
    return true;
}

} // namespace lw::state
