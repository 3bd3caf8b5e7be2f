// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/hatch.h"

#include <algorithm>

namespace lw::paint {

namespace {
constexpr double kHatchStep = 8;
} // namespace

void hatch(QPainter& painter, const QRectF& rect, const QColor& colour, Slant slant) {
    // Ended at the edges by arithmetic: Qt's SVGs have no clipping.
    painter.setPen(QPen(colour, 1));
    const QRectF inner = rect.adjusted(1, 1, -1, -1);
    for (double c = inner.left() - inner.height() + kHatchStep; c < inner.right(); c += kHatchStep) {
        // A rising line goes from the bottom edge up to the right: x - c = bottom - y.
        const double from = std::max(c, inner.left()), to = std::min(c + inner.height(), inner.right());
        if (from >= to) continue;
        const double up = from - c, further = to - c;
        if (slant == Slant::Rising)
            painter.drawLine(QPointF(from, inner.bottom() - up), QPointF(to, inner.bottom() - further));
        else
            painter.drawLine(QPointF(from, inner.top() + up), QPointF(to, inner.top() + further));
    }
}

} // namespace lw::paint
