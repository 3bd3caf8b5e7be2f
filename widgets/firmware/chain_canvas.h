// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/firmware/chain_strip.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lw::firmware {

// A chain as a path through its units, with the vector after each instruction, and a map of its vectors: an
// iteration in each column, a row of native vectors in each row. Arrow keys walk on the map.
class ChainCanvas : public QWidget {
    Q_OBJECT
  public:
    ChainCanvas(const theme::Theme& theme, QWidget* parent);

    struct Picture {
        scene::firmware::ChainStrip strip;
        std::uint32_t turn = 0, row = 0;         // whose vector is shown
        std::vector<concord::Numbers> behind{};  // of each step; empty: nobody knows
        std::optional<std::uint32_t> selected{}; // an instruction
    };
    void show(std::optional<Picture> picture);
    const std::optional<Picture>& picture() const { return m_picture; }
    std::optional<std::size_t> stepAt(QPointF point) const;
    QRectF unitRect(scene::firmware::StripUnit unit) const;
    QRectF stepRect(std::size_t step) const;                     // its name and what comes after it
    QRectF mapCell(std::uint32_t turn, std::uint32_t row) const; // empty: beyond what is drawn

    QSize sizeHint() const override { return {720, 300}; }
    QSize minimumSizeHint() const override;

  Q_SIGNALS:
    void stepPicked(std::uint32_t bundle);
    void vectorPicked(std::uint32_t turn, std::uint32_t row);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::vector<double> columns() const; // left edges of the steps and of unused units, and the right edge
    std::size_t firstColumn(scene::firmware::StripUnit unit) const;
    std::size_t columnsOf(scene::firmware::StripUnit unit) const;
    void paintUnit(QPainter& painter, scene::firmware::StripUnit unit) const;
    void paintStep(QPainter& painter, std::size_t step) const;
    void paintMap(QPainter& painter) const;
    double mapTop() const;
    double stepTop() const;
    double stepHeight() const;

    const theme::Theme& m_theme;
    std::optional<Picture> m_picture;
};

QString unitText(scene::firmware::StripUnit unit);
QString numberText(double value); // "-0.825195"

} // namespace lw::firmware
