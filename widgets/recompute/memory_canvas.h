// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/recompute/memory_use.h"
#include "widgets/paint/plot_axes.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lw::recompute {

// Bytes that are live through a training step, each tensor as a band: those of VMEM below, those of HBM on
// top of them. A click selects a step and the tensor there, arrow keys go from step to step.
class MemoryCanvas : public QWidget {
    Q_OBJECT
  public:
    MemoryCanvas(const theme::Theme& theme, QWidget* parent);

    void show(scene::recompute::MemoryUse use, bool isStale);
    const scene::recompute::MemoryUse& use() const { return m_use; }
    void select(std::optional<std::size_t> step);
    std::optional<std::size_t> selected() const { return m_step; }
    void setChosen(const std::string& name); // a value; empty: none
    // The step in which the debugger stands.
    void setNow(std::optional<std::size_t> step);
    std::optional<std::size_t> now() const { return m_now; }

    std::optional<std::size_t> stepAt(QPointF point) const;
    // Of the bands; nothing: no tensor is there.
    std::optional<std::size_t> bandAt(QPointF point) const;
    QRectF boxOf(std::size_t band, std::size_t step) const;
    QString tipAt(QPointF point) const;
    QSize sizeHint() const override { return {640, 300}; }

  Q_SIGNALS:
    // By a person.
    void picked(std::size_t step, std::optional<std::size_t> band);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    // Of a band in a step: what lies below it.
    struct Piece {
        std::size_t band = 0;
        std::uint64_t below = 0;
    };
    paint::PlotAxes axes() const;
    std::uint64_t endOf(std::size_t step) const;
    bool isVmem(std::size_t band) const { return m_use.bands[band].place == "vmem"; }
    void stack();
    void paintBands(QPainter& painter, const paint::PlotAxes& axes) const;
    void paintBand(QPainter& painter, const QRectF& box, std::size_t band) const;
    void paintGhosts(QPainter& painter, const paint::PlotAxes& axes) const;
    void paintLimits(QPainter& painter, const paint::PlotAxes& axes) const;
    void paintMarks(QPainter& painter, const paint::PlotAxes& axes) const;
    double middleOf(const paint::PlotAxes& axes, std::size_t step) const;
    QPointF peakPoint(const paint::PlotAxes& axes) const;
    QString peakText() const;
    QRectF peakTextPlace(const paint::PlotAxes& axes) const;

    const theme::Theme& m_theme;
    scene::recompute::MemoryUse m_use;
    std::vector<std::vector<Piece>> m_pieces; // by step, from below
    bool m_isStale = false;
    std::optional<std::size_t> m_step, m_now;
    std::string m_chosen;
};

} // namespace lw::recompute
