// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <utility>

namespace lw::paint {

// A figure on the screen that is zoomed by the wheel, + and -, and dragged about; 0 shows all of it. Some of
// it always stays visible. If nobody has chosen a view, it is chosen again whenever the size changes.
class FigureCanvas : public QWidget {
    Q_OBJECT
  public:
    double scale() const { return m_scale; }
    void zoom(double factor, QPointF about);
    void fit(); // all of it

  protected:
    struct Scales {
        double least = 0, most = 0; // that can be chosen
        double leastFitted = 0, mostFitted = 0;
    };
    FigureCanvas(const theme::Theme& theme, Scales scales, double margin, QWidget* parent);

    const theme::Theme& theme() const { return m_theme; }
    QPointF origin() const { return m_origin; }
    double margin() const { return m_margin; }
    void put(QPointF origin, double scale);
    void pan(QPointF way);
    bool isChosen() const { return m_isChosen; } // the view, by zooming or panning
    bool isWhole() const { return m_isWhole; }   // all of it is visible
    virtual void settle() { fit(); }
    // If there is more room than the figure needs it is in the middle, and no edge of it is away from
    // that of the widget without need.
    void useRoom();

    virtual QSizeF figure() const = 0; // at scale 1
    virtual void hoverAt(QPointF point) = 0;
    virtual void hoverNothing() = 0;
    virtual void clickAt(QPointF point) = 0; // the left button, pressed and released without a drag
    virtual void outwards() {}               // zoomed out beyond the whole figure
    void paintFocus(QPainter& painter, bool hasSelection) const;

    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void keepInSight();

    const theme::Theme& m_theme;
    const Scales m_scales;
    const double m_margin;
    QPointF m_origin;
    double m_scale = 1;
    bool m_isChosen = false, m_isWhole = false; // fitted last
    QPointF m_pressedAt, m_lastAt;
    bool m_isPressed = false, m_isDragging = false;
};

} // namespace lw::paint
