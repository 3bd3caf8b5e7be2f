// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/circuit_view.h"

#include "widgets/circuit/circuit_words.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/theme.h"

#include <QVBoxLayout>

namespace lw::circuit {

namespace {

constexpr int kLabelHeight = 22;

} // namespace

CircuitView::CircuitView(session::ViewContext context, Circuit circuit, const QString& what, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_circuit(circuit)
    , m_what(what)
    , m_feed(new CircuitFeed(context, *this, circuit))
    , m_body(new QWidget(this))
    , m_notice(new theme::EmptyNotice(this))
    , m_bar(new PassBar(context, *m_feed, circuit, m_body))
    , m_head(new QWidget(m_body))
    , m_headLayout(new QHBoxLayout(m_head))
    , m_summary(new theme::ElidedLabel(m_head))
    , m_message(new theme::ElidedLabel(m_body)) {
    addWidget(m_notice);
    addWidget(m_body);
    m_headLayout->setContentsMargins(8, 2, 8, 2);
    m_headLayout->setSpacing(8);
    m_headLayout->addWidget(m_summary, 1);
    m_message->setContentsMargins(8, 0, 8, 0);
    m_message->setFixedHeight(kLabelHeight);
    theme::keepFont(*m_message, context.theme, &theme::Theme::monospaceSmall);
    connect(&m_notice->button(), &QPushButton::clicked, this, [this] {
        if (m_feed->next() < 0) return Q_EMIT networkWanted();
        m_feed->goTo(m_feed->next());
    });
}

void CircuitView::addHead(QWidget* first) { m_headLayout->insertWidget(0, first); }

void CircuitView::addToHead(QToolButton* button) { m_headLayout->addWidget(button); }

QToolButton* CircuitView::addButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton(m_head);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    addToHead(button);
    return button;
}

void CircuitView::begin(QWidget* pictures) {
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_head);
    layout->addWidget(pictures, 1);
    layout->addWidget(m_message);
    connect(m_feed, &CircuitFeed::changed, this, &CircuitView::refresh);
    refresh();
}

void CircuitView::refresh() {
    if (m_feed->isThere()) {
        setCurrentWidget(m_body);
        return showMoment();
    }
    showNothing();
    sayNothing(*m_notice, m_circuit, *m_feed, m_what);
    setCurrentWidget(m_notice);
}

} // namespace lw::circuit

#include "moc_circuit_view.cpp"
