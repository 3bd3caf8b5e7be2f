// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/empty_notice.h"

#include <QVBoxLayout>

namespace lw::theme {

namespace {
constexpr int kMargin = 16, kGap = 12;
} // namespace

EmptyNotice::EmptyNotice(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_button(new QPushButton(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_button);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addStretch(1);
    layout->addWidget(m_text);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
}

void EmptyNotice::say(const QString& text, const QString& button) {
    m_text->setText(text);
    m_button->setText(button);
    m_button->setMinimumWidth(0);
    m_button->setMinimumWidth(m_button->sizeHint().width() + 2 * kGap);
    m_button->setAccessibleName(button);
    m_button->setAccessibleDescription(text);
}

} // namespace lw::theme

#include "moc_empty_notice.cpp"
