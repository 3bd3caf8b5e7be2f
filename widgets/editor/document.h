// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"
#include "widgets/editor/line_map.h"
#include "widgets/editor/text_form.h"

#include <QPointer>
#include <QString>

#include <cstdint>
#include <optional>

namespace lw::editor {

// A file on disk and its text in an editor. Saving writes a file beside it and renames it: what was saved
// before is never lost. A file that is not UTF-8 can be looked at but not changed until somebody says how to
// read it; it is saved the way it was read.
class Document : public QObject {
    Q_OBJECT
  public:
    Document(session::ViewContext context, QObject* parent = nullptr);
    ~Document() override;

    CodeEditor* editor() const { return m_editor; }
    // The first view and those added later; all of them show the one text.
    QList<CodeEditor*> views() const;
    CodeEditor* addView();
    void setMarks(const QVector<Mark>& marks);
    // The instruction set for which it is written.
    void setSpec(const isa::Spec& spec);
    const QString& path() const { return m_path; } // absolute; empty: never saved
    // The path, or a unique name that no file can have for a text without one.
    QString key() const;
    // The place among texts known by their keys, also those from before their first saving; -1: not there.
    qsizetype placeIn(const QStringList& keys) const;
    QString title() const;
    bool isModified() const { return m_editor->isModified(); }
    QString text() const { return m_editor->text(); }
    // Counts changes of the text.
    std::uint64_t version() const { return m_version; }
    // Whether what an assembler reads on disk differs from the text here.
    bool differsFromFile() const;

    // Nothing when it went well, otherwise what went wrong.
    std::optional<QString> open(const QString& path);
    std::optional<QString> save(const QString& path);
    // Takes the text on disk, as one step of undo.
    std::optional<QString> reload();
    // The file exists, and is no longer what this text was read from or written to.
    bool hasOtherFile() const;
    bool isFileGone() const;
    // The user wants this text and not the file: it must be saved, and the question is answered.
    void keepOwnText();

    // False: nobody has said yet in which encoding to read the file; the text can only be looked at.
    bool isText() const { return !m_unread; }
    QVector<Encoding> encodings() const; // possible ones
    void readAs(Encoding encoding);      // one of them
    const TextForm& form() const { return m_form; }
    // Saved from now on with these characters and line ends.
    void setForm(const TextForm& form);
    void showBytes();
    bool showsBytes() const { return m_showsBytes; }
    int firstBadLine() const;

    // What the running program was assembled from; nothing: this file is not part of it.
    void setLoadedText(const std::optional<QString>& text);
    bool differsFromLoaded() const { return m_loaded && m_differs; }
    // Where a line of the loaded text is now, both from 0; -1: it is gone.
    // Without a loaded text nothing moves.
    int lineNow(int lineThen) const;

  Q_SIGNALS:
    void titleChanged(); // path, or whether it is modified
    void textChanged();
    void formChanged(); // how the file is read
    void keyChanged(const QString& before);

  private:
    QString firstKey() const;
    void take(const QByteArray& bytes, bool isUndone);
    void put(const QString& text, bool isUndone);
    void setPath(const QString& path);
    void noteUnsaved();
    void compareWithLoaded();
    void linesMoved(int position, int kind, int linesAdded);

    session::ViewContext m_context;
    CodeEditor* m_editor; // belongs to the tab that contains it
    QList<QPointer<CodeEditor>> m_others;
    QString m_path;
    int m_number;        // of the texts without a file
    QByteArray m_onDisk; // hash of what was last read or written
    TextForm m_form;
    std::optional<QByteArray> m_unread; // the bytes if they are not a text
    bool m_showsBytes = false;
    std::uint64_t m_version = 0;
    std::optional<QByteArray> m_loaded;
    bool m_differs = false;
    LineMap m_lines;
};

// The title, with the folder if another document has the same one, and a star if it was changed.
QString titleAmong(const QList<Document*>& documents, const Document& document);

} // namespace lw::editor
