// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lw::paint {

namespace {

constexpr double kCellZoom = 1.25;
constexpr int kDragPixels = 4; // less is a click

std::uint64_t moved(std::uint64_t at, int by, std::uint64_t count) {
    if (by < 0) return at - std::min<std::uint64_t>(at, static_cast<std::uint64_t>(-by));
    return std::min(at + static_cast<std::uint64_t>(by), count - 1);
}

} // namespace

CellCanvas::CellCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
}

void CellCanvas::zoom(double factor) { zoomAt(area().center(), factor); }

void CellCanvas::setSelected(std::optional<Cell> cell) {
    if (m_selected == cell) return;
    m_selected = cell;
    viewport()->update();
    Q_EMIT selectedChanged();
}

void CellCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    changed();
}

void CellCanvas::wheelEvent(QWheelEvent* event) {
    const double turns = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ShiftModifier || turns == 0) return QAbstractScrollArea::wheelEvent(event);
    zoomAt(event->position(), std::pow(kCellZoom, turns));
    event->accept();
}

void CellCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QAbstractScrollArea::mousePressEvent(event);
    m_pressed = m_last = event->position();
    m_isDragging = false;
}

void CellCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        if ((event->position() - m_pressed).manhattanLength() >= kDragPixels) m_isDragging = true;
        if (m_isDragging) {
            pan(event->position() - m_last);
            m_last = event->position();
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
    }
    Q_EMIT hovered(cellAt(event->position()));
}

void CellCanvas::mouseReleaseEvent(QMouseEvent* event) {
    viewport()->unsetCursor();
    if (event->button() != Qt::LeftButton || m_isDragging) return;
    if (const auto cell = cellAt(event->position())) {
        setSelected(cell);
        Q_EMIT picked(*cell);
    }
}

void CellCanvas::leaveEvent(QEvent*) { Q_EMIT hovered({}); }

void CellCanvas::moveSelected(int down, int across) {
    const auto [rows, columns] = extent();
    if (rows == 0 || columns == 0) return;
    Cell cell = m_selected.value_or(Cell{});
    if (m_selected) cell = {moved(cell.row, down, rows), moved(cell.column, across, columns)};
    setSelected(cell);
    reveal(cell);
    Q_EMIT picked(cell);
}

void CellCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up: return moveSelected(-1, 0);
    case Qt::Key_Down: return moveSelected(1, 0);
    case Qt::Key_Left: return moveSelected(0, -1);
    case Qt::Key_Right: return moveSelected(0, 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kCellZoom);
    case Qt::Key_Minus: return zoom(1 / kCellZoom);
    case Qt::Key_0: return fit();
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace lw::paint

#include "moc_cell_canvas.cpp"
