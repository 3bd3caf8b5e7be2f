// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/guide_bar.h"

#include "widgets/theme/icon.h"

#include <QFontMetrics>
#include <QHBoxLayout>

namespace lw::ide {

namespace {
constexpr int kMostWidth = 260; // of the next step's name
} // namespace

GuideBar::GuideBar(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent), m_where(new QLabel(this)), m_next(new QPushButton(this)) {
    setObjectName(QStringLiteral("guide"));
    setAccessibleName(tr("Steps of the example"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(6);
    layout->addWidget(m_where);
    layout->addWidget(m_next);
    auto* text = new QToolButton(this);
    text->setText(tr("Text"));
    text->setToolTip(tr("The text with all steps (About)"));
    text->setAutoRaise(true);
    layout->addWidget(text);
    auto* close = new QToolButton(this);
    close->setIcon(theme::icon(theme, QStringLiteral("close")));
    close->setAccessibleName(tr("Hide the steps"));
    close->setToolTip(close->accessibleName());
    close->setAutoRaise(true);
    layout->addWidget(close);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_taken + 1 >= m_steps.size()) return;
        const QString lines = m_steps[m_taken + 1].lines; // taking them lets the bar follow other steps
        Q_EMIT stepWanted(lines);
    });
    connect(text, &QToolButton::clicked, this, &GuideBar::textWanted);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void GuideBar::follow(const QList<manual::AboutView::Step>& steps, const QString& taken) {
    // Two may say the same: the next one is meant.
    const auto find = [&](qsizetype from, qsizetype to) {
        for (qsizetype i = from; i < to; ++i)
            if (steps[i].lines == taken) return i;
        return qsizetype(-1);
    };
    const bool isSame = steps == m_steps;
    m_taken = isSame ? find(m_taken + 1, steps.size()) : -1;
    if (m_taken < 0) m_taken = find(0, steps.size());
    m_steps = steps;
    setVisible(m_taken >= 0);
    if (m_taken < 0) return;
    m_where->setText(tr("Step %1 of %2").arg(m_taken + 1).arg(steps.size()));
    const bool isLast = m_taken + 1 == steps.size();
    m_next->setVisible(!isLast);
    if (isLast) return;
    const QString next = tr("Next: %1").arg(steps[m_taken + 1].title);
    QString shown = QFontMetrics(m_next->font()).elidedText(next, Qt::ElideRight, kMostWidth);
    m_next->setText(shown.replace(QLatin1Char('&'), QLatin1String("&&"))); // no letter for the keyboard
    m_next->setToolTip(next);
}

} // namespace lw::ide

#include "moc_guide_bar.cpp"
