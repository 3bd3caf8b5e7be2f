// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/source_book.h"

#include "core/assembler/words.h"
#include "widgets/editor/text_lines.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace lw::editor {

namespace {

QSet<QString> sourcesOf(const program::Program& program) {
    QSet<QString> out;
    for (const program::SourceName& source : program.sources)
        out << QFileInfo(QString::fromStdString(source.path)).absoluteFilePath();
    return out;
}

} // namespace

SourceBook::SourceBook()
    : m_spec(chips::all().front().spec), m_words(assembler::wordsOf(*chips::all().front().spec)) {}

void SourceBook::setProgram(std::shared_ptr<const project::LoadedProgram> program) {
    if (!program) return;
    m_program = std::move(program);
    lookFrom({}, {});
    if (m_program->chip->spec == m_spec) return;
    m_spec = m_program->chip->spec;
    m_words = assembler::wordsOf(*m_spec);
    for (Text& text : m_texts) text.names = namesIn(text.text, m_words);
}

void SourceBook::forgetProgram() {
    m_program = nullptr;
    lookFrom({}, {});
}

void SourceBook::lookFrom(const QString& path, machine::CoreId core) {
    m_hidden.clear();
    m_assembled = m_program ? &m_program->program : nullptr;
    if (!m_program || m_program->ofCores.empty() || path.isEmpty()) return;
    const auto& programs = m_program->ofCores;
    const auto isOf = [&](const program::Program& one) { return sourcesOf(one).contains(path); };
    const auto first = std::ranges::find_if(programs, isOf);
    if (first == programs.end()) return;
    const bool isThatCores = core.index < programs.size() && isOf(programs[core.index]);
    m_assembled = isThatCores ? &programs[core.index] : &*first;
    for (const program::Program& one : programs) m_hidden.unite(sourcesOf(one));
    m_hidden.subtract(sourcesOf(*m_assembled));
}

void SourceBook::setText(const QString& path, const std::string& text) {
    Text& entry = m_texts[path];
    if (entry.text == text) return;
    entry.text = text;
    entry.names = namesIn(entry.text, m_words);
}

void SourceBook::keepOnly(const QStringList& paths) {
    for (auto it = m_texts.begin(); it != m_texts.end();)
        it = paths.contains(it.key()) ? std::next(it) : m_texts.erase(it);
}

std::vector<std::string> SourceBook::namesOf(NameKind kind) const {
    std::set<std::string> out;
    for (auto text = m_texts.begin(); text != m_texts.end(); ++text)
        for (const NamePlace& place : text->names)
            if (!m_hidden.contains(text.key()) && place.isDefinition && place.kind == kind &&
                place.name.find('.') == std::string::npos)
                out.insert(place.name);
    return {out.begin(), out.end()};
}

std::optional<NamePlace> SourceBook::nameAt(const QString& path, int line, int column) const {
    const auto text = m_texts.find(path);
    if (text == m_texts.end()) return {};
    for (const NamePlace& place : text->names)
        if (place.line == line && column >= place.column && column <= place.column + place.length)
            return place;
    return {};
}

std::optional<FilePlace> SourceBook::definitionOf(const std::string& name, const QString& path) const {
    std::optional<FilePlace> out;
    for (const FilePlace& use : usesOf(name))
        if (use.at.isDefinition && !m_hidden.contains(use.path) &&
            (!out || (use.path == path && out->path != path)))
            out = use;
    return out;
}

std::vector<FilePlace> SourceBook::usesOf(const std::string& name) const {
    std::vector<FilePlace> out;
    QStringList paths = m_texts.keys();
    paths.sort();
    for (const QString& path : paths)
        for (const NamePlace& place : m_texts[path].names)
            if (place.name == name) out.push_back({path, place});
    return out;
}

std::string SourceBook::lineOf(const QString& path, int line) const {
    const auto text = m_texts.find(path);
    if (text == m_texts.end()) return {};
    const auto lines = linesOf(text->text);
    return line >= 0 && static_cast<std::size_t>(line) < lines.size()
               ? std::string(lines[static_cast<std::size_t>(line)])
               : std::string();
}

} // namespace lw::editor
