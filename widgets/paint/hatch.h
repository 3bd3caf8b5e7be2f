// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace lw::paint {

// A hatched area says the same without colour: lines of stalled parts rise at 45 degrees,
// those of unused or masked parts fall.
enum class Slant : std::uint8_t { Rising, Falling };

// Thin parallel lines inside the rectangle, drawn as lines, so that nothing has to be clipped in an SVG.
void hatch(QPainter& painter, const QRectF& rect, const QColor& colour, Slant slant);

} // namespace lw::paint
