// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/hatch.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/outlines.h"
#include "widgets/theme/theme.h"

// What a MaskView paints over its pictures.
namespace lw::striding {

using paint::TensorCanvas;
using theme::Role;

namespace {

constexpr std::uint64_t kMostHatched = 4000, kMostDimmed = 60000, kMostKept = 400000; // cells in sight
constexpr std::size_t kMostCircles = 300;                                             // more say nothing
constexpr double kLeastKept = 3;   // pixels of a cell that gets an edge
constexpr double kLeastApart = 3;  // pixels between two dots
constexpr double kLeastWindow = 8; // pixels of a window that gets an outline

std::uint64_t cellsOf(const TensorCanvas::Visible& seen) {
    return (seen.endRow - seen.row) * (seen.endColumn - seen.column);
}

} // namespace

void MaskView::paintOver(Pane which, QPainter& painter) const {
    if (!layer()) return;
    const TensorCanvas& canvas = m_panes[which]->canvas();
    if (which == First) paintDropped(canvas, painter);
    if (which != Input) paintWindows(canvas, painter);
    if (which == Mask) {
        paintKept(canvas, painter);
        paintPhase(canvas, painter);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (which == Product) paintWrong(canvas, painter);
    paintPointed(which, painter);
}

// Hatched where there is room, dimmed where there is not.
void MaskView::paintDropped(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::StrideGeometry& g = layer()->geometry;
    const TensorCanvas::Visible seen = canvas.visible();
    if (cellsOf(seen) > kMostDimmed) return;
    const bool isHatched = canvas.scale() >= paint::kBorderCell && cellsOf(seen) <= kMostHatched;
    QColor veil = m_context.theme[Role::Surface];
    veil.setAlphaF(0.45f);
    QVector<QRectF> dimmed;
    for (std::uint64_t row = seen.row; row < seen.endRow; ++row)
        for (std::uint64_t column = seen.column; column < seen.endColumn; ++column) {
            if (g.keeps(row, column)) continue;
            const QRectF box = canvas.cellRect({row, column});
            if (isHatched && canvas.scale() < paint::kValueCell)
                paint::hatch(painter, box, m_context.theme[Role::Muted], paint::Slant::Falling);
            else
                dimmed << box;
        }
    painter.setPen(Qt::NoPen);
    painter.setBrush(veil);
    painter.drawRects(dimmed);
}

void MaskView::paintWindows(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::StrideGeometry& g = layer()->geometry;
    if (canvas.scale() * g.stride.rows < kLeastWindow || canvas.scale() * g.stride.columns < kLeastWindow)
        return;
    const QRectF all = boxOf(canvas, 0, 0, g.firstRows, g.firstColumns);
    QVector<QLineF> lines;
    const TensorCanvas::Visible seen = canvas.visible();
    for (std::uint64_t row = seen.row / g.stride.rows; row * g.stride.rows <= seen.endRow; ++row) {
        const double y = std::round(canvas.cellRect({row * g.stride.rows, 0}).top());
        if (y <= all.bottom()) lines << QLineF(all.left(), y, all.right(), y);
    }
    for (std::uint64_t column = seen.column / g.stride.columns; column * g.stride.columns <= seen.endColumn;
         ++column) {
        const double x = std::round(canvas.cellRect({0, column * g.stride.columns}).left());
        if (x <= all.right()) lines << QLineF(x, all.top(), x, all.bottom());
    }
    painter.setPen(QPen(m_context.theme[Role::Muted], 0));
    painter.drawLines(lines);
}

void MaskView::paintWrong(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::LayerReport& here = *layer();
    const auto channel = static_cast<std::uint64_t>(m_channel->value());
    const TensorCanvas::Visible seen = canvas.visible();
    QVector<QRectF> circles;
    for (const lower::WrongElement& wrong : here.wrongElements) {
        const std::uint64_t row = wrong.row * here.geometry.stride.rows;
        const std::uint64_t column = wrong.column * here.geometry.stride.columns;
        if (wrong.image != 0 || wrong.channel != channel || row < seen.row || row >= seen.endRow ||
            column < seen.column || column >= seen.endColumn)
            continue;
        const double radius = std::max(canvas.scale() / 2 - 1, 4.0);
        const QPointF middle = canvas.cellRect({row, column}).center();
        circles << QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius);
    }
    if (static_cast<std::size_t>(circles.size()) > kMostCircles) return;
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, width] : {std::pair{Role::Surface, 4.0}, std::pair{Role::Error, 2.0}}) {
        painter.setPen(QPen(m_context.theme[colour], width));
        for (const QRectF& circle : circles) painter.drawEllipse(circle);
    }
}

// In the colours of the tensors that it is multiplied with, 1 may look like 0: what is kept has an edge.
void MaskView::paintKept(const TensorCanvas& canvas, QPainter& painter) const {
    const scene::MaskTensor* mask = m_scene ? m_scene->find("mask") : nullptr;
    const TensorCanvas::Visible seen = canvas.visible();
    const bool isSmall = canvas.scale() < kLeastKept;
    const lower::StrideGeometry& g = layer()->geometry;
    const double apart = canvas.scale() * std::min(g.stride.rows, g.stride.columns);
    // Dots that are closer make patterns that the mask does not have.
    if (!mask || cellsOf(seen) > kMostKept || (isSmall && apart < kLeastApart)) return;
    const lower::Masking masking = lower::rowOf(layer()->mode).masking;
    QVector<QRectF> boxes;
    for (std::uint64_t row = seen.row; row < std::min<std::uint64_t>(seen.endRow, mask->cells.rows); ++row)
        for (std::uint64_t column = seen.column;
             column < std::min<std::uint64_t>(seen.endColumn, mask->cells.columns); ++column) {
            const auto at = static_cast<std::size_t>(row * mask->cells.columns + column);
            if ((mask->cells.flags[at] & scene::kWritten) && scene::keepsAt(masking, mask->cells.value(at)))
                boxes << (isSmall ? canvas.cellRect({row, column})
                                  : canvas.cellRect({row, column}).adjusted(1, 1, -1, -1));
        }
    if (isSmall) {
        for (const QRectF& box : boxes)
            painter.fillRect(QRectF(std::round(box.left()), std::round(box.top()),
                                    std::max(1.0, std::round(box.width())),
                                    std::max(1.0, std::round(box.height()))),
                             m_context.theme[Role::Text]);
        return;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_context.theme[Role::Text], canvas.scale() >= paint::kBorderCell ? 2 : 1));
    painter.drawRects(boxes);
}

void MaskView::paintPhase(const TensorCanvas& canvas, QPainter& painter) const {
    if (!m_scene) return;
    painter.setPen(QPen(m_context.theme[Role::Error], 2));
    for (const scene::PhaseError& error : m_scene->phaseErrors) {
        const QPointF at = canvas.cellRect({error.row, error.column}).center();
        const double r = std::max(canvas.scale() / 3, 3.0);
        painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
        painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
    }
}

void MaskView::paintPointed(Pane which, QPainter& painter) const {
    if (!m_pointed) return;
    const lower::StrideGeometry& g = layer()->geometry;
    const TensorCanvas& canvas = m_panes[which]->canvas();
    const QColor accent = m_context.theme[Role::Accent];
    if (which != Input) {
        const std::uint64_t a = m_pointed->row / g.stride.rows, b = m_pointed->column / g.stride.columns;
        if (a >= g.rows || b >= g.columns) return;
        outline(painter,
                boxOf(canvas, static_cast<std::int64_t>(a * g.stride.rows),
                      static_cast<std::int64_t>(b * g.stride.columns), g.windowRows(a), g.windowColumns(b)),
                accent, 1.5);
        outline(painter, canvas.cellRect(*m_pointed), accent, 3);
        return;
    }
    if (!m_panes[Input]->elements()) return;
    const scene::InputPatch patch = scene::patchOf(g, m_pointed->row, m_pointed->column);
    const auto [top, left] = inputCorner();
    const bool isWhole = patch.rowStep == 1 && patch.columnStep == 1;
    if (!isWhole)
        for (std::uint32_t y = 0; y < patch.rows; ++y)
            for (std::uint32_t x = 0; x < patch.columns; ++x)
                outline(painter,
                        boxOf(canvas, patch.row + top + y * patch.rowStep,
                              patch.column + left + x * patch.columnStep, 1, 1),
                        accent, 1.5);
    outline(painter,
            boxOf(canvas, patch.row + top, patch.column + left,
                  std::uint64_t{patch.rows - 1} * patch.rowStep + 1,
                  std::uint64_t{patch.columns - 1} * patch.columnStep + 1),
            accent, isWhole ? 3 : 1);
}

} // namespace lw::striding
