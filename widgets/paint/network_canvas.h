// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/figure_canvas.h"
#include "widgets/paint/network_painter.h"

#include <functional>

namespace lw::paint {

// The graph of a network on the screen: a click selects a box, a click on its sign folds or unfolds it. The
// keyboard can do all of it: arrows walk along the wires and from box to box of a row, Home and End go to the
// first and the last, page keys pan, space folds, Return opens.
class NetworkCanvas : public FigureCanvas {
    Q_OBJECT
  public:
    explicit NetworkCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    // Another picture of the same network keeps the node at its place on the screen.
    void setPicture(scene::NetworkPicture picture, std::optional<std::size_t> keptNode);
    const scene::NetworkPicture& picture() const { return m_picture; }
    std::optional<std::size_t> selected() const { return m_selected; } // a box
    void select(std::optional<std::size_t> box);
    void setCurrent(std::optional<std::size_t> box);
    void setFound(const QVector<std::size_t>& boxes);
    void show(std::size_t box); // scrolls there, if it is out of view
    using TipOf = std::function<QString(GraphHit hit)>;
    void setTips(TipOf tipOf) { m_tipOf = std::move(tipOf); }

    GraphHit hitAt(QPointF point) const { return painterNow().hitAt(point); }
    QVector<GraphLabel> labels() const { return painterNow().labels(); } // of wires, as they are painted
    QRectF rectOf(std::size_t box) const { return spot().rectOf(m_picture.boxes[box]); }
    QRectF signOf(std::size_t box) const { return painterNow().foldSign(m_picture.boxes[box]); }

    QSize sizeHint() const override { return {600, 470}; }

  Q_SIGNALS:
    void picked(std::size_t box); // by the user; it is already selected
    void opened(std::size_t box); // by a double click or Return
    void foldWanted(std::size_t box);

  protected:
    QSizeF figure() const override { return QSizeF(m_picture.width, m_picture.height); }
    void settle() override; // large enough to read, from its beginning
    void hoverAt(QPointF point) override { hover(hitAt(point)); }
    void hoverNothing() override { hover({}); }
    void clickAt(QPointF point) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    GraphSpot spot() const { return {origin(), scale()}; }
    NetworkPainter painterNow() const;
    void hover(GraphHit hit);
    void pick(std::size_t box);
    void walk(int across, int down);
    bool isOnSign(QPointF point, std::size_t box) const;

    scene::NetworkPicture m_picture;
    std::optional<std::size_t> m_selected, m_current;
    QVector<std::size_t> m_found;
    GraphHit m_hovered;
    TipOf m_tipOf;
};

} // namespace lw::paint
