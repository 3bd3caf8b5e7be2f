// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/colour_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lw::paint {

using theme::Role;

namespace {
constexpr double kMargin = 8, kGap = 6, kStrip = 8, kMostStrip = 240, kLeastStrip = 12;
// "43132" takes less room than "4.313e+04".
QString numberText(double value) { return QString::number(value, 'g', std::fabs(value) >= 1000 ? 5 : 4); }
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
        tr("Colours from %1 to %2").arg(numberText(look.range.low), numberText(look.range.high));
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
    const QString low = numberText(range.low), high = numberText(range.high);
    double left = kMargin + metrics.horizontalAdvance(low) + kGap;
    double room = width() - left - kGap - metrics.horizontalAdvance(high) - kMargin;
    const bool hasNumbers = room >= kLeastStrip; // otherwise the tool tip has them
    if (!hasNumbers) left = kMargin, room = width() - 2 * kMargin;
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
    painter.drawText(QPointF(kMargin, base), low);
    painter.drawText(QPointF(strip.right() + kGap, base), high);
}

} // namespace lw::paint

#include "moc_colour_scale.cpp"
