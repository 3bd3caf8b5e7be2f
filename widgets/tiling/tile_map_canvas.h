// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/figure_canvas.h"
#include "widgets/tiling/tile_work.h"
#include "widgets/tiling/tiling_desk.h"

#include <QImage>

namespace lw::tiling {

// All tiles of a picture, either on what they give together or on what they read. As many lines are drawn as
// there are rows and columns of tiles, however many tiles that makes.
class TileMapCanvas : public paint::FigureCanvas {
    Q_OBJECT
  public:
    TileMapCanvas(const theme::Theme& theme, TilingDesk& desk, QWidget* parent);

    enum class Side : std::uint8_t { Output, Picture, Difference }; // from the output to the whole picture
    void setSide(Side side);
    Side side() const { return m_side; }
    void takeFacts();

    struct Element {
        std::int64_t row = 0, column = 0;
    };
    std::optional<Element> elementAt(QPointF point) const; // of the side shown
    std::optional<PixelWanted> pixelAt(QPointF point) const;
    QRectF boxOf(const scene::tiling::Range& rows, const scene::tiling::Range& columns) const;
    QString tipAt(QPointF point) const;
    // What is known about the pixel for which a tip was last wanted; a visible tip shows it too.
    void setMoment(std::optional<PixelMoment> moment);

  Q_SIGNALS:
    void momentWanted(const PixelWanted& pixel);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QSizeF figure() const override;
    void hoverAt(QPointF) override {}
    void hoverNothing() override {}
    void clickAt(QPointF point) override;

    const scene::tiling::TileMap* map() const;
    bool isPreview() const;
    bool isOutput() const { return m_side != Side::Picture; }
    QImage image() const; // of the side shown; null: nothing is known
    void paintImage(QPainter& painter, const QRectF& whole);
    void paintShared(QPainter& painter) const;
    void paintSeams(QPainter& painter) const;
    void paintProgress(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;
    void paintTile(QPainter& painter, std::uint64_t tile) const;
    void paintParts(QPainter& painter, const scene::tiling::Band& row,
                    const scene::tiling::Band& column) const;
    void paintWrong(QPainter& painter) const;
    void paintNoDifference(QPainter& painter) const;

    TilingDesk& m_desk;
    Side m_side = Side::Output;
    FactsPtr m_facts;
    std::optional<PixelMoment> m_moment;
    QImage m_scaled; // of what is shown, in its size
    qint64 m_scaledFrom = 0;
    QColor m_veil; // over it
};

} // namespace lw::tiling
