// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/hover_card.h"

#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

namespace lw::editor {

using theme::Role;

namespace {

constexpr int kMostWidth = 520;

void setLine(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

HoverCard::HoverCard(const theme::Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::ToolTip), m_theme(theme) {
    setAccessibleName(tr("About the word under the mouse"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    for (QLabel** label : {&m_problem, &m_title, &m_value, &m_text, &m_code}) {
        *label = new QLabel(this);
        (*label)->setTextFormat(Qt::PlainText);
        (*label)->setMaximumWidth(kMostWidth);
        layout->addWidget(*label);
    }
    for (QLabel* label : {m_problem, m_text}) label->setWordWrap(true);
    dress();
    connect(&theme, &theme::Theme::changed, this, &HoverCard::dress);
}

void HoverCard::dress() {
    const auto colour = [this](QLabel* label, Role role) {
        QPalette palette = m_theme.palette();
        palette.setColor(QPalette::WindowText, m_theme[role]);
        label->setPalette(palette);
    };
    colour(m_problem, Role::Error);
    colour(m_title, Role::Text);
    colour(m_value, Role::Accent);
    colour(m_text, Role::Text);
    colour(m_code, Role::Muted);
    QFont title = m_theme.monospace();
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_value->setFont(m_theme.monospace());
    m_problem->setFont(m_theme.text());
    m_text->setFont(m_theme.text());
    m_code->setFont(m_theme.monospaceSmall());
}

void HoverCard::showText(const HoverText& text, const QString& problem, const QPoint& at) {
    setLine(m_problem, problem);
    setLine(m_title, text.title);
    setLine(m_value, text.value.isEmpty() ? QString() : QStringLiteral("= ") + text.value);
    setLine(m_text, text.lines.join(QLatin1Char('\n')));
    setLine(m_code, text.encoding.join(QStringLiteral("   ")));
    m_code->setWordWrap(true);
    place(at);
}

void HoverCard::showLines(const QString& title, const QStringList& lines, const QPoint& at) {
    setLine(m_problem, {});
    setLine(m_title, QFontMetrics(m_title->font()).elidedText(title, Qt::ElideRight, kMostWidth));
    setLine(m_value, {});
    setLine(m_text, {});
    m_code->setWordWrap(false);
    setLine(m_code, lines.join(QLatin1Char('\n')));
    place(at);
}

QString HoverCard::plainText() const {
    QStringList out;
    for (const QLabel* label : {m_problem, m_title, m_value, m_text, m_code})
        if (!label->text().isEmpty()) out << label->text();
    return out.join(QLatin1Char('\n'));
}

void HoverCard::place(const QPoint& at) {
    m_code->setMaximumWidth(m_code->wordWrap() ? kMostWidth : QWIDGETSIZE_MAX);
    adjustSize();
    const QScreen* screen = QGuiApplication::screenAt(at);
    if (!screen) screen = QGuiApplication::primaryScreen();
    const QRect inside = screen->availableGeometry();
    QPoint corner = at;
    corner.setX(std::max(inside.left(), std::min(corner.x(), inside.right() - width())));
    if (corner.y() + height() > inside.bottom()) corner.setY(std::max(inside.top(), at.y() - height() - 28));
    move(corner);
    show();
    raise();
}

void HoverCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Raised]);
    painter.setPen(m_theme[Role::Border]);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lw::editor

#include "moc_hover_card.cpp"
