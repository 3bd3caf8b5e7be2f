// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/hatch.h"
#include "widgets/paint/outlines.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/mask_view.h"
#include "widgets/theme/theme.h"

// What a MaskView paints over its pictures.
namespace lw::striding {

using paint::TensorCanvas;
using theme::Role;

namespace {

constexpr std::uint64_t kMostHatched = 4000, kMostDimmed = 60000, kMostKept = 400000; // visible cells
constexpr double kLeastKept = 3;    // pixels of a cell that gets an edge
constexpr double kLeastApart = 3;   // pixels between two dots
constexpr double kMostShade = 0.75; // opacity where all is kept
constexpr double kLegendPad = 5;
constexpr double kLeastWindow = 16; // pixels of a window that gets an outline

std::uint64_t cellsOf(const TensorCanvas::Visible& seen) {
    return (seen.endRow - seen.row) * (seen.endColumn - seen.column);
}

} // namespace

void MaskView::paintOver(Pane which, QPainter& painter) const {
    if (!layer()) return;
    const TensorCanvas& canvas = m_panes[which]->canvas();
    if (which == First) paintDropped(canvas, painter);
    if (which < Input) paintWindows(canvas, painter);
    if (which == Mask) {
        paintKept(canvas, painter);
        paintPhase(canvas, painter);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (which == Product) paintWrong(canvas, painter);
    if (which == Output) paintWrongOutput(canvas, painter);
    paintPointed(which, painter);
}

// Hatched if there is room, otherwise dimmed.
void MaskView::paintDropped(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::striding::StrideGeometry& g = layer()->geometry;
    const TensorCanvas::Visible seen = canvas.visible();
    if (cellsOf(seen) > kMostDimmed) return;
    const bool isHatched = canvas.scale() >= paint::kBorderCell && cellsOf(seen) <= kMostHatched;
    QColor veil = context().theme[Role::Surface];
    veil.setAlphaF(0.45f);
    QVector<QRectF> dimmed;
    for (std::uint64_t row = seen.row; row < seen.endRow; ++row)
        for (std::uint64_t column = seen.column; column < seen.endColumn; ++column) {
            if (g.keeps(row, column)) continue;
            const QRectF box = canvas.cellRect({row, column});
            if (isHatched && canvas.scale() < paint::kNumberCell)
                paint::hatch(painter, box, context().theme[Role::Muted], paint::Slant::Falling);
            else
                dimmed << box;
        }
    painter.setPen(Qt::NoPen);
    painter.setBrush(veil);
    painter.drawRects(dimmed);
}

void MaskView::paintWindows(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::striding::StrideGeometry& g = layer()->geometry;
    if (canvas.scale() * g.stride.rows < kLeastWindow || canvas.scale() * g.stride.columns < kLeastWindow)
        return;
    const QRectF all = paint::boxOf(canvas, 0, 0, g.firstRows, g.firstColumns);
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
    painter.setPen(QPen(context().theme[Role::Muted], 0));
    painter.drawLines(lines);
}

void MaskView::paintWrong(const TensorCanvas& canvas, QPainter& painter) const {
    const lower::striding::LayerReport& here = *layer();
    const std::uint64_t channel = m_bar->channel();
    // What is not computed yet is not wrong by now.
    const scene::striding::MaskTensor* const product = m_scene ? m_scene->find("second") : nullptr;
    if (!product || m_scene->channel != channel) return;
    const TensorCanvas::Visible seen = canvas.visible();
    QVector<QRectF> cells;
    for (const lower::striding::WrongElement& wrong : here.wrongElements) {
        const std::uint64_t row = wrong.row * here.geometry.stride.rows;
        const std::uint64_t column = wrong.column * here.geometry.stride.columns;
        if (wrong.image != 0 || wrong.channel != channel || row < seen.row || row >= seen.endRow ||
            column < seen.column || column >= seen.endColumn)
            continue;
        const std::size_t at = static_cast<std::size_t>(row * product->cells.columns + column);
        if (at >= product->cells.flags.size() || !(product->cells.flags[at] & scene::kWritten)) continue;
        cells << canvas.cellRect({row, column});
    }
    paint::circle(painter, cells, context().theme);
}

// What has come out by now and differs from what the strided layer gives.
void MaskView::paintWrongOutput(const TensorCanvas& canvas, QPainter& painter) const {
    if (!m_output) return;
    const scene::CellPicture& difference = m_output->difference;
    const TensorCanvas::Visible seen = canvas.visible();
    QVector<QRectF> cells;
    for (std::uint64_t row = seen.row; row < std::min<std::uint64_t>(seen.endRow, difference.rows); ++row)
        for (std::uint64_t column = seen.column;
             column < std::min<std::uint64_t>(seen.endColumn, difference.columns); ++column)
            if (difference.flags[static_cast<std::size_t>(row * difference.columns + column)] &
                scene::kChanged)
                cells << canvas.cellRect({row, column});
    paint::circle(painter, cells, context().theme);
}

// In the colours of the tensors with which it is multiplied, 1 may look like 0: what is kept has an edge.
// If there is no room for one, each is a dot; dots that would be too close together become a shade that
// shows their share. No colours are below dots and shades: for small cells they would be those of some.
void MaskView::paintKept(const TensorCanvas& canvas, QPainter& painter) const {
    const scene::striding::MaskTensor* const mask = m_scene ? m_scene->find(maskRole()) : nullptr;
    if (!mask || m_kept.isNull()) return;
    const lower::striding::StrideGeometry& g = layer()->geometry;
    const double apart = canvas.scale() * std::min(g.stride.rows, g.stride.columns);
    if (canvas.scale() >= kLeastKept) return paintKeptEdges(canvas, painter);
    // Until all of it is there, that is all there is to see.
    if (mask->written < mask->cells.bits.size()) return;
    painter.fillRect(paint::boxOf(canvas, 0, 0, g.firstRows, g.firstColumns), context().theme[Role::Surface]);
    if (apart >= kLeastApart && cellsOf(canvas.visible()) <= kMostKept) {
        paintKeptDots(canvas, painter);
        return paintLegend(canvas, painter, tr("dot: a kept pixel"));
    }
    // As many windows of the stride as make a pixel of the screen.
    const auto block = [&](std::uint32_t stride) {
        return static_cast<std::uint32_t>(std::ceil(1 / (canvas.scale() * stride))) * stride;
    };
    const std::uint32_t rows = block(g.stride.rows), columns = block(g.stride.columns);
    const QImage& shade = keptShade(static_cast<int>(rows), static_cast<int>(columns));
    // Blocks at the lower and right edge may reach beyond the mask.
    painter.save();
    painter.setClipRect(paint::boxOf(canvas, 0, 0, g.firstRows, g.firstColumns), Qt::IntersectClip);
    painter.drawImage(paint::boxOf(canvas, 0, 0, static_cast<std::uint64_t>(shade.height()) * rows,
                                   static_cast<std::uint64_t>(shade.width()) * columns),
                      shade);
    painter.restore();
    paintLegend(canvas, painter, tr("shade: share kept"));
}

void MaskView::paintKeptEdges(const TensorCanvas& canvas, QPainter& painter) const {
    const TensorCanvas::Visible seen = canvas.visible();
    QVector<QRectF> boxes;
    for (int row = static_cast<int>(seen.row); row < std::min(static_cast<int>(seen.endRow), m_kept.height());
         ++row)
        for (int column = static_cast<int>(seen.column);
             column < std::min(static_cast<int>(seen.endColumn), m_kept.width()); ++column)
            if (m_kept.constScanLine(row)[column])
                boxes << canvas
                             .cellRect({static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)})
                             .adjusted(1, 1, -1, -1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(context().theme[Role::Text], canvas.scale() >= paint::kBorderCell ? 2 : 1));
    painter.drawRects(boxes);
}

void MaskView::paintKeptDots(const TensorCanvas& canvas, QPainter& painter) const {
    const TensorCanvas::Visible seen = canvas.visible();
    const double side = std::max(1.0, std::round(canvas.scale()));
    QVector<QRectF> dots;
    for (int row = static_cast<int>(seen.row); row < std::min(static_cast<int>(seen.endRow), m_kept.height());
         ++row)
        for (int column = static_cast<int>(seen.column);
             column < std::min(static_cast<int>(seen.endColumn), m_kept.width()); ++column)
            if (m_kept.constScanLine(row)[column]) {
                const QRectF box =
                    canvas.cellRect({static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)});
                dots << QRectF(std::round(box.left()), std::round(box.top()), side, side);
            }
    painter.setPen(Qt::NoPen);
    painter.setBrush(context().theme[Role::Text]);
    painter.drawRects(dots);
}

// A pixel for each block of the mask, the more opaque the more of it is kept; blocks are whole windows of the
// stride, so that a mask in phase has one shade. Kept until another one is wanted.
const QImage& MaskView::keptShade(int rows, int columns) const {
    const QColor ink = context().theme[Role::Text];
    if (m_shadeKey == std::tuple(rows, columns, ink.rgb(), m_kept.cacheKey())) return m_shade;
    m_shadeKey = {rows, columns, ink.rgb(), m_kept.cacheKey()};
    m_shade = QImage((m_kept.width() + columns - 1) / columns, (m_kept.height() + rows - 1) / rows,
                     QImage::Format_ARGB32);
    for (int y = 0; y < m_shade.height(); ++y)
        for (int x = 0; x < m_shade.width(); ++x) {
            int kept = 0;
            for (int row = y * rows; row < std::min((y + 1) * rows, m_kept.height()); ++row) {
                const uchar* const line = m_kept.constScanLine(row);
                for (int column = x * columns; column < std::min((x + 1) * columns, m_kept.width()); ++column)
                    kept += line[column];
            }
            const double share = kept / double(rows * columns);
            m_shade.setPixel(x, y,
                             qRgba(ink.red(), ink.green(), ink.blue(),
                                   static_cast<int>(std::lround(255 * kMostShade * std::sqrt(share)))));
        }
    return m_shade;
}

// The meaning of small signs, in the corner where least is lost.
void MaskView::paintLegend(const TensorCanvas& canvas, QPainter& painter, const QString& text) const {
    painter.setFont(context().theme.small());
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 2 * kLegendPad,
                 height = metrics.height() + kLegendPad;
    const QRect port = canvas.viewport()->rect();
    if (width + 2 * kLegendPad > port.width()) return;
    const QRectF box(port.right() - width - kLegendPad, port.bottom() - height - kLegendPad, width, height);
    painter.setPen(QPen(context().theme[Role::Border], 1));
    painter.setBrush(context().theme[Role::Raised]);
    painter.drawRect(box);
    painter.setPen(context().theme[Role::Text]);
    painter.drawText(box, Qt::AlignCenter, text);
}

void MaskView::paintPhase(const TensorCanvas& canvas, QPainter& painter) const {
    if (!m_scene || m_scene->phaseErrors.empty()) return;
    const TensorCanvas::Visible seen = canvas.visible();
    const double r = std::clamp(canvas.scale() / 3, 2.0, 12.0);
    QVector<QLineF> lines;
    for (const scene::striding::PhaseError& error : m_scene->phaseErrors) {
        if (error.row < seen.row || error.row >= seen.endRow || error.column < seen.column ||
            error.column >= seen.endColumn)
            continue;
        const QPointF at = canvas.cellRect({error.row, error.column}).center();
        lines << QLineF(at + QPointF(-r, -r), at + QPointF(r, r))
              << QLineF(at + QPointF(-r, r), at + QPointF(r, -r));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [colour, width] : {std::pair{Role::Surface, 4.0}, std::pair{Role::Error, 2.0}}) {
        painter.setPen(QPen(context().theme[colour], width));
        painter.drawLines(lines);
    }
    const auto listed = session::counted(m_scene->phaseErrors.size());
    paintLegend(canvas, painter,
                m_scene->phaseErrors.size() < m_scene->phaseErrorCount
                    ? tr("crosses: out of phase, the first %1").arg(listed)
                    : tr("crosses: out of phase, %1").arg(listed));
}

void MaskView::paintPointed(Pane which, QPainter& painter) const {
    if (!m_pointed) return;
    const lower::striding::StrideGeometry& g = layer()->geometry;
    const TensorCanvas& canvas = m_panes[which]->canvas();
    const QColor accent = context().theme[Role::Accent];
    const std::uint64_t a = m_pointed->row / g.stride.rows, b = m_pointed->column / g.stride.columns;
    if (which != Input && (a >= g.rows || b >= g.columns)) return;
    if (which > Input) return paint::outline(painter, canvas.cellRect({a, b}), accent, 3);
    if (which != Input) {
        paint::outline(painter,
                       paint::boxOf(canvas, static_cast<std::int64_t>(a * g.stride.rows),
                                    static_cast<std::int64_t>(b * g.stride.columns), g.windowRows(a),
                                    g.windowColumns(b)),
                       accent, 1.5);
        paint::outline(painter, canvas.cellRect(*m_pointed), accent, 3);
        return;
    }
    if (!m_panes[Input]->elements()) return;
    const scene::striding::InputPatch patch = scene::striding::patchOf(g, m_pointed->row, m_pointed->column);
    const auto [top, left] = inputCorner();
    const bool isWhole = patch.rowStep == 1 && patch.columnStep == 1;
    if (!isWhole)
        for (std::uint32_t y = 0; y < patch.rows; ++y)
            for (std::uint32_t x = 0; x < patch.columns; ++x)
                paint::outline(painter,
                               paint::boxOf(canvas, patch.row + top + y * patch.rowStep,
                                            patch.column + left + x * patch.columnStep, 1, 1),
                               accent, 1.5);
    paint::outline(painter,
                   paint::boxOf(canvas, patch.row + top, patch.column + left,
                                std::uint64_t{patch.rows - 1} * patch.rowStep + 1,
                                std::uint64_t{patch.columns - 1} * patch.columnStep + 1),
                   accent, isWhole ? 3 : 1);
}

} // namespace lw::striding
