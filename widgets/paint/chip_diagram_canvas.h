// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/chip_diagram_painter.h"

#include <QWidget>

namespace lw::paint {

// The figure on the screen: wheel zooms, dragging pans, a click selects a part and asks for its view, the
// keyboard does all of it (arrows walk from part to part, + and - zoom, 0 fits, Return opens).
class ChipDiagramCanvas : public QWidget {
    Q_OBJECT
  public:
    explicit ChipDiagramCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    void setScene(scene::ChipDiagram scene);
    const scene::ChipDiagram& scene() const { return m_scene; }
    const QString& selected() const { return m_selected; }
    void select(const QString& box);

    DiagramHit hitAt(QPointF point) const;
    QString tipAt(QPointF point) const; // empty where nothing is
    QRectF rectOf(const QString& box) const;
    double scale() const { return m_place.scale; }
    bool isFitted() const { return m_isFitted; }
    void zoom(double factor, QPointF about);
    void fit(); // and stay so when the size changes

    QSize sizeHint() const override { return {600, 470}; }

  Q_SIGNALS:
    void selectionChanged(const QString& box);
    void clicked(const QString& box); // pressed and let go without a drag; it is selected already
    void opened(const QString& box);  // double click or Return
    void leftOutwards();              // zoomed out of the whole figure

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    ChipDiagramPainter painterNow() const;
    void hover(DiagramHit hit);
    void walk(int dx, int dy);
    void keepInSight();

    const theme::Theme& m_theme;
    scene::ChipDiagram m_scene;
    DiagramPlace m_place;
    bool m_isFitted = true;
    QString m_selected;
    DiagramHit m_hovered;
    QPointF m_pressedAt, m_lastAt;
    bool m_isPressed = false; // by what may become a click
    bool m_isDragging = false;
};

} // namespace lw::paint
