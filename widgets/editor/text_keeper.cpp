// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/text_keeper.h"

#include <QFileInfo>
#include <QLocale>

namespace lw::editor {

namespace {
constexpr int kKeepMilliseconds = 1500;
}

TextKeeper::TextKeeper(const QString& folder, const QList<Document*>& documents, NoticeBar& notices,
                       QObject* parent)
    : QObject(parent), m_documents(documents), m_notices(notices), m_autosave(folder) {
    connect(&m_timer, &QTimer::timeout, this, &TextKeeper::keepNow);
    m_timer.start(kKeepMilliseconds);
}

void TextKeeper::keepNow() {
    QHash<QString, std::uint64_t> kept;
    for (const Document* document : m_documents) {
        if (!document->isModified()) continue;
        const auto before = m_kept.constFind(document->key());
        if ((before == m_kept.constEnd() || *before != document->version()) &&
            !m_autosave.keep(document->key(),
                             {document->path(), nameOf(document->form().encoding), document->text()})) {
            Q_EMIT problem(tr("%1 cannot be kept for a crash: is the disk full?").arg(document->title()));
            continue;
        }
        kept[document->key()] = document->version();
    }
    // Saved or closed since.
    for (auto it = m_kept.constBegin(); it != m_kept.constEnd(); ++it)
        if (!kept.contains(it.key())) m_autosave.forget(it.key());
    m_kept = std::move(kept);
}

void TextKeeper::offer(const Restore& restore) {
    for (const Autosave::Kept& kept : m_autosave.leftOver()) {
        const QString name = kept.path.isEmpty() ? tr("a new file") : QFileInfo(kept.path).fileName();
        const auto take = [this, restore, kept] {
            restore(kept);
            keepNow(); // first here, then gone there
            m_autosave.drop(kept);
        };
        m_notices.ask(kept.file,
                      tr("Lanewright ended unexpectedly. Unsaved text of %1 was kept on %2.")
                          .arg(name, QLocale().toString(kept.when.toLocalTime(), QLocale::ShortFormat)),
                      {{tr("Restore"), take}, {tr("Discard"), [this, kept] { m_autosave.drop(kept); }}});
    }
}

} // namespace lw::editor

#include "moc_text_keeper.cpp"
