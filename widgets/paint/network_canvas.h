// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/network_painter.h"

#include <QWidget>

#include <functional>

namespace lw::paint {

// The graph of a network on the screen: the wheel zooms, dragging pans, a click selects a box, one on its
// sign folds or unfolds it. The keyboard does all of it: arrows walk along the wires and from box to box of a
// row, Home and End go to the first and the last, page keys pan, + and - zoom, 0 shows all of it, space
// folds, Return opens.
class NetworkCanvas : public QWidget {
    Q_OBJECT
  public:
    explicit NetworkCanvas(const theme::Theme& theme, QWidget* parent = nullptr);

    // Another picture of the same network keeps the node where it is on the screen.
    void setPicture(scene::NetworkPicture picture, std::optional<std::size_t> keptNode);
    const scene::NetworkPicture& picture() const { return m_picture; }
    std::optional<std::size_t> selected() const { return m_selected; } // a box
    void select(std::optional<std::size_t> box);
    void setCurrent(std::optional<std::size_t> box);
    void setFound(const QVector<std::size_t>& boxes);
    void show(std::size_t box); // scrolls there, if it is not in sight
    using TipOf = std::function<QString(GraphHit hit)>;
    void setTips(TipOf tipOf) { m_tipOf = std::move(tipOf); }

    GraphHit hitAt(QPointF point) const { return painterNow().hitAt(point); }
    QRectF rectOf(std::size_t box) const { return m_spot.rectOf(m_picture.boxes[box]); }
    QRectF signOf(std::size_t box) const { return painterNow().foldSign(m_picture.boxes[box]); }
    double scale() const { return m_spot.scale; }
    void zoom(double factor, QPointF about);
    void fit();   // all of it
    void begin(); // large enough to be read, from its beginning

    QSize sizeHint() const override { return {600, 470}; }

  Q_SIGNALS:
    void picked(std::size_t box); // by a person; it is selected already
    void opened(std::size_t box); // by a double click or Return
    void foldWanted(std::size_t box);

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
    NetworkPainter painterNow() const;
    void hover(GraphHit hit);
    void pick(std::size_t box);
    void walk(int across, int down);
    void pan(QPointF way);
    void keepInSight();
    bool isOnSign(QPointF point, std::size_t box) const;

    enum class Sight : std::uint8_t { Beginning, All, Chosen };

    const theme::Theme& m_theme;
    scene::NetworkPicture m_picture;
    GraphSpot m_spot;
    Sight m_sight = Sight::Beginning; // what is kept in sight when the size changes
    std::optional<std::size_t> m_selected, m_current;
    QVector<std::size_t> m_found;
    GraphHit m_hovered;
    TipOf m_tipOf;
    QPointF m_pressedAt, m_lastAt;
    bool m_isPressed = false, m_isDragging = false;
};

} // namespace lw::paint
