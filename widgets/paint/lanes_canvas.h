// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/lanes_painter.h"

#include <QAbstractScrollArea>

#include <functional>
#include <memory>

namespace lw::paint {

using LanesPtr = std::shared_ptr<const scene::Lanes>;

// Lanes on the screen. The wheel zooms about the pointer, + and - about the middle, 0 shows all of it;
// dragging pans; a click on a group's name folds it. Arrow keys go from bar to bar and from lane to lane,
// space folds, Return is a click on the selected bar.
class LanesCanvas : public QAbstractScrollArea {
    Q_OBJECT
  public:
    LanesCanvas(const theme::Theme& theme, QWidget* parent);

    // Lanes of the same groups keep what is visible and what is folded, except for an end that was visible.
    void setLanes(LanesPtr lanes);
    const LanesPtr& lanes() const { return m_lanes; }
    // The present clock: it becomes visible. And whose it is.
    void setNow(std::optional<std::uint64_t> clock, std::optional<std::uint32_t> group);
    std::optional<std::uint64_t> now() const { return m_now; }
    void select(std::optional<LanePlace> place); // and shows it
    const std::optional<LanePlace>& selected() const { return m_selected; }
    using TipOf = std::function<QString(const LanePlace& place)>;
    void setTips(TipOf tipOf) { m_tipOf = std::move(tipOf); }

    const LaneSight& sight() const { return m_sight; }
    void fit();
    void zoom(double factor, double x); // about a place across
    void fold(std::uint32_t group, bool isFolded);
    bool isFolded(std::uint32_t group) const { return m_folded[group]; }
    QRectF boxOf(const LanePlace& place) const { return painterNow().boxOf(place); } // of the viewport
    QString tipAt(QPointF point) const;
    QSize sizeHint() const override { return {600, 200}; }

  Q_SIGNALS:
    // By the user: a bar, a lane without one at that clock, or a group; and the clock.
    void picked(std::uint64_t clock, std::uint32_t group);
    void selectedChanged(); // also by the user

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    LanesPainter painterNow() const;
    bool isEmpty() const { return !m_lanes || m_lanes->end == 0; }
    void arrange(); // rows, after folding or a change of theme
    void look(double from, double until);
    void pan(QPointF way);
    void reveal(const LanePlace& place);
    void clickAt(QPointF point);
    void walk(int bars);
    void climb(int rows);
    void foldSelected();

    const theme::Theme& m_theme;
    LanesPtr m_lanes;
    std::vector<bool> m_folded; // by group
    std::vector<LaneRow> m_rows;
    LaneSight m_sight;
    bool m_isWhole = true; // all clocks are visible
    std::optional<std::uint64_t> m_now;
    std::optional<std::uint32_t> m_focus;
    std::optional<LanePlace> m_selected;
    TipOf m_tipOf;
    QPointF m_pressedAt, m_lastAt;
    bool m_isPressed = false, m_isDragging = false;
};

} // namespace lw::paint
