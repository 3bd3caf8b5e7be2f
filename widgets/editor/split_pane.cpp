// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/split_pane.h"

#include "widgets/theme/icon.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lw::editor {

SplitPane::SplitPane(const theme::Theme& theme, const QList<Document*>& documents, Equip equip,
                     QWidget* parent)
    : QFrame(parent)
    , m_documents(documents)
    , m_equip(std::move(equip))
    , m_choice(new QComboBox(this))
    , m_views(new QStackedWidget(this)) {
    m_choice->setAccessibleName(tr("Text in the second view"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* shut = new QToolButton(this);
    shut->setIcon(theme::icon(theme, QStringLiteral("close")));
    shut->setAutoRaise(true);
    shut->setToolTip(tr("Close the second view"));
    shut->setAccessibleName(shut->toolTip());
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(4, 2, 4, 2);
    bar->addWidget(m_choice);
    bar->addStretch(1);
    bar->addWidget(shut);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_views, 1);
    connect(shut, &QToolButton::clicked, this, &SplitPane::closeWanted);
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        showDocument(m_documents.value(index));
        if (editor()) editor()->setFocus();
    });
}

CodeEditor* SplitPane::editor() const { return qobject_cast<CodeEditor*>(m_views->currentWidget()); }

Document* SplitPane::document() const {
    const auto found = std::find_if(m_documents.begin(), m_documents.end(), [this](const Document* document) {
        return document->views().contains(editor());
    });
    return found == m_documents.end() ? nullptr : *found;
}

void SplitPane::showDocument(Document* document) {
    if (!document) return;
    CodeEditor* view = document->views().value(1);
    if (!view) {
        view = document->addView();
        m_views->addWidget(view);
        m_equip(*document, *view);
        view->setFirstVisibleLine(document->editor()->firstVisibleLine());
    }
    m_views->setCurrentWidget(view);
    update();
    Q_EMIT documentChanged();
}

void SplitPane::update() {
    if (!document() && !m_documents.isEmpty() && isVisible()) return showDocument(m_documents.front());
    const QSignalBlocker blocker(m_choice);
    m_choice->clear();
    for (const Document* document : m_documents) {
        m_choice->addItem(titleAmong(m_documents, *document));
        m_choice->setItemData(m_choice->count() - 1, document->path(), Qt::ToolTipRole);
    }
    m_choice->setCurrentIndex(static_cast<int>(m_documents.indexOf(document())));
}

} // namespace lw::editor

#include "moc_split_pane.cpp"
