// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/chip_diagram_painter.h"
#include "widgets/paint/figure_canvas.h"

namespace lw::paint {

// The diagram on the screen: a click selects a part and asks for its view, the keyboard can do all (arrows
// walk from part to part, Return opens).
class ChipDiagramCanvas : public FigureCanvas {
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
    bool isFitted() const { return isWhole(); }

    QSize sizeHint() const override { return {600, 470}; }

  Q_SIGNALS:
    void selectionChanged(const QString& box);
    void clicked(const QString& box); // pressed and released without a drag; it is already selected
    void opened(const QString& box);  // double click or Return
    void leftOutwards();              // zoomed out beyond the whole diagram

  protected:
    QSizeF figure() const override { return QSizeF(m_scene.width, m_scene.height); }
    void hoverAt(QPointF point) override { hover(hitAt(point)); }
    void hoverNothing() override { hover({}); }
    void clickAt(QPointF point) override;
    void outwards() override { Q_EMIT leftOutwards(); }
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    DiagramPlace place() const { return {origin(), scale()}; }
    ChipDiagramPainter painterNow() const;
    void hover(DiagramHit hit);
    void walk(int dx, int dy);

    scene::ChipDiagram m_scene;
    QString m_selected;
    DiagramHit m_hovered;
};

} // namespace lw::paint
