// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/tiling/tiling_desk.h"

#include <QWidget>

namespace lw::tiling {

// The layers of the chosen tile, from the input down, rows on the left and columns on the right: how far the
// tile goes, which part of it is right, and what the chosen element of the output needs. Dragging moves
// the element.
class ConeCanvas : public QWidget {
    Q_OBJECT
  public:
    ConeCanvas(const theme::Theme& theme, TilingDesk& desk, QWidget* parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Strip { // one direction of all layers
        QRectF area;
        double from = 0, until = 1; // pixels of the picture
    };
    Strip stripOf(bool isRows) const;
    QRectF boxOf(const Strip& strip, std::size_t layer, const scene::tiling::ConeAxis& axis,
                 const network::Elements& elements) const;
    void paintLayer(QPainter& painter, const Strip& strip, std::size_t layer,
                    const scene::tiling::ConeAxis& axis) const;
    void drag(QPointF point);
    void move(std::int64_t rows, std::int64_t columns);
    int nameWidth() const;
    int rowHeight() const;

    const theme::Theme& m_theme;
    TilingDesk& m_desk;
};

} // namespace lw::tiling
