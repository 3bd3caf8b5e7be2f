// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"
#include "widgets/editor/notice_bar.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QSet>
#include <QTimer>

namespace lw::editor {

// Files that other programs change while they are open: asks which text counts.
class OutsideChanges : public QObject {
    Q_OBJECT
  public:
    OutsideChanges(const QList<Document*>& documents, NoticeBar& notices, QObject* parent);

    // Watches the open files and these.
    void watch(const QStringList& included);
    // The text is about to be saved over a file that another program has changed.
    void askBeforeSaving(Document* document);

  Q_SIGNALS:
    void includedChanged(); // one that is not open
    void saveWanted(Document* document);
    void problem(const QString& text);

  private:
    void look();
    void ask(Document* document);
    void reload(Document* document);
    QString whatHappened(const Document& document) const;

    const QList<Document*>& m_documents;
    NoticeBar& m_notices;
    QFileSystemWatcher m_watcher;
    QTimer m_settle; // a file is often written in several steps
    QSet<QString> m_changed;
};

} // namespace lw::editor
