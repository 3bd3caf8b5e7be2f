// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "widgets/paint/plot_axes.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lw::recompute {

// Clocks over peak bytes: policies as named diamonds, the curve of all budgets as dots, those that nothing
// beats joined by a line, and what is chosen in a ring. Arrow keys go from point to point, by bytes.
class TradeOffCanvas : public QWidget {
    Q_OBJECT
  public:
    TradeOffCanvas(const theme::Theme& theme, QWidget* parent);

    // Policies first, then the curve.
    void show(std::vector<lower::recompute::TradePoint> points, std::size_t policies, bool isStale);
    void setChosen(std::optional<lower::recompute::TradePoint> chosen); // what is decided now
    const std::vector<lower::recompute::TradePoint>& points() const { return m_points; }
    std::size_t policies() const { return m_policies; }
    void select(std::optional<std::size_t> point);
    std::optional<std::size_t> selected() const { return m_selected; }

    QPointF placeOf(const lower::recompute::TradePoint& point) const;
    std::optional<std::size_t> pointAt(QPointF place) const;
    // Where the names of policies stand; empty: there is no room.
    std::vector<QRectF> namePlaces() const;
    QString tipAt(QPointF place) const;
    QSize sizeHint() const override { return {480, 280}; }

  Q_SIGNALS:
    void picked(std::size_t point); // by a person

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    paint::PlotAxes axes() const;
    std::vector<std::size_t> byBytes() const;
    void paintBest(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintNames(QPainter& painter) const;

    const theme::Theme& m_theme;
    std::vector<lower::recompute::TradePoint> m_points;
    std::size_t m_policies = 0;
    bool m_isStale = false;
    std::optional<lower::recompute::TradePoint> m_chosen;
    std::optional<std::size_t> m_selected;
};

} // namespace lw::recompute
