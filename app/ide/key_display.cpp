// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/key_display.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

namespace lw::ide {

using theme::Role;

namespace {

constexpr int kMilliseconds = 2000, kPadding = 12, kFromEdge = 32;

// Typed text, and modifiers on their way to something, are not shown.
bool isShown(const QKeyEvent& event) {
    const int key = event.key();
    if (key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta ||
        key == Qt::Key_AltGr || key == 0 || key == Qt::Key_unknown)
        return false;
    if (key >= Qt::Key_F1 && key <= Qt::Key_F35) return true;
    return event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
}

} // namespace

KeyDisplay::KeyDisplay(const theme::Theme& theme, const ActionTable& actions, QWidget* window)
    : QWidget(window), m_theme(theme), m_actions(actions) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    m_gone.setSingleShot(true);
    m_gone.setInterval(kMilliseconds);
    connect(&m_gone, &QTimer::timeout, this, &QWidget::hide);
    qApp->installEventFilter(this);
}

void KeyDisplay::say(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    place();
    show();
    raise();
    update();
    m_gone.start();
}

void KeyDisplay::place() {
    const QFontMetrics metrics(m_theme.title());
    const QSize size(metrics.horizontalAdvance(m_text) + 2 * m_theme.scaled(kPadding),
                     metrics.height() + m_theme.scaled(kPadding));
    const QWidget& window = *parentWidget();
    setGeometry((window.width() - size.width()) / 2,
                window.height() - size.height() - m_theme.scaled(kFromEdge), size.width(), size.height());
}

// A key first becomes a question whether it is a shortcut.
bool KeyDisplay::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) place();
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (isShown(key)) {
            const QKeySequence keys(key.keyCombination());
            const QAction* action = m_actions.clashWith(keys, nullptr);
            const QString pressed = keys.toString(QKeySequence::NativeText);
            say(action ? pressed + QStringLiteral("   ") + plainTextOf(action) : pressed);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void KeyDisplay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme[Role::Accent], m_theme.scaled(1)));
    painter.setBrush(m_theme[Role::Raised]);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    painter.setPen(m_theme[Role::Text]);
    painter.setFont(m_theme.title());
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace lw::ide

#include "moc_key_display.cpp"
