// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_canvas.h"

#include "widgets/paint/cell_painter.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::paint {

namespace {

constexpr double kRulerHeight = 18, kRulerPad = 6; // beside its numbers, on both sides
constexpr int kLeastDigits = 2;                    // for which there is room
constexpr double kFittedMost = 48, kLargest = 96;  // pixels of a cell
constexpr double kMostBar = 1e9;                   // steps of a scroll bar

} // namespace

TensorCanvas::TensorCanvas(const theme::Theme& theme, QWidget* parent)
    : CellCanvas(parent), m_theme(theme), m_tiles(theme) {
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&theme, &theme::Theme::changed, this, [this] {
        m_tiles.themeChanged();
        fitRuler();
        viewport()->update();
    });
    fitRuler();
    connect(&m_tiles, &TensorTiles::updated, viewport(), qOverload<>(&QWidget::update));
}

CellCanvas::Extent TensorCanvas::extent() const {
    return plane() ? Extent{plane()->rows, plane()->columns} : Extent{};
}

const scene::Plane* TensorCanvas::plane() const {
    return m_tiles.picture() ? &m_tiles.picture()->plane() : nullptr;
}

void TensorCanvas::setPicture(std::shared_ptr<scene::TensorPicture> picture) {
    const bool sameSize = picture && plane() && picture->plane().rows == plane()->rows &&
                          picture->plane().columns == plane()->columns;
    m_tiles.setPicture(std::move(picture));
    if (!sameSize) {
        m_sight = {};
        setSelected({});
    }
    fitRuler();
    changed();
}

void TensorCanvas::setLook(const TensorLook& look) {
    const bool isOther = !(look == m_tiles.look());
    m_tiles.setLook(look);
    viewport()->update();
    if (isOther) Q_EMIT lookChanged();
}

void TensorCanvas::setLeastScale(double pixels) {
    if (std::exchange(m_leastScale, pixels) != pixels) changed();
}

void TensorCanvas::setPeriods(std::uint64_t rows, std::uint64_t columns, std::uint64_t across) {
    m_facetsAcross = across;
    m_rowPeriod = rows;
    m_columnPeriod = columns;
    fitRuler();
    viewport()->update();
}

void TensorCanvas::setRulers(Rulers rulers) {
    m_rulers = rulers;
    changed();
}

void TensorCanvas::setEmptyText(const QString& text) {
    m_empty = text;
    viewport()->update();
}

void TensorCanvas::setOverlay(Overlay overlay) {
    m_overlay = std::move(overlay);
    viewport()->update();
}

// ---- places

QRectF TensorCanvas::area() const {
    const QRectF all = viewport()->rect();
    return hasRulers() ? all.adjusted(m_rulerWidth, kRulerHeight, 0, 0) : all;
}

bool TensorCanvas::hasRulers() const {
    if (m_rulers != Rulers::WhereRoom) return m_rulers == Rulers::Always;
    return viewport()->width() >= m_theme.scaled(kNarrow) && viewport()->height() >= m_theme.scaled(kLow);
}

// As wide as the largest number needs.
void TensorCanvas::fitRuler() {
    std::uint64_t rows = plane() ? plane()->rows : 0;
    if (m_rowPeriod) rows = std::max(m_rowPeriod, rows / m_rowPeriod * m_facetsAcross);
    const int digits = std::max(static_cast<int>(QString::number(rows).size()), kLeastDigits);
    m_rulerWidth =
        2 * kRulerPad +
        std::ceil(digits * QFontMetricsF(m_theme.monospaceSmall()).horizontalAdvance(QLatin1Char('0')));
}

double TensorCanvas::fittingScale() const {
    if (!plane() || plane()->rows == 0) return 1;
    const double across = (area().width() - 2) / static_cast<double>(plane()->columns);
    const double down = (area().height() - 2) / static_cast<double>(plane()->rows);
    const double fitting = std::min(std::min(across, down), kFittedMost);
    if (fitting >= kBorderCell) return std::floor(fitting); // cells of whole pixels look even
    // A picture that would fit with less is scrolled, unless most of it would be out of view.
    return fitting >= 1 ? std::max(fitting, m_leastScale) : std::max(fitting, 1e-9);
}

void TensorCanvas::setSight(const TensorSight& sight) {
    if (sight == m_sight) return;
    m_sight = sight;
    changed();
}

void TensorCanvas::fit() { setSight({}); }

void TensorCanvas::zoomAt(QPointF point, double factor) {
    if (!plane() || plane()->rows == 0) return;
    const double before = scale();
    double after = std::clamp(before * factor, std::min(fittingScale(), 1.0), kLargest);
    if (after >= 2) after = factor > 1 ? std::ceil(after) : std::floor(after);
    const QPointF at = point - area().topLeft();
    m_sight.column += at.x() / before - at.x() / after;
    m_sight.row += at.y() / before - at.y() / after;
    m_sight.scale = after;
    changed();
}

void TensorCanvas::keepInside() {
    if (!plane()) return;
    const auto limit = [&](double first, std::uint64_t cells, double pixels) {
        return std::clamp(first, 0.0, std::max(0.0, static_cast<double>(cells) - pixels / scale()));
    };
    m_sight.row = limit(m_sight.row, plane()->rows, area().height() - 1);
    m_sight.column = limit(m_sight.column, plane()->columns, area().width() - 1);
}

void TensorCanvas::updateBars() {
    m_isSettingBars = true;
    const double rows = plane() ? static_cast<double>(plane()->rows) * scale() : 0;
    const double columns = plane() ? static_cast<double>(plane()->columns) * scale() : 0;
    m_barUnit = std::max(1.0, std::max(rows, columns) / kMostBar);
    const auto set = [&](QScrollBar* bar, double all, double seen, double at) {
        bar->setRange(0, static_cast<int>(std::max(0.0, std::ceil((all + 1 - seen) / m_barUnit))));
        bar->setPageStep(static_cast<int>(seen / m_barUnit) + 1);
        bar->setSingleStep(std::max(1, static_cast<int>(std::max(scale(), 24.0) / m_barUnit)));
        bar->setValue(static_cast<int>(at * scale() / m_barUnit + 0.5));
    };
    set(verticalScrollBar(), rows, area().height(), m_sight.row);
    set(horizontalScrollBar(), columns, area().width(), m_sight.column);
    m_isSettingBars = false;
}

void TensorCanvas::changed() {
    keepInside();
    updateBars();
    viewport()->update();
    Q_EMIT sightChanged();
}

TensorCanvas::Visible TensorCanvas::visible() const {
    Visible out;
    if (!plane()) return out;
    const auto end = [&](double first, double pixels, std::uint64_t cells) {
        return std::min<std::uint64_t>(cells, static_cast<std::uint64_t>(first + pixels / scale()) + 1);
    };
    out.row = std::min(static_cast<std::uint64_t>(m_sight.row), plane()->rows);
    out.column = std::min(static_cast<std::uint64_t>(m_sight.column), plane()->columns);
    out.endRow = end(m_sight.row, area().height(), plane()->rows);
    out.endColumn = end(m_sight.column, area().width(), plane()->columns);
    return out;
}

std::optional<TensorCanvas::Cell> TensorCanvas::cellAt(QPointF point) const {
    if (!plane() || !area().contains(point)) return {};
    const QPointF at = point - area().topLeft();
    const double row = m_sight.row + at.y() / scale(), column = m_sight.column + at.x() / scale();
    const Cell cell{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
    if (cell.row >= plane()->rows || cell.column >= plane()->columns) return {};
    return cell;
}

QRectF TensorCanvas::cellRect(const Cell& cell) const {
    return {area().left() + (static_cast<double>(cell.column) - m_sight.column) * scale(),
            area().top() + (static_cast<double>(cell.row) - m_sight.row) * scale(), scale(), scale()};
}

void TensorCanvas::reveal(const Cell& cell) {
    const QRectF box = cellRect(cell), all = area();
    if (all.contains(box)) return;
    m_sight.scale = scale();
    if (box.left() < all.left() || box.right() > all.right())
        m_sight.column = static_cast<double>(cell.column) - all.width() / scale() / 2;
    if (box.top() < all.top() || box.bottom() > all.bottom())
        m_sight.row = static_cast<double>(cell.row) - all.height() / scale() / 2;
    changed();
}

// ---- input

void TensorCanvas::scrollContentsBy(int, int) {
    if (m_isSettingBars) return;
    m_sight.scale = scale();
    m_sight.row = verticalScrollBar()->value() * m_barUnit / scale();
    m_sight.column = horizontalScrollBar()->value() * m_barUnit / scale();
    changed();
}

void TensorCanvas::pan(QPointF pixels) {
    m_sight.scale = scale();
    m_sight.row -= pixels.y() / scale();
    m_sight.column -= pixels.x() / scale();
    changed();
}

} // namespace lw::paint

#include "moc_tensor_canvas.cpp"
