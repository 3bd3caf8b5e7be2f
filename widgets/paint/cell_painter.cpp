// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_painter.h"

#include "core/machine/cell_value.h"
#include "widgets/paint/hatch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace lw::paint {

using theme::Role;

namespace {

// One pixel per cell; scaled without smoothing when it is painted.
QImage imageOf(const scene::CellPicture& picture, const CellLook& look, const ColourMap& map,
               const theme::Theme& theme) {
    std::vector<QRgb> line(picture.columns);
    QImage image(static_cast<int>(picture.columns), static_cast<int>(picture.rows), QImage::Format_RGB32);
    const QRgb never = theme[Role::Panel].rgb(), broken = theme[Role::Error].rgb();
    for (std::uint32_t row = 0; row < picture.rows; ++row) {
        for (std::uint32_t column = 0; column < picture.columns; ++column) {
            const std::size_t i = std::size_t{row} * picture.columns + column;
            const double value = picture.value(i);
            line[column] = !(picture.flags[i] & scene::kWritten) ? never
                           : std::isnan(value)                   ? broken
                                                                 : map.at(value, look.range);
        }
        std::memcpy(image.scanLine(static_cast<int>(row)), line.data(), line.size() * sizeof(QRgb));
    }
    return image;
}

// What a cell says besides its colour, or nothing.
QString glyphOf(double value, const ValueRange& range) {
    if (std::isnan(value)) return QStringLiteral("x");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("^") : QStringLiteral("v");
    if (value > range.high) return QStringLiteral("+");
    if (value < range.low) return QStringLiteral("-");
    return {};
}

struct Raster {
    QRectF box;
    double width, height; // of a cell
    QRectF cell(std::uint32_t row, std::uint32_t column) const {
        return {box.left() + column * width, box.top() + row * height, width, height};
    }
};

void paintBorders(QPainter& painter, const Raster& raster, const scene::CellPicture& picture,
                  const theme::Theme& theme) {
    QVector<QLineF> lines;
    for (std::uint32_t i = 0; i <= picture.columns; ++i)
        lines.append({raster.box.left() + i * raster.width, raster.box.top(),
                      raster.box.left() + i * raster.width, raster.box.bottom()});
    for (std::uint32_t i = 0; i <= picture.rows; ++i)
        lines.append({raster.box.left(), raster.box.top() + i * raster.height, raster.box.right(),
                      raster.box.top() + i * raster.height});
    painter.setPen(QPen(theme[Role::Surface], 0));
    painter.drawLines(lines);
}

// Whole rows: masks leave out rows of a register.
void paintMasked(QPainter& painter, const Raster& raster, const scene::CellPicture& picture,
                 const theme::Theme& theme) {
    QColor dimmed = theme[Role::Surface];
    dimmed.setAlphaF(0.6f);
    for (std::uint32_t row = 0; row < picture.rows; ++row) {
        if (!(picture.flags[std::size_t{row} * picture.columns] & scene::kMasked)) continue;
        const QRectF line(raster.box.left(), raster.cell(row, 0).top(), raster.box.width(), raster.height);
        if (raster.height < kBorderCell)
            painter.fillRect(line, dimmed);
        else
            hatch(painter, line, theme[Role::Muted], Slant::Falling);
    }
}

void paintText(QPainter& painter, const QRectF& cell, const scene::CellPicture& picture, std::size_t i,
               const CellLook& look, const ColourMap& map, const theme::Theme& theme) {
    const double value = picture.value(i);
    const QString glyph = look.isHex ? QString() : glyphOf(value, look.range);
    if (!(picture.flags[i] & scene::kWritten)) {
        painter.setPen(theme[Role::Muted]);
        painter.drawText(cell, Qt::AlignCenter, QStringLiteral("·"));
        return;
    }
    painter.setPen(inkOn(std::isnan(value) ? theme[Role::Error].rgb() : map.at(value, look.range)));
    if (look.showsValues && cell.width() >= kValueCell && glyph.isEmpty()) {
        const QString text =
            look.isHex ? QStringLiteral("%1").arg(static_cast<qulonglong>(picture.bits[i]),
                                                  2 * static_cast<int>(tensor::sizeOf(picture.type)), 16,
                                                  QLatin1Char('0'))
            : picture.type == tensor::DType::F32
                ? QString::number(value, 'g', 4)
                : QString::fromStdString(machine::cellText(picture.type, picture.bits[i]));
        painter.drawText(
            cell.adjusted(1, 0, -1, 0), Qt::AlignCenter,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(cell.width()) - 2));
    } else if (!glyph.isEmpty()) {
        painter.drawText(cell, Qt::AlignCenter, glyph);
    }
}

} // namespace

void paintCells(QPainter& painter, const QRectF& box, const scene::CellPicture& picture, const CellLook& look,
                const theme::Theme& theme) {
    if (picture.rows == 0 || picture.columns == 0) return;
    const Raster raster{box, box.width() / picture.columns, box.height() / picture.rows};
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const ColourMap map(look.map, theme);
    painter.drawImage(box, imageOf(picture, look, map, theme));
    const bool bordered = std::min(raster.width, raster.height) >= kBorderCell;
    if (bordered) paintBorders(painter, raster, picture, theme);
    painter.setFont(theme.monospaceSmall());
    painter.setBrush(Qt::NoBrush);
    // Marks that hide all of the values say less than an edge around all of them.
    const auto changed =
        static_cast<std::size_t>(std::count_if(picture.flags.begin(), picture.flags.end(),
                                               [](std::uint8_t flag) { return flag & scene::kChanged; }));
    const bool isMarkedByCell = changed * 4 <= picture.flags.size();
    if (!bordered && !isMarkedByCell) {
        painter.setPen(QPen(theme[Role::Accent], 2));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
    for (std::uint32_t row = 0; row < picture.rows; ++row)
        for (std::uint32_t column = 0; column < picture.columns; ++column) {
            const std::size_t i = std::size_t{row} * picture.columns + column;
            const QRectF cell = raster.cell(row, column);
            if (bordered && cell.height() >= 12) paintText(painter, cell, picture, i, look, map, theme);
            if (!(picture.flags[i] & scene::kChanged)) continue;
            painter.setPen(QPen(theme[Role::Accent], bordered ? 1.5 : 0));
            if (bordered)
                painter.drawRect(cell.adjusted(0.75, 0.75, -0.75, -0.75));
            else if (isMarkedByCell)
                painter.fillRect(QRectF(cell.left(), cell.top(), std::max(1.0, cell.width()),
                                        std::max(1.0, cell.height())),
                                 theme.fill(Role::Accent, 0.8));
        }
    paintMasked(painter, raster, picture, theme);
    painter.restore();
}

ValueRange symmetricRange(const std::vector<scene::CellPicture>& pictures) {
    double most = kNothing;
    for (const scene::CellPicture& picture : pictures)
        for (std::size_t i = 0; i < picture.bits.size(); ++i)
            if (const double value = std::abs(picture.value(i));
                (picture.flags[i] & scene::kWritten) && std::isfinite(value))
                most = std::max(most, value);
    return {-most, most};
}

} // namespace lw::paint
