// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"
#include "widgets/editor/line_map.h"

#include <QPointer>
#include <QString>

#include <optional>

namespace lw::editor {

// A file on disk and its text in an editor. Saving writes a file beside it and renames it:
// what was saved before is never lost.
class Document : public QObject {
    Q_OBJECT
  public:
    Document(session::ViewContext context, QObject* parent = nullptr);
    ~Document() override;

    CodeEditor* editor() const { return m_editor; }
    // The first view and those that were added; all of them show the one text.
    QList<CodeEditor*> views() const;
    CodeEditor* addView();
    void setMarks(const QVector<Mark>& marks);
    // The instruction set it is written for.
    void setSpec(const isa::Spec& spec);
    const QString& path() const { return m_path; } // absolute; empty: never saved
    // The path, or a name of its own for a text without one.
    QString key() const { return m_path.isEmpty() ? m_untitled : m_path; }
    QString title() const;
    bool isModified() const { return m_editor->isModified(); }
    QString text() const { return m_editor->text(); }

    // Nothing when it went well, otherwise what went wrong.
    std::optional<QString> open(const QString& path);
    std::optional<QString> save(const QString& path);
    // Takes the text on disk, as one step of undo.
    std::optional<QString> reload();
    // The file is not what this text was read from or written to any more.
    bool differsFromDisk() const;
    // The person wants this text and not the file: it is to be saved, and the question is answered.
    void keepOwnText();

    // What the running program was assembled from; nothing: this file is not part of it.
    void setLoadedText(const std::optional<QString>& text);
    bool differsFromLoaded() const { return m_loaded && m_differs; }
    // Where a line of the loaded text stands now, both from 0; -1: it is gone.
    // Without a loaded text nothing moves.
    int lineNow(int lineThen) const;

  Q_SIGNALS:
    void titleChanged(); // path, or whether it is modified
    void textChanged();

  private:
    void compareWithLoaded();
    void linesMoved(int position, int kind, int linesAdded);

    session::ViewContext m_context;
    CodeEditor* m_editor; // belongs to the tab it stands in
    QList<QPointer<CodeEditor>> m_others;
    QString m_path, m_untitled;
    QByteArray m_onDisk; // hash of what was read or written last
    std::optional<QByteArray> m_loaded;
    bool m_differs = false;
    LineMap m_lines;
};

// The title, with the folder when another one is called so too, and a star when it was changed.
QString titleAmong(const QList<Document*>& documents, const Document& document);

} // namespace lw::editor
