// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QProxyStyle>
#include <QStyleOption>

namespace lw::theme {

// Fusion with our measures and quiet lines. No style sheets: a change of theme is a palette and a repaint.
class Style : public QProxyStyle {
    Q_OBJECT
  public:
    explicit Style(const Theme& theme);

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override;

  private:
    void drawRing(const QStyleOption& option, QPainter& painter) const;
    void drawTick(const QStyleOption& option, QPainter& painter) const;
    void drawTabClose(const QStyleOption& option, QPainter& painter) const;
    void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter) const;

    const Theme& m_theme;
};

// Puts theme, fonts and style on the application, now and whenever the theme changes.
void apply(Theme& theme);

} // namespace lw::theme
