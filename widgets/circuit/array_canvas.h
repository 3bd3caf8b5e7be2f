// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/circuit/array_picture.h"
#include "widgets/paint/cell_canvas.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/theme/theme.h"

#include <array>
#include <memory>
#include <optional>

namespace lw::circuit {

// The cells of a systolic array in one clock, coloured by one of their registers; from a certain size on with
// all of them in numbers, and what leaves at the bottom below. Cells are as wide as there is room for: a line
// has more letters than a cell has lines.
class ArrayCanvas : public paint::CellCanvas {
    Q_OBJECT
  public:
    enum Plane { Sums, Activations, Weights, Path, Vectors, kPlanes };

    explicit ArrayCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    // Null: nothing. View and selected cell stay when the array has the same size.
    void setPicture(std::shared_ptr<const scene::circuit::ArrayPicture> picture);
    const std::shared_ptr<const scene::circuit::ArrayPicture>& picture() const { return m_picture; }
    void setPlane(Plane plane);
    Plane plane() const { return m_plane; }
    // From now on the colours fit what is there; they also become wider by themselves, never narrower.
    void fitColours(bool again);
    const paint::ValueRange& range() const { return m_looks[m_plane].range; }
    void fit() override; // the whole array
    // The rows and columns that the pass uses, as large as they fit; a larger array begins like this.
    void showTile();
    bool showsRegisters() const;
    QSizeF cellSize() const;
    void reveal(const Cell& cell) override;
    std::optional<Cell> cellAt(QPointF point) const override;
    QRectF cellRect(const Cell& cell) const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

  private:
    struct Stretch { // cells in sight
        std::uint32_t row, column, endRow, endColumn;
    };
    const scene::CellPicture& cells(Plane plane) const;
    std::uint32_t rows() const { return m_picture ? m_picture->weights.rows : 0; }
    std::uint32_t columns() const { return m_picture ? m_picture->weights.columns : 0; }
    Extent extent() const override { return {rows(), columns()}; }
    QRectF area() const override; // without rulers and what leaves
    QSizeF fittingSize() const;
    double tileZoom() const;
    Stretch visible() const;
    void pan(QPointF pixels) override;
    void zoomAt(QPointF point, double factor) override;
    void keepInside();
    void updateBars();
    void changed() override;
    scene::CellPicture cropped(const scene::CellPicture& picture, const Stretch& seen) const;
    void paintCells(QPainter& painter, const Stretch& seen) const;
    void paintIdle(QPainter& painter, const Stretch& seen, const QRectF& box) const;
    void paintRegisters(QPainter& painter, const Cell& cell, const paint::ColourMap& map) const;
    void paintFollowed(QPainter& painter, const Stretch& seen) const;
    void paintLeaving(QPainter& painter, const Stretch& seen) const;
    void paintRulers(QPainter& painter, const Stretch& seen) const;

    const theme::Theme& m_theme;
    std::shared_ptr<const scene::circuit::ArrayPicture> m_picture;
    Plane m_plane = Sums;
    std::array<paint::CellLook, kPlanes> m_looks;
    double m_zoom = 1;              // times the fitting size
    bool m_showsTile = false;       // until somebody looks elsewhere
    double m_row = 0, m_column = 0; // of the upper left corner, in cells
    bool m_isSettingBars = false;
};

} // namespace lw::circuit
