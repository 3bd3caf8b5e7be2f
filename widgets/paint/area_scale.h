// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>
#include <QSize>

namespace lw::paint {

// The part `from` of an image, in its pixels and fractions of them, on `size` pixels: each the average of
// what it covers, weighted by area. Nothing is left out and no line comes out wider than its neighbour, at
// any scale. RGB32 or ARGB32_Premultiplied, as is the result; null when there is nothing to show.
QImage areaScaled(const QImage& image, const QRectF& from, QSize size);

} // namespace lw::paint
