// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/cell_picture.h"
#include "widgets/paint/colour_map.h"

#include <QImage>
#include <QPainter>
#include <QRectF>

namespace lw::paint {

// How cells are shown: the numbers' map and range; the same for every picture that is compared.
struct CellLook {
    MapKind map = MapKind::Diverging;
    ValueRange range{-1, 1};
    bool showsValues = true; // where they fit
    bool isHex = false;      // values as the digits of their bits
};

// From this size of a cell on, borders and values are painted.
inline constexpr double kBorderCell = 6, kValueCell = 28;

// A picture of cells in a box: colours, `x` for NaN, `^ v` for infinities, `+ -` for values beyond the range,
// dots where nothing was ever written, an accent edge around what changed, falling lines over what is masked.
// Cells smaller than a pixel show the largest magnitude; NaN, infinities and changes are shown at any size.
void paintCells(QPainter& painter, const QRectF& box, const scene::CellPicture& picture, const CellLook& look,
                const theme::Theme& theme);

// The smallest symmetric range that holds all finite values of the pictures. One no wider than kNothing
// comes only from zeros, or from integers read as floats: nobody should be left with it.
inline constexpr double kNothing = 1e-30;
ValueRange symmetricRange(const std::vector<scene::CellPicture>& pictures);

} // namespace lw::paint
