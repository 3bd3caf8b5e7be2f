// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"

#include <QString>

#include <optional>

namespace lw::editor {

// A file on disk and its text in an editor. Saving writes a file beside it and renames it: what was saved
// before is never lost.
class Document : public QObject {
    Q_OBJECT
  public:
    Document(session::ViewContext context, QObject* parent = nullptr);
    ~Document() override;

    CodeEditor* editor() const { return m_editor; }
    const QString& path() const { return m_path; } // absolute; empty: never saved
    QString title() const;
    bool isModified() const { return m_editor->isModified(); }
    QString text() const { return m_editor->text(); }

    // Nothing when it went well, otherwise what went wrong.
    std::optional<QString> open(const QString& path);
    std::optional<QString> save(const QString& path);

  Q_SIGNALS:
    void titleChanged(); // path, or whether it is modified
    void textChanged();

  private:
    CodeEditor* m_editor; // belongs to the tab it stands in
    QString m_path;
};

} // namespace lw::editor
