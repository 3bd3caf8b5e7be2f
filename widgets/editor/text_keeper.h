// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/autosave.h"
#include "widgets/editor/document.h"
#include "widgets/editor/notice_bar.h"

#include <QHash>
#include <QList>
#include <QTimer>

#include <functional>

namespace lw::editor {

// Keeps the modified texts of the open documents at most two seconds after they change,
// and offers those left by a program that did not end normally.
class TextKeeper : public QObject {
    Q_OBJECT
  public:
    TextKeeper(const QString& folder, const QList<Document*>& documents, NoticeBar& notices, QObject* parent);

    void keepNow();
    // Asks about each leftover text. `restore` puts one back.
    using Restore = std::function<void(const Autosave::Kept&)>;
    void offer(const Restore& restore);

  Q_SIGNALS:
    void problem(const QString& text);

  private:
    const QList<Document*>& m_documents;
    NoticeBar& m_notices;
    Autosave m_autosave;
    QTimer m_timer;
    QHash<QString, std::uint64_t> m_kept; // version of the text last kept, by document
};

} // namespace lw::editor
