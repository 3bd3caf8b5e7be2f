// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/colour_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lw::paint {

using theme::Role;

namespace {
constexpr double kScaleMargin = 8, kScaleGap = 6, kStrip = 8, kMostStrip = 240, kLeastStrip = 12;
// "43132" takes less room than "4.313e+04".
QString scaleText(double value) { return QString::number(value, 'g', std::fabs(value) >= 1000 ? 5 : 4); }
} // namespace

ColourScale::ColourScale(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setLook({});
    connect(&theme, &theme::Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ColourScale::setLook(const TensorLook& look) {
    m_look = look;
    const QString text =
        tr("Colours from %1 to %2").arg(scaleText(look.range.low), scaleText(look.range.high));
    setAccessibleName(text);
    setToolTip(text);
    update();
}

QSize ColourScale::sizeHint() const {
    return {160, static_cast<int>(std::ceil(QFontMetricsF(m_theme.monospaceSmall()).height())) + 2};
}

void ColourScale::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(m_theme.monospaceSmall());
    const QFontMetricsF metrics(painter.font());
    const ValueRange& range = m_look.range;
    const QString low = scaleText(range.low), high = scaleText(range.high);
    double left = kScaleMargin + metrics.horizontalAdvance(low) + kScaleGap;
    double room = width() - left - kScaleGap - metrics.horizontalAdvance(high) - kScaleMargin;
    const bool hasNumbers = room >= kLeastStrip; // otherwise the tool tip has them
    if (!hasNumbers) left = kScaleMargin, room = width() - 2 * kScaleMargin;
    if (room < kLeastStrip) return;
    const QRectF strip(left, std::round((height() - kStrip) / 2), std::floor(std::min(room, kMostStrip)),
                       kStrip);
    const ColourMap map(m_look.map, m_theme);
    const int steps = static_cast<int>(strip.width());
    for (int i = 0; i < steps; ++i)
        painter.fillRect(QRectF(strip.left() + i, strip.top(), 1, kStrip),
                         QColor(map.at(range.low + (range.high - range.low) * (i + 0.5) / steps, range)));
    painter.setPen(QPen(m_theme[Role::Border], 0));
    painter.drawRect(strip);
    painter.setPen(m_theme[Role::Muted]);
    if (range.low < 0 && range.high > 0) {
        const double zero =
            std::round(strip.left() - range.low / (range.high - range.low) * strip.width()) + 0.5;
        painter.drawLine(QPointF(zero, strip.top() - 2), QPointF(zero, strip.bottom() + 2));
    }
    if (!hasNumbers) return;
    const double base = (height() + metrics.ascent() - metrics.descent()) / 2;
    painter.drawText(QPointF(kScaleMargin, base), low);
    painter.drawText(QPointF(strip.right() + kScaleGap, base), high);
}

} // namespace lw::paint

#include "moc_colour_scale.cpp"
