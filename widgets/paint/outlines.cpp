// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/outlines.h"

#include "widgets/theme/theme.h"

#include <algorithm>
#include <utility>

namespace lw::paint {

namespace {

constexpr qsizetype kMostCircles = 300;
constexpr double kLeastRadius = 4;
// Of the box around all of them, by circles larger than their cells.
constexpr double kMostHidden = 0.5;

} // namespace

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

void circle(QPainter& painter, const QVector<QRectF>& cells, const theme::Theme& theme) {
    if (cells.empty() || cells.size() > kMostCircles) return;
    const double radius = std::max(cells.front().width() / 2 - 1, kLeastRadius);
    QVector<QRectF> circles;
    QRectF all;
    for (const QRectF& cell : cells) {
        circles << QRectF(cell.center().x() - radius, cell.center().y() - radius, 2 * radius, 2 * radius);
        all |= circles.back();
    }
    const double hidden = static_cast<double>(circles.size()) * 4 * radius * radius;
    const bool isLarger = 2 * radius > cells.front().width();
    if (isLarger && circles.size() > 2 && hidden > kMostHidden * all.width() * all.height()) return;
    painter.setBrush(Qt::NoBrush);
    for (const auto& [role, width] : {std::pair{theme::Role::Surface, 4}, std::pair{theme::Role::Error, 2}}) {
        painter.setPen(QPen(theme[role], width));
        for (const QRectF& one : circles) painter.drawEllipse(one);
    }
}

} // namespace lw::paint
