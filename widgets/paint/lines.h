// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QRectF>
#include <algorithm>
#include <cmath>

namespace lw::paint {

// On the middle of device pixels, so that one-pixel lines are one pixel wide.
inline QPointF crisp(QPointF p) { return {std::floor(p.x()) + 0.5, std::floor(p.y()) + 0.5}; }
inline QRectF crisp(const QRectF& r) { return {crisp(r.topLeft()), crisp(r.bottomRight())}; }

// From a point to the line between two others, in the points' units.
inline double distance(QPointF p, QPointF a, QPointF b) {
    const QPointF way = b - a;
    const double length = std::max(1e-9, QPointF::dotProduct(way, way));
    const double part = std::clamp(QPointF::dotProduct(p - a, way) / length, 0.0, 1.0);
    const QPointF off = p - (a + part * way);
    return std::hypot(off.x(), off.y());
}

} // namespace lw::paint
