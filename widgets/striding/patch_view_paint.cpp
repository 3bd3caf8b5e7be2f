// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/hatch.h"
#include "widgets/striding/patch_view.h"
#include "widgets/theme/theme.h"

// What a PatchView paints over its pictures.
namespace lw::striding {

using paint::TensorCanvas;
using theme::Role;

namespace {

constexpr double kLeastHatched = 6; // pixels of a cell

} // namespace

// The products of the pass shown; they are at the same place in all pictures.
void PatchView::markPass() {
    m_marked.clear();
    const auto& picture = m_panes[Products]->canvas().tiles().picture();
    if (!m_scene || m_shownPass < 0 || !picture) return;
    for (std::uint64_t row = 0; row < picture->plane().rows; ++row)
        for (std::uint64_t column = 0; column < picture->plane().columns; ++column)
            if (const auto product = productAt({row, column}); product && passOf(*product) == m_shownPass)
                m_marked.push_back({row, column});
}

// Pixels of the border around the input are hatched.
void PatchView::paintBorder(QPainter& painter) const {
    const FactsPtr& facts = desk().facts();
    const lower::SumReport* const sums = facts ? facts->report.findSums(m_scene->layer) : nullptr;
    if (!sums) return;
    const scene::striding::PatchPicture& s = *m_scene;
    const TensorCanvas& canvas = m_panes[Input]->canvas();
    const TensorCanvas::Visible seen = canvas.visible();
    const network::Padding& pad = sums->input.pad;
    for (std::uint64_t row = seen.row; row < seen.endRow; ++row)
        for (std::uint64_t column = seen.column; column < seen.endColumn; ++column) {
            const auto product = productAt({row, column});
            if (!product) continue;
            const std::int64_t y = s.inputRow + static_cast<std::int64_t>(*product / s.kernelColumns %
                                                                          s.kernelRows * s.rowStep),
                               x = s.inputColumn +
                                   static_cast<std::int64_t>(*product % s.kernelColumns * s.columnStep);
            if (y < 0 || x < 0 || y >= static_cast<std::int64_t>(sums->input.rows) - pad.top - pad.bottom ||
                x >= static_cast<std::int64_t>(sums->input.columns) - pad.left - pad.right)
                paint::hatch(painter, canvas.cellRect({row, column}), context().theme[Role::Muted],
                             paint::Slant::Falling);
        }
}

void PatchView::paintOver(Pane which, QPainter& painter) const {
    if (!m_scene) return;
    const TensorCanvas& canvas = m_panes[which]->canvas();
    const TensorCanvas::Visible seen = canvas.visible();
    if (which == Input && canvas.scale() >= kLeastHatched) paintBorder(painter);
    QVector<QRectF> marked;
    for (const TensorCanvas::Cell& cell : m_marked)
        if (cell.row >= seen.row && cell.row < seen.endRow && cell.column >= seen.column &&
            cell.column < seen.endColumn)
            marked << canvas.cellRect(cell);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(context().theme[Role::UnitMatrix], canvas.scale() >= paint::kBorderCell ? 2 : 1));
    for (const QRectF& box : marked) painter.drawRect(box.adjusted(1, 1, -1, -1));
    if (!m_pointed || !productAt(*m_pointed)) return;
    painter.setPen(QPen(context().theme[Role::Accent], 3));
    painter.drawRect(canvas.cellRect(*m_pointed).adjusted(1.5, 1.5, -1.5, -1.5));
}

} // namespace lw::striding
