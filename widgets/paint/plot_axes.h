// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QRectF>
#include <QString>

namespace lw::paint {

// 1, 2 or 5 times a power of ten, at least this much, and at least 1 if only whole numbers will do.
double roundStep(double least, bool isWhole = true);

// Where numbers of two kinds are on a rectangle, with numbers along its left side and below it.
struct PlotAxes {
    const theme::Theme& theme;
    QRectF whole; // including the room for numbers and titles
    QString across{}, up{};
    bool isReal = false, isRealAcross = false;       // those going up, or across, need not be whole
    double left = 0, right = 1, bottom = 0, top = 1; // numbers at the sides of area()

    QRectF area() const;
    double xOf(double number) const;
    double yOf(double number) const;
    double acrossAt(double x) const;
    double upAt(double y) const;
    void paint(QPainter& painter) const;
};

} // namespace lw::paint
