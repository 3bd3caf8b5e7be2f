// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/style.h"

#include <QApplication>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace lw::theme {

Style::Style(const Theme& theme) : QProxyStyle(QStyleFactory::create("Fusion")), m_theme(theme) {}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_DockWidgetTitleMargin: return 4;
    case PM_DockWidgetSeparatorExtent: return 5;
    case PM_DockWidgetFrameWidth:
    case PM_DefaultFrameWidth: return 1;
    case PM_ToolBarFrameWidth: return 0;
    case PM_ToolBarItemMargin: return 4;
    case PM_ToolBarItemSpacing: return 2;
    case PM_ToolBarIconSize:
    case PM_SmallIconSize:
    case PM_TabBarIconSize: return 16;
    case PM_ScrollBarExtent: return 12;
    case PM_MenuPanelWidth: return 1;
    case PM_TabBarTabVSpace: return 8;
    case PM_TabBarTabHSpace: return 20;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* data) const {
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_ToolTip_WakeUpDelay: return 500;
    case SH_EtchDisabledText: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
    case PE_FrameFocusRect: // one accent line instead of dots
        painter->save();
        painter->setPen(m_theme[Role::Accent]);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_IndicatorDockWidgetResizeHandle: painter->fillRect(option->rect, m_theme[Role::Panel]); return;
    case PE_FrameTabBarBase: {
        painter->save();
        painter->setPen(m_theme[Role::Border]);
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        painter->restore();
        return;
    }
    case PE_PanelToolBar: return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    if (element == CE_TabBarTabShape) { // flat; the current one has an accent line
        const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
        const bool current = tab && (tab->state & State_Selected);
        painter->fillRect(option->rect, m_theme[current ? Role::Surface : Role::Panel]);
        if (current)
            painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 2),
                              m_theme[Role::Accent]);
        return;
    }
    if (element == CE_ToolBar) {
        painter->fillRect(option->rect, m_theme[Role::Panel]);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void apply(Theme& theme) {
    QApplication::setStyle(new Style(theme)); // the application takes it
    const auto dress = [&theme] {
        QApplication::setPalette(theme.palette());
        QApplication::setFont(theme.text());
    };
    dress();
    QObject::connect(&theme, &Theme::changed, qApp, dress);
}

} // namespace lw::theme
