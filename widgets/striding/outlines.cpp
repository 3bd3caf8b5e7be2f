// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/outlines.h"

namespace lw::striding {

QRectF boxOf(const paint::TensorCanvas& canvas, std::int64_t row, std::int64_t column, std::uint64_t rows,
             std::uint64_t columns) {
    const QRectF corner = canvas.cellRect({0, 0});
    const double scale = canvas.scale();
    return {corner.left() + static_cast<double>(column) * scale,
            corner.top() + static_cast<double>(row) * scale, static_cast<double>(columns) * scale,
            static_cast<double>(rows) * scale};
}

void outline(QPainter& painter, const QRectF& box, const QColor& colour, double width, Qt::PenStyle style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width, style));
    painter.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

} // namespace lw::striding
