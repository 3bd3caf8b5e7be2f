// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/load_program.h"
#include "widgets/editor/name_index.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lw::editor {

// A name in one of the files.
struct FilePlace {
    QString path;
    NamePlace at;
};

// The texts that belong together, open or included, with their names
// and the words of the instruction set for which they are written.
class SourceBook {
  public:
    SourceBook();

    // Words and latencies are from the newest text that assembled.
    void setProgram(std::shared_ptr<const project::LoadedProgram> program);
    // Another program is in front: what was known about the previous one does not apply to it.
    void forgetProgram();
    const project::LoadedProgram* program() const { return m_program.get(); }
    // From here on it is looked at from that text. Among a workload's programs, the one to which the text
    // belongs counts: that of this core if it does, otherwise the first; definitions only in texts of others
    // are not seen. From a text that belongs to none, everything is seen.
    void lookFrom(const QString& path, machine::CoreId core);
    // The program that counts. Null until one has assembled.
    const program::Program* assembled() const { return m_assembled; }
    const isa::Spec& spec() const { return *m_spec; }
    const source::Words& words() const { return m_words; }

    void setText(const QString& path, const std::string& text);
    // Forgets texts of other files.
    void keepOnly(const QStringList& paths);

    std::vector<std::string> namesOf(NameKind kind) const; // sorted, once each
    // The name at a byte of a text of the book.
    std::optional<NamePlace> nameAt(const QString& path, int line, int column) const;
    // For a label, constant, tensor or macro; preferably in `path`.
    std::optional<FilePlace> definitionOf(const std::string& name, const QString& path) const;
    // Where it is written, including the definition, file by file.
    std::vector<FilePlace> usesOf(const std::string& name) const;

    std::string lineOf(const QString& path, int line) const;

  private:
    struct Text {
        std::string text;
        std::vector<NamePlace> names;
    };
    std::shared_ptr<const project::LoadedProgram> m_program;
    const program::Program* m_assembled = nullptr; // a part of it
    QSet<QString> m_hidden;                        // texts that are not seen
    const isa::Spec* m_spec;
    source::Words m_words;
    QHash<QString, Text> m_texts;
};

} // namespace lw::editor
