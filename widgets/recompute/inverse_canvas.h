// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/plot_axes.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace lw::recompute {

// A channel of a batch norm, and how far its inverse can lead from what it normalised, in deviations.
struct InversePoint {
    std::string norm;
    std::size_t channel = 0;
    double gamma = 1;
    double bound = 0;                 // before any run
    std::optional<double> measured{}; // nothing: not yet
    bool isVetoed = false;
};

// Channels by the magnitude of gamma: a dash for the bound, a dot for what was measured, a cross for a veto;
// upwards by powers of ten.
class InverseCanvas : public QWidget {
    Q_OBJECT
  public:
    InverseCanvas(const theme::Theme& theme, QWidget* parent);

    void show(std::vector<InversePoint> points);
    const std::vector<InversePoint>& points() const { return m_points; }
    void select(std::optional<std::size_t> point);
    std::optional<std::size_t> selected() const { return m_selected; }
    QPointF placeOf(std::size_t point) const; // of its bound
    QSize sizeHint() const override { return {480, 240}; }

  Q_SIGNALS:
    void picked(std::size_t point); // by a person

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    paint::PlotAxes axes() const;
    std::optional<std::size_t> pointAt(QPointF place) const;

    const theme::Theme& m_theme;
    std::vector<InversePoint> m_points; // by the magnitude of gamma
    std::optional<std::size_t> m_selected;
};

} // namespace lw::recompute
