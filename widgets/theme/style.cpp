// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/style.h"

#include "widgets/theme/icon.h"

#include <QApplication>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace lw::theme {

namespace {

constexpr int kTabClose = 16, kThumbMargin = 3, kLeastThumb = 24;

// The thumb of a bar without arrow buttons, along its whole length.
QRect thumbOf(const QStyleOptionSlider& bar) {
    const bool across = bar.orientation == Qt::Horizontal;
    const int length = across ? bar.rect.width() : bar.rect.height();
    const auto range = static_cast<qint64>(bar.maximum) - bar.minimum;
    const qint64 whole = std::max<qint64>(range + bar.pageStep, 1);
    const int thumb = range == 0
                          ? length
                          : std::clamp(static_cast<int>(static_cast<qint64>(length) * bar.pageStep / whole),
                                       std::min(kLeastThumb, length), length);
    const int at = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                   length - thumb, bar.upsideDown);
    return across ? QRect(bar.rect.left() + at, bar.rect.top(), thumb, bar.rect.height())
                  : QRect(bar.rect.left(), bar.rect.top() + at, bar.rect.width(), thumb);
}

} // namespace

Style::Style(const Theme& theme) : QProxyStyle(QStyleFactory::create("Fusion")), m_theme(theme) {}

// Qt excludes the buttons of tool bars from the Tab key.
void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (!qobject_cast<QToolButton*>(widget) || !qobject_cast<QToolBar*>(widget->parentWidget())) return;
    widget->setFocusPolicy(Qt::TabFocus);
    if (widget->objectName() == QLatin1String("qt_toolbar_ext_button"))
        widget->setAccessibleName(tr("More buttons"));
}

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
    case PM_TabBarIconSize: return m_theme.scaled(16);
    case PM_ScrollBarExtent: return m_theme.scaled(12);
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight: return m_theme.scaled(kTabClose);
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
    case SH_ComboBox_Popup: return 0; // a list below the box
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
    case PE_FrameFocusRect: // one accent line instead of dots
        painter->save();
        painter->setPen(QPen(m_theme[Role::Accent], m_theme.scaled(1)));
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
    case PE_PanelScrollAreaCorner: painter->fillRect(option->rect, m_theme[Role::Panel]); return;
    case PE_PanelTipLabel: // Fusion frames it in the colour of its text
        painter->save();
        painter->setPen(m_theme[Role::Border]);
        painter->setBrush(m_theme[Role::Raised]);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_IndicatorCheckBox: // Fusion's box cannot be seen on dark
        painter->save();
        painter->setPen(m_theme[option->state & State_HasFocus ? Role::Accent : Role::Muted]);
        painter->setBrush(m_theme[Role::Surface]);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        if (option->state & (State_On | State_NoChange)) drawTick(*option, *painter);
        painter->restore();
        return;
    case PE_FrameLineEdit: // Fusion's cannot be seen on dark either
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(m_theme[option->state & State_HasFocus ? Role::Accent : Role::Border]);
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter->restore();
        return;
    case PE_IndicatorTabClose: return drawTabClose(*option, *painter);
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
            painter->fillRect(
                QRect(option->rect.left(), option->rect.top(), option->rect.width(), m_theme.scaled(2)),
                m_theme[Role::Accent]);
        return;
    }
    if (element == CE_ToolBar) {
        painter->fillRect(option->rect, m_theme[Role::Panel]);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
    // A button that was clicked needs no ring; one that was reached by Tab does.
    constexpr State kByKey = State_HasFocus | State_KeyboardFocusChange;
    if (element == CE_PushButton && (option->state & kByKey) == kByKey) drawRing(*option, *painter);
}

void Style::drawRing(const QStyleOption& option, QPainter& painter) const {
    QStyleOptionFocusRect ring;
    ring.QStyleOption::operator=(option);
    drawPrimitive(PE_FrameFocusRect, &ring, &painter, nullptr);
}

// A tick, or a bar for what is only partly so.
void Style::drawTick(const QStyleOption& option, QPainter& painter) const {
    const QRectF box = QRectF(option.rect).adjusted(3, 3, -3, -3);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme[option.state & State_Enabled ? Role::Accent : Role::Muted], 2, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    if (option.state & State_NoChange)
        return painter.drawLine(QPointF(box.left(), box.center().y()),
                                QPointF(box.right(), box.center().y()));
    const QPointF tick[]{{box.left(), box.center().y()},
                         {box.left() + box.width() * 0.4, box.bottom()},
                         {box.right(), box.top()}};
    painter.drawPolyline(tick, 3);
}

// Quiet until the mouse is over it.
void Style::drawTabClose(const QStyleOption& option, QPainter& painter) const {
    const bool isHot = (option.state & State_MouseOver) && (option.state & State_Enabled);
    QRect box(0, 0, m_theme.scaled(kTabClose), m_theme.scaled(kTabClose));
    box.moveCenter(option.rect.center());
    if (isHot) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme[Role::Border]);
        painter.drawRoundedRect(box, 3, 3);
        painter.restore();
    }
    icon(m_theme, QStringLiteral("close"), isHot ? Role::Text : Role::Muted)
        .paint(&painter, box.adjusted(2, 2, -2, -2));
}

void Style::drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter) const {
    painter.fillRect(bar.rect, m_theme[Role::Panel]);
    if (bar.maximum <= bar.minimum) return;
    const bool isHot = bar.state & (State_MouseOver | State_Sunken);
    const bool across = bar.orientation == Qt::Horizontal;
    const QRect thumb = across ? thumbOf(bar).adjusted(1, kThumbMargin, -1, -kThumbMargin)
                               : thumbOf(bar).adjusted(kThumbMargin, 1, -kThumbMargin, -1);
    const double round = (across ? thumb.height() : thumb.width()) / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(m_theme[Role::Muted], m_theme[Role::Panel], isHot ? 0.75 : 0.45));
    painter.drawRoundedRect(thumb, round, round);
    painter.restore();
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const {
    if ((control == CC_ToolButton || control == CC_ComboBox) && (option->state & State_HasFocus)) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return drawRing(*option, *painter);
    }
    if (control == CC_ScrollBar)
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return drawScrollBar(*bar, *painter);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

// Scroll bars have no arrow buttons: the thumb runs from end to end.
QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                            const QWidget* widget) const {
    const auto* bar =
        control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
    if (!bar) return QProxyStyle::subControlRect(control, option, part, widget);
    const bool across = bar->orientation == Qt::Horizontal;
    const QRect thumb = thumbOf(*bar);
    QRect out = bar->rect;
    switch (part) {
    case SC_ScrollBarGroove: return out;
    case SC_ScrollBarSlider: return thumb;
    case SC_ScrollBarSubPage:
        across ? out.setRight(thumb.left() - 1) : out.setBottom(thumb.top() - 1);
        return out;
    case SC_ScrollBarAddPage:
        across ? out.setLeft(thumb.right() + 1) : out.setTop(thumb.bottom() + 1);
        return out;
    default: return {};
    }
}

// The buttons of dock titles.
QIcon Style::standardIcon(StandardPixmap wanted, const QStyleOption* option, const QWidget* widget) const {
    switch (wanted) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton: return icon(m_theme, QStringLiteral("close"), Role::Muted);
    case SP_TitleBarNormalButton: return icon(m_theme, QStringLiteral("float"), Role::Muted);
    default: return QProxyStyle::standardIcon(wanted, option, widget);
    }
}

void apply(Theme& theme) {
    QApplication::setStyle(new Style(theme)); // the application owns it
    const auto dress = [&theme] {
        QApplication::setPalette(theme.palette());
        QApplication::setFont(theme.text());
    };
    dress();
    QObject::connect(&theme, &Theme::changed, qApp, dress);
    // Bars, boxes and buttons ask for their sizes once: another size needs another style. Widgets get the new
    // font with an event, and boxes forget how wide they were only with a style that comes after it.
    const auto measure = [&theme] { QApplication::setStyle(new Style(theme)); };
    QObject::connect(&theme, &Theme::magnified, qApp, measure, Qt::QueuedConnection);
}

} // namespace lw::theme

#include "moc_style.cpp"
