// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/tensor_view.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/paint/tensor_tiles.h"

#include <QWidget>

#include <optional>
#include <utility>

namespace lw::paint {

// How often the values of the colour range occur, each bar in the colour of its values:
// histogram and legend in one.
class TensorHistogram : public QWidget {
    Q_OBJECT
  public:
    static constexpr std::size_t kBins = 64;
    explicit TensorHistogram(const theme::Theme& theme, QWidget* parent = nullptr);

    void show(const TensorLook& look, std::optional<scene::Histogram> histogram);
    // The bin at a point, if any.
    std::optional<std::size_t> binAt(QPointF point) const;
    QRectF barRect(std::size_t bin) const; // whole height

    QString textAt(QPointF point) const; // the text for hovering
    SceneTable table() const;            // a row for each bin

    QSize sizeHint() const override { return {320, 96}; }
    QSize minimumSizeHint() const override { return {160, 72}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QRectF area() const; // of the bars
    std::pair<double, double> rangeOf(std::size_t bin) const;

    const theme::Theme& m_theme;
    TensorLook m_look;
    std::optional<scene::Histogram> m_histogram;
};

} // namespace lw::paint
