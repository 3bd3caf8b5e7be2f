// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>

#include <cstdlib>

// What a test may ask of a picture without comparing pixels one by one.
namespace lw::tests {

inline bool isClose(const QColor& a, const QColor& b, int most = 2) { // edges are smoothed
    return std::abs(a.red() - b.red()) <= most && std::abs(a.green() - b.green()) <= most &&
           std::abs(a.blue() - b.blue()) <= most;
}

inline bool hasColour(const QImage& image, const QRectF& where, const QColor& colour) {
    const QRect area = where.toAlignedRect().intersected(image.rect());
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (isClose(image.pixelColor(x, y), colour)) return true;
    return false;
}

} // namespace lw::tests
