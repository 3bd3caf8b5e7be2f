// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>

#include <cstdint>
#include <optional>

namespace lw::paint {

// What all canvases of cells share for mouse and keys: dragging pans, the wheel zooms about the pointer,
// + and - about the middle, 0 fits, a click or the arrow keys select a cell. Laying out and painting
// cells is up to the canvas.
class CellCanvas : public QAbstractScrollArea {
    Q_OBJECT
  public:
    struct Cell {
        std::uint64_t row = 0, column = 0;
        bool operator==(const Cell&) const = default;
    };

    virtual void fit() = 0;
    void zoom(double factor); // about the middle
    void setSelected(std::optional<Cell> cell);
    const std::optional<Cell>& selected() const { return m_selected; }
    virtual void reveal(const Cell& cell) = 0;
    virtual std::optional<Cell> cellAt(QPointF point) const = 0; // of the viewport
    virtual QRectF cellRect(const Cell& cell) const = 0;

  Q_SIGNALS:
    void hovered(std::optional<CellCanvas::Cell> cell);
    void picked(const CellCanvas::Cell& cell);
    void selectedChanged();

  protected:
    explicit CellCanvas(QWidget* parent);

    struct Extent {
        std::uint64_t rows = 0, columns = 0;
    };
    virtual Extent extent() const = 0;
    virtual QRectF area() const = 0; // of the viewport, where cells are; may be empty
    virtual void pan(QPointF pixels) = 0;
    virtual void zoomAt(QPointF point, double factor) = 0; // the cell under the point stays there
    virtual void changed() = 0;                            // view or size

    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void moveSelected(int down, int across);

    std::optional<Cell> m_selected;
    QPointF m_pressed, m_last; // of the mouse
    bool m_isDragging = false;
};

} // namespace lw::paint
