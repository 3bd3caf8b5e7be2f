// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/notice_bar.h"

#include "widgets/theme/icon.h"

#include <QPushButton>

#include <algorithm>

namespace lw::editor {

using theme::Role;

NoticeBar::NoticeBar(const theme::Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme) {
    setAutoFillBackground(true);
    setAccessibleName(tr("Questions about files"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    auto* sign = new QLabel(this);
    sign->setPixmap(theme::icon(theme, QStringLiteral("warning"), Role::Warning).pixmap(16));
    layout->addWidget(sign);
    m_text = new QLabel(this);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    layout->addWidget(m_text, 1);
    m_buttons = new QHBoxLayout;
    m_buttons->setSpacing(4);
    layout->addLayout(m_buttons);
    dress();
    connect(&theme, &theme::Theme::changed, this, &NoticeBar::dress);
    hide();
}

void NoticeBar::dress() {
    QPalette palette = m_theme.palette();
    palette.setColor(QPalette::Window, m_theme.fill(Role::Warning, 0.14));
    setPalette(palette);
}

void NoticeBar::ask(const QString& name, const QString& text, std::vector<Answer> answers) {
    const auto same = std::find_if(m_questions.begin(), m_questions.end(),
                                   [&](const Question& one) { return one.name == name; });
    if (same != m_questions.end())
        *same = {name, text, std::move(answers)};
    else
        m_questions.push_back({name, text, std::move(answers)});
    showFirst();
}

void NoticeBar::withdraw(const QString& name) {
    std::erase_if(m_questions, [&](const Question& one) { return one.name == name; });
    showFirst();
}

void NoticeBar::answer(std::size_t number) {
    if (m_questions.empty() || number >= m_questions.front().answers.size()) return;
    const Answer chosen = m_questions.front().answers[number];
    if (!chosen.stays) {
        m_questions.erase(m_questions.begin());
        showFirst();
    }
    if (chosen.act) chosen.act();
}

void NoticeBar::showFirst() {
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater(); // one of them may be what was pressed
        item->widget()->hide();
        delete item;
    }
    setVisible(!m_questions.empty());
    m_text->setText(m_questions.empty() ? QString() : m_questions.front().text);
    if (m_questions.empty()) return;
    for (std::size_t i = 0; i < m_questions.front().answers.size(); ++i) {
        auto* button = new QPushButton(m_questions.front().answers[i].text, this);
        connect(button, &QPushButton::clicked, this, [this, i] { answer(i); });
        m_buttons->addWidget(button);
    }
}

} // namespace lw::editor

#include "moc_notice_bar.cpp"
