// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/pooling_view.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/outlines.h"

#include <algorithm>

// What a PoolingView paints over its pictures.
namespace lw::circuit {

using paint::TensorCanvas;
using theme::Role;

namespace {

constexpr double kLeastMark = 4; // pixels of a cell with room for a mark of its own
constexpr double kLeastRing = 22;
constexpr int kInsets = 3; // nested frames

} // namespace

void PoolingView::paintOver(Pane which, QPainter& painter) const {
    if (!isThere()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    if (which == Values) paintValues(painter);
    if (which == Results) paintResults(painter);
    if (which == Line) paintLine(painter);
}

void PoolingView::paintValues(QPainter& painter) const {
    const TensorCanvas& canvas = m_panes[Values]->canvas();
    const scene::CellPicture& values = scene().values;
    // What the registers hold now.
    for (std::uint32_t row = 0; row < values.rows; ++row)
        for (std::uint32_t column = 0; column < values.columns; ++column)
            if (values.flags[std::size_t{row} * values.columns + column] & scene::kChanged)
                paint::outline(painter, canvas.cellRect({row, column}), context().theme[Role::UnitVector],
                               canvas.scale() >= kLeastMark ? 2 : 1);
    const std::vector<std::uint32_t> windows = marked();
    for (std::size_t i = 0; i < windows.size(); ++i)
        paintWindow(painter, scene().windows[windows[i]],
                    windows.size() > 1 ? static_cast<int>(i) % kInsets : 0);
    if (windows.size() == 1) paintWinner(painter, windows.front());
    if (place() && place()->pane == Values)
        paint::outline(painter, canvas.cellRect(place()->cell), context().theme[Role::Text], 2);
}

// Dotted where it extends beyond the values.
void PoolingView::paintWindow(QPainter& painter, const scene::circuit::PoolWindow& window, int inset) const {
    const TensorCanvas& canvas = m_panes[Values]->canvas();
    const machine::PoolingWork& work = moment().pooling;
    const QColor accent = context().theme[Role::Accent];
    const double by = inset * std::min(3.0, canvas.scale() / 8);
    const QRectF box = paint::boxOf(canvas, window.row, window.column, window.rows, window.columns);
    paint::outline(painter, box.adjusted(by, by, -by, -by), accent, canvas.scale() >= kLeastMark ? 2.5 : 1.5);
    if (window.isPartial)
        paint::outline(painter,
                       paint::boxOf(canvas, window.row, window.column, work.windowRows, work.windowColumns),
                       accent, 1, Qt::DashLine);
}

// A ring around the winner, dotted rings or dots around those equal to it.
void PoolingView::paintWinner(QPainter& painter, std::uint32_t number) const {
    const scene::circuit::PoolWindow& window = scene().windows[number];
    if (!window.winner || !(scene().results.flags[number] & scene::kWritten)) return;
    const TensorCanvas& canvas = m_panes[Values]->canvas();
    const scene::CellPicture& values = scene().values;
    const double winner = values.value(*window.winner);
    painter.setBrush(Qt::NoBrush);
    for (std::uint32_t row = window.row; row < window.row + window.rows; ++row)
        for (std::uint32_t column = window.column; column < window.column + window.columns; ++column) {
            const std::size_t i = std::size_t{row} * values.columns + column;
            const bool wins = i == *window.winner;
            if (!wins && values.bits[i] != values.bits[*window.winner] && values.value(i) != winner) continue;
            const QPointF middle = canvas.cellRect({row, column}).center();
            const double radius = std::max(canvas.scale() / 2 - 3, 3.0);
            if (!wins && canvas.scale() < kLeastRing) { // too small for a dotted ring
                painter.setPen(QPen(context().theme[Role::Text], 3, Qt::SolidLine, Qt::RoundCap));
                painter.drawPoint(middle);
                continue;
            }
            painter.setPen(QPen(context().theme[Role::Surface], 4));
            painter.drawEllipse(middle, radius, radius);
            painter.setPen(
                QPen(context().theme[Role::Text], wins ? 2 : 1.5, wins ? Qt::SolidLine : Qt::DotLine));
            painter.drawEllipse(middle, radius, radius);
        }
}

void PoolingView::paintResults(QPainter& painter) const {
    const TensorCanvas& canvas = m_panes[Results]->canvas();
    const std::uint32_t across = scene().results.columns;
    const TensorCanvas::Visible seen = canvas.visible();
    painter.setFont(context().theme.monospaceSmall());
    for (std::uint64_t row = seen.row; row < seen.endRow; ++row)
        for (std::uint64_t column = seen.column; column < seen.endColumn; ++column) {
            const auto number = static_cast<std::size_t>(row * across + column);
            const scene::circuit::PoolWindow& window = scene().windows[number];
            const QRectF box = canvas.cellRect({row, column});
            if (window.isPartial && canvas.scale() >= 3 * kLeastMark)
                paint::outline(painter, box.adjusted(2, 2, -2, -2), context().theme[Role::Muted], 1,
                               Qt::DashLine);
            if (canvas.scale() < paint::kNumberCell || (scene().results.flags[number] & scene::kWritten))
                continue;
            // Not there yet: shows when it will be.
            painter.fillRect(box.adjusted(3, 3, -3, -3), context().theme[Role::Panel]);
            painter.setPen(context().theme[Role::Muted]);
            painter.drawText(box, Qt::AlignCenter, QStringLiteral("@%1").arg(window.completeAt));
        }
    for (const std::uint32_t number : marked())
        paint::outline(painter, canvas.cellRect({number / across, number % across}),
                       context().theme[Role::Accent], canvas.scale() >= kLeastMark ? 3 : 1);
}

void PoolingView::paintLine(QPainter& painter) const {
    const TensorCanvas& canvas = m_panes[Line]->canvas();
    const std::uint32_t rows = scene().registers.rows, columns = scene().registers.columns;
    const auto [depth, before] = scene::circuit::lineBufferColumns(scene());
    const auto cellOf = [&](std::uint32_t row, std::uint32_t column) {
        return canvas.cellRect({row, column});
    };
    for (std::uint32_t row = 0; row < rows; ++row) {
        paint::outline(painter, paint::boxOf(canvas, row, before, 1, columns),
                       context().theme[Role::UnitVector], 2);
        if (depth == 0 || row == 0) continue;
        paint::outline(painter, paint::boxOf(canvas, row, 0, 1, depth), context().theme[Role::Muted], 1);
        painter.setPen(QPen(context().theme[Role::Muted], 1.5));
        // To the left, and from the left end to the right end of the row above.
        const QRectF gap = cellOf(row, depth);
        const QPointF tip(gap.left() + gap.width() / 4, gap.center().y());
        painter.drawLine(QPointF(gap.right(), tip.y()), tip);
        painter.drawLine(tip, tip + QPointF(gap.width() / 4, -gap.width() / 5));
        painter.drawLine(tip, tip + QPointF(gap.width() / 4, gap.width() / 5));
    }
    const auto mark = [&](std::uint32_t row, std::uint32_t column, Role role) {
        if (const auto at = scene::circuit::lineBufferPlace(scene(), row, column))
            paint::outline(painter, cellOf(at->row, at->column), context().theme[role], 3);
    };
    if (!place()) return;
    if (place()->pane == Values)
        mark(static_cast<std::uint32_t>(place()->cell.row), static_cast<std::uint32_t>(place()->cell.column),
             Role::Accent);
    for (const std::uint32_t number : place()->pane == Results ? marked() : std::vector<std::uint32_t>{}) {
        const scene::circuit::PoolWindow& window = scene().windows[number];
        for (std::uint32_t r = 0; r < window.rows; ++r)
            for (std::uint32_t c = 0; c < window.columns; ++c)
                mark(window.row + r, window.column + c, Role::Accent);
    }
}

} // namespace lw::circuit
