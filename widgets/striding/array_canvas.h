// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/array_picture.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/theme/theme.h"

#include <QAbstractScrollArea>

#include <array>
#include <memory>
#include <optional>

namespace lw::striding {

// The cells of a systolic array in one clock, coloured by one of their registers; from a certain size on with
// all of them in numbers, and what leaves at the bottom below. Dragged and zoomed as a TensorCanvas is, but
// cells are as wide as there is room for: there are more letters in a line than lines in a cell.
class ArrayCanvas : public QAbstractScrollArea {
    Q_OBJECT
  public:
    enum Plane { Sums, Activations, Weights, Path, Vectors, kPlanes };
    struct Cell {
        std::uint32_t row = 0, column = 0;
        bool operator==(const Cell&) const = default;
    };

    explicit ArrayCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    // Null: nothing. Sight and selected cell stay when the array has the same size.
    void setPicture(std::shared_ptr<const scene::ArrayPicture> picture);
    const std::shared_ptr<const scene::ArrayPicture>& picture() const { return m_picture; }
    void setPlane(Plane plane);
    Plane plane() const { return m_plane; }
    // The colours mean what there is now from now on; they also become wider by themselves, never narrower.
    void fitColours(bool again);
    const paint::ValueRange& range() const { return m_looks[m_plane].range; }
    void fit(); // the whole array
    void
    showTile(); // the rows and columns that the pass uses, as large as they fit; a larger array begins so
    void zoom(double factor); // about the middle
    bool showsRegisters() const;
    QSizeF cellSize() const;
    void setSelected(std::optional<Cell> cell);
    const std::optional<Cell>& selected() const { return m_selected; }
    void reveal(const Cell& cell);
    std::optional<Cell> cellAt(QPointF point) const; // of the viewport
    QRectF cellRect(const Cell& cell) const;

  Q_SIGNALS:
    void hovered(std::optional<ArrayCanvas::Cell> cell);
    void picked(const ArrayCanvas::Cell& cell);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    struct Stretch { // cells in sight
        std::uint32_t row, column, endRow, endColumn;
    };
    const scene::CellPicture& cells(Plane plane) const;
    std::uint32_t rows() const { return m_picture ? m_picture->weights.rows : 0; }
    std::uint32_t columns() const { return m_picture ? m_picture->weights.columns : 0; }
    QRectF area() const; // of the viewport, without rulers and what leaves; maybe empty
    QSizeF fittingSize() const;
    double tileZoom() const;
    Stretch visible() const;
    void zoomAt(QPointF point, double factor);
    void keepInside();
    void updateBars();
    void changed();
    void moveSelected(int down, int across);
    scene::CellPicture cropped(const scene::CellPicture& picture, const Stretch& seen) const;
    void paintCells(QPainter& painter, const Stretch& seen) const;
    void paintIdle(QPainter& painter, const Stretch& seen, const QRectF& box) const;
    void paintRegisters(QPainter& painter, const Cell& cell, const paint::ColourMap& map) const;
    void paintFollowed(QPainter& painter, const Stretch& seen) const;
    void paintLeaving(QPainter& painter, const Stretch& seen) const;
    void paintRulers(QPainter& painter, const Stretch& seen) const;

    const theme::Theme& m_theme;
    std::shared_ptr<const scene::ArrayPicture> m_picture;
    Plane m_plane = Sums;
    std::array<paint::CellLook, kPlanes> m_looks;
    double m_zoom = 1;              // of the fitting size
    bool m_showsTile = false;       // until a person looks elsewhere
    double m_row = 0, m_column = 0; // of the upper left corner, in cells
    std::optional<Cell> m_selected;
    QPointF m_pressed, m_last; // of the mouse
    bool m_isDragging = false, m_isSettingBars = false;
};

} // namespace lw::striding
