// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/array_canvas.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lw::circuit {

namespace {

constexpr double kRulerWidth = 34, kRulerHeight = 18, kLeavingHeight = 32;
constexpr double kWidest = 128, kHighest = 68; // cells that fit without zooming, in pixels
constexpr double kSquare = 24;                 // smaller ones are squares
constexpr double kLargest = 160;               // by zooming
constexpr double kRegisterWidth = 58, kRegisterHeight = 26;
constexpr std::uint32_t kReadAtOnce = 32; // rows of an array with sufficiently large cells

} // namespace

ArrayCanvas::ArrayCanvas(const theme::Theme& theme, QWidget* parent) : CellCanvas(parent), m_theme(theme) {
    setAccessibleName(tr("Cells of the systolic array"));
    m_looks[Vectors].map = paint::MapKind::Sequential;
    m_looks[Vectors].range = {0, 1};
    for (const Plane plane : {Sums, Activations, Weights, Path})
        m_looks[plane].range = {-paint::kNothing, paint::kNothing};
    connect(&theme, &theme::Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void ArrayCanvas::setPicture(std::shared_ptr<const scene::circuit::ArrayPicture> picture) {
    const bool sameSize = picture && picture->weights.rows == rows() && picture->weights.columns == columns();
    m_picture = std::move(picture);
    if (!sameSize) {
        m_zoom = 1;
        m_row = m_column = 0;
        m_showsTile = rows() > kReadAtOnce;
        setSelected({});
    }
    fitColours(!sameSize);
    changed();
}

void ArrayCanvas::setPlane(Plane plane) {
    m_plane = plane;
    viewport()->update();
}

const scene::CellPicture& ArrayCanvas::cells(Plane plane) const {
    const scene::CellPicture* const all[kPlanes] = {&m_picture->sums, &m_picture->activations,
                                                    &m_picture->weights, &m_picture->path,
                                                    &m_picture->numbers};
    return *all[plane];
}

void ArrayCanvas::fitColours(bool again) {
    if (!m_picture) return;
    for (const Plane plane : {Sums, Activations, Weights, Path}) {
        paint::ValueRange& range = m_looks[plane].range;
        const paint::ValueRange now = paint::symmetricRange({cells(plane)});
        range = again ? now : paint::ValueRange{std::min(range.low, now.low), std::max(range.high, now.high)};
    }
    m_looks[Vectors].range.high = std::max(1.0, static_cast<double>(m_picture->vectors) - 1);
    viewport()->update();
}

// ---- places

QRectF ArrayCanvas::area() const {
    const QSizeF all = viewport()->size();
    return {kRulerWidth, kRulerHeight, std::max(all.width() - kRulerWidth - 1, 0.0),
            std::max(all.height() - kRulerHeight - kLeavingHeight, 0.0)};
}

QSizeF ArrayCanvas::fittingSize() const {
    if (rows() == 0) return {1, 1};
    double width = std::max(std::min(area().width() / columns(), kWidest), 1e-3);
    double height = std::max(std::min(area().height() / rows(), kHighest), 1e-3);
    if (std::min(width, height) < kSquare) width = height = std::min(width, height);
    // Cells of whole pixels look even.
    return {width >= 2 ? std::floor(width) : width, height >= 2 ? std::floor(height) : height};
}

QSizeF ArrayCanvas::cellSize() const { return fittingSize() * m_zoom; }

bool ArrayCanvas::showsRegisters() const {
    return cellSize().width() >= kRegisterWidth && cellSize().height() >= kRegisterHeight;
}

void ArrayCanvas::fit() {
    m_showsTile = false;
    m_zoom = 1;
    changed();
}

double ArrayCanvas::tileZoom() const {
    const double inner = m_picture->inner;
    // The pass takes vectors + inner + used columns - 2 clocks.
    const double used = static_cast<double>(m_picture->clocks + 2 - m_picture->vectors) - inner;
    const QSizeF one = fittingSize();
    const double fitting =
        std::min(area().width() / (used * one.width()), area().height() / (inner * one.height()));
    return std::clamp(fitting, 1.0, std::max(1.0, kLargest / one.width()));
}

void ArrayCanvas::showTile() {
    m_showsTile = true;
    changed();
}

void ArrayCanvas::zoomAt(QPointF point, double factor) {
    if (rows() == 0) return;
    m_showsTile = false;
    const QSizeF before = cellSize(), fitting = fittingSize();
    m_zoom = std::clamp(m_zoom * factor, 1.0, std::max(1.0, kLargest / fitting.width()));
    const QSizeF after = cellSize();
    const QPointF at = point - area().topLeft();
    m_column += at.x() / before.width() - at.x() / after.width();
    m_row += at.y() / before.height() - at.y() / after.height();
    changed();
}

void ArrayCanvas::keepInside() {
    const QSizeF cell = cellSize();
    m_row = std::clamp(m_row, 0.0, std::max(0.0, rows() - area().height() / cell.height()));
    m_column = std::clamp(m_column, 0.0, std::max(0.0, columns() - area().width() / cell.width()));
}

void ArrayCanvas::updateBars() {
    m_isSettingBars = true;
    const QSizeF cell = cellSize();
    const auto set = [](QScrollBar* bar, double all, double seen, double at, double one) {
        bar->setRange(0, static_cast<int>(std::max(0.0, std::ceil(all - seen - 0.5))));
        bar->setPageStep(static_cast<int>(seen));
        bar->setSingleStep(static_cast<int>(std::max(one, 24.0)));
        bar->setValue(static_cast<int>(at + 0.5));
    };
    set(verticalScrollBar(), rows() * cell.height(), area().height(), m_row * cell.height(), cell.height());
    set(horizontalScrollBar(), columns() * cell.width(), area().width(), m_column * cell.width(),
        cell.width());
    m_isSettingBars = false;
}

void ArrayCanvas::changed() {
    if (m_showsTile && m_picture) {
        m_zoom = tileZoom();
        m_row = rows() - m_picture->inner;
        m_column = 0;
    }
    keepInside();
    updateBars();
    viewport()->update();
}

ArrayCanvas::Stretch ArrayCanvas::visible() const {
    const QSizeF cell = cellSize();
    // If there is no room for any of them they begin after the last one, and end there.
    const auto end = [](double first, double count, std::uint32_t all) {
        return std::min(all, static_cast<std::uint32_t>(first + count) + 1);
    };
    return {static_cast<std::uint32_t>(m_row), static_cast<std::uint32_t>(m_column),
            end(m_row, area().height() / cell.height(), rows()),
            end(m_column, area().width() / cell.width(), columns())};
}

std::optional<ArrayCanvas::Cell> ArrayCanvas::cellAt(QPointF point) const {
    if (!area().contains(point)) return {};
    const double row = m_row + (point.y() - area().top()) / cellSize().height();
    const double column = m_column + (point.x() - area().left()) / cellSize().width();
    if (row >= rows() || column >= columns()) return {};
    return Cell{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
}

QRectF ArrayCanvas::cellRect(const Cell& cell) const {
    const QSizeF size = cellSize();
    return {area().left() + (static_cast<double>(cell.column) - m_column) * size.width(),
            area().top() + (static_cast<double>(cell.row) - m_row) * size.height(), size.width(),
            size.height()};
}

void ArrayCanvas::reveal(const Cell& cell) {
    const QRectF box = cellRect(cell), all = area();
    if (!all.contains(box)) m_showsTile = false;
    if (box.left() < all.left() || box.right() > all.right())
        m_column = static_cast<double>(cell.column) - all.width() / cellSize().width() / 2;
    if (box.top() < all.top() || box.bottom() > all.bottom())
        m_row = static_cast<double>(cell.row) - all.height() / cellSize().height() / 2;
    changed();
}

// ---- input

void ArrayCanvas::scrollContentsBy(int, int) {
    if (m_isSettingBars) return;
    m_showsTile = false;
    m_row = verticalScrollBar()->value() / cellSize().height();
    m_column = horizontalScrollBar()->value() / cellSize().width();
    changed();
}

void ArrayCanvas::pan(QPointF pixels) {
    m_showsTile = false;
    m_row -= pixels.y() / cellSize().height();
    m_column -= pixels.x() / cellSize().width();
    changed();
}

} // namespace lw::circuit

#include "moc_array_canvas.cpp"
