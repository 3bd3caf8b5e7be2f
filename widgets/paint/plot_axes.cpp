// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/plot_axes.h"

#include "widgets/session/core_text.h"

#include <algorithm>
#include <cmath>

namespace lw::paint {

using theme::Role;

namespace {
constexpr int kAxisLeft = 92, kAxisBelow = 40, kAxisAbove = 22, kAxisRight = 16; // pixels
constexpr int kAcrossTick = 100, kUpTick = 36, kTick = 4;
} // namespace

double roundStep(double least, bool isWhole) {
    const double power = std::pow(10.0, std::floor(std::log10(isWhole ? std::max(least, 1.0) : least)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= least) return digit * power;
    return 10 * power;
}

QRectF PlotAxes::area() const {
    return whole.adjusted(theme.scaled(kAxisLeft), theme.scaled(kAxisAbove), -theme.scaled(kAxisRight),
                          -theme.scaled(kAxisBelow));
}
double PlotAxes::xOf(double number) const {
    return area().left() + (number - left) / (right - left) * area().width();
}
double PlotAxes::yOf(double number) const {
    return area().bottom() - (number - bottom) / (top - bottom) * area().height();
}
double PlotAxes::acrossAt(double x) const {
    return left + (x - area().left()) / area().width() * (right - left);
}
double PlotAxes::upAt(double y) const {
    return bottom + (area().bottom() - y) / area().height() * (top - bottom);
}

void PlotAxes::paint(QPainter& painter) const {
    const QRectF box = area();
    painter.setFont(theme.monospaceSmall());
    const double high = painter.fontMetrics().height();
    const auto text = [](double number, bool isFraction, double step) {
        return isFraction ? QString::number(std::fabs(number) < step / 2 ? 0 : number, 'g', 6)
                          : session::counted(static_cast<std::uint64_t>(number));
    };
    const double upStep =
        roundStep((top - bottom) / std::max(1.0, box.height()) * theme.scaled(kUpTick), !isReal);
    for (double number = std::ceil(bottom / upStep) * upStep; number <= top; number += upStep) {
        const double y = std::floor(yOf(number)) + 0.5;
        painter.setPen(theme[Role::Border]);
        painter.drawLine(QPointF(box.left() - kTick, y), QPointF(box.right(), y));
        painter.setPen(theme[Role::Muted]);
        painter.drawText(QRectF(whole.left(), y - high / 2, box.left() - whole.left() - 2 * kTick, high),
                         Qt::AlignRight | Qt::AlignVCenter, text(number, isReal, upStep));
    }
    const double step =
        roundStep((right - left) / std::max(1.0, box.width()) * theme.scaled(kAcrossTick), !isRealAcross);
    for (double number = std::ceil(left / step) * step; number <= right; number += step) {
        const double x = std::floor(xOf(number)) + 0.5, wide = theme.scaled(kAcrossTick);
        painter.setPen(theme[Role::Border]);
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x, box.bottom() + kTick));
        painter.setPen(theme[Role::Muted]);
        const QRectF place(x - wide / 2, box.bottom() + kTick, wide, high);
        if (place.left() >= whole.left() && place.right() <= whole.right())
            painter.drawText(place, Qt::AlignCenter, text(number, isRealAcross, step));
    }
    painter.setPen(theme[Role::Border]);
    painter.drawRect(QRectF(box.left() - 0.5, box.top() + 0.5, box.width(), box.height()));
    painter.setFont(theme.small());
    painter.setPen(theme[Role::Muted]);
    painter.drawText(QRectF(box.left(), whole.bottom() - high - 2, box.width(), high + 2),
                     Qt::AlignRight | Qt::AlignVCenter, across);
    painter.drawText(QRectF(whole.left() + 2 * kTick, whole.top(), whole.width(), box.top() - whole.top()),
                     Qt::AlignLeft | Qt::AlignVCenter, up);
}

} // namespace lw::paint
