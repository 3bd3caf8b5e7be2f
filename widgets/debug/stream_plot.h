// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/picture_files.h"
#include "widgets/paint/plot_axes.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lw::debug {

// Numbers one after the other as a line. A click selects one, arrow keys go from one to the next.
class StreamPlot : public QWidget {
    Q_OBJECT
  public:
    StreamPlot(const theme::Theme& theme, QWidget* parent);

    // What is not finite is left out of the line.
    void show(std::vector<double> numbers, const QString& up);
    const std::vector<double>& numbers() const { return m_numbers; }
    void select(std::optional<std::size_t> number);
    std::optional<std::size_t> selected() const { return m_selected; }
    QPointF placeOf(std::size_t number) const;
    std::optional<std::size_t> numberAt(QPointF point) const;
    paint::PaperPicture paper() const; // for a file
    QSize sizeHint() const override { return {480, 220}; }

  Q_SIGNALS:
    void picked(std::size_t number); // by a person

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    paint::PlotAxes axesOn(const theme::Theme& theme, const QRectF& whole) const;
    void draw(QPainter& painter, const paint::PlotAxes& axes) const;

    const theme::Theme& m_theme;
    std::vector<double> m_numbers;
    QString m_up;
    std::optional<std::size_t> m_selected;
};

} // namespace lw::debug
