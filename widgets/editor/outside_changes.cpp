// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/outside_changes.h"

#include <QFileInfo>
#include <QPointer>

#include <utility>

namespace lw::editor {

namespace {
constexpr int kSettleMilliseconds = 120;
}

OutsideChanges::OutsideChanges(const QList<Document*>& documents, NoticeBar& notices, QObject* parent)
    : QObject(parent), m_documents(documents), m_notices(notices) {
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMilliseconds);
    connect(&m_settle, &QTimer::timeout, this, &OutsideChanges::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
        m_changed.insert(path);
        m_settle.start();
    });
}

void OutsideChanges::watch(const QStringList& included) {
    QStringList wanted = included;
    for (const Document* document : m_documents) wanted << document->path();
    QStringList old, fresh;
    for (const QString& path : m_watcher.files())
        if (!wanted.contains(path)) old << path;
    for (const QString& path : wanted)
        if (!path.isEmpty() && !m_watcher.files().contains(path) && !fresh.contains(path) &&
            QFileInfo::exists(path))
            fresh << path;
    if (!old.isEmpty()) m_watcher.removePaths(old);
    if (!fresh.isEmpty()) m_watcher.addPaths(fresh);
}

void OutsideChanges::look() {
    bool included = false;
    for (const QString& path : std::exchange(m_changed, {})) {
        // To the watcher, a file that was replaced is a different one.
        if (!m_watcher.files().contains(path) && QFileInfo::exists(path)) m_watcher.addPath(path);
        Document* open = nullptr;
        for (Document* document : m_documents)
            if (document->path() == path) open = document;
        if (!open)
            included = true;
        else if (open->hasOtherFile() || open->isFileGone())
            ask(open);
        else
            m_notices.withdraw(path);
    }
    if (included) Q_EMIT includedChanged();
}

void OutsideChanges::ask(Document* document) {
    const QPointer<Document> safe(document);
    const auto keep = [safe] {
        if (safe) safe->keepOwnText();
    };
    if (!QFileInfo::exists(document->path())) {
        m_notices.ask(document->path(),
                      tr("%1 was deleted or moved by another program.").arg(document->title()),
                      {{tr("Keep the text"), keep}});
        return;
    }
    m_notices.ask(document->path(), whatHappened(*document),
                  {{tr("Reload"), [this, safe] { reload(safe); }}, {tr("Keep mine"), keep}});
}

void OutsideChanges::reload(Document* document) {
    if (!document) return;
    if (const auto wrong = document->reload()) Q_EMIT problem(*wrong);
}

QString OutsideChanges::whatHappened(const Document& document) const {
    return document.isModified()
               ? tr("%1 was changed by another program, and here as well.").arg(document.title())
               : tr("%1 was changed by another program.").arg(document.title());
}

void OutsideChanges::askBeforeSaving(Document* document) {
    const QPointer<Document> safe(document);
    const auto save = [this, safe] {
        if (!safe) return;
        safe->keepOwnText();
        Q_EMIT saveWanted(safe);
    };
    m_notices.ask(document->path(), whatHappened(*document),
                  {{tr("Reload"), [this, safe] { reload(safe); }}, {tr("Save mine over it"), save}});
}

} // namespace lw::editor

#include "moc_outside_changes.cpp"
