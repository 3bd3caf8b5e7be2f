// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/tensor_canvas.h"

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QVector>

// Frames around cells of a canvas.
namespace lw::paint {

// The box of rows x columns cells from [row, column] on, even where the picture has none.
QRectF boxOf(const paint::TensorCanvas& canvas, std::int64_t row, std::int64_t column, std::uint64_t rows,
             std::uint64_t columns);
// Inside the box.
void outline(QPainter& painter, const QRectF& box, const QColor& colour, double width,
             Qt::PenStyle style = Qt::SolidLine);
// Circles around wrong cells, given their boxes; none when there are too many, or too close together:
// they would hide the picture.
void circle(QPainter& painter, const QVector<QRectF>& cells, const theme::Theme& theme);

} // namespace lw::paint
