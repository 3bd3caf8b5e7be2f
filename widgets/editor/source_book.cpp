// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/source_book.h"

#include "core/assembler/words.h"
#include "core/program/lines.h"
#include "widgets/editor/text_lines.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace lw::editor {

namespace {

QString absolute(const std::string& path) {
    return QFileInfo(QString::fromStdString(path)).absoluteFilePath();
}

// The file of a core's program and those that contain its bundles. (Its list of sources has all files of
// the workload.)
QSet<QString> textsOf(const project::LoadedProgram& workload, std::size_t core) {
    const program::Program& program = workload.ofCores[core];
    QSet<QString> out{absolute(workload.pathsOfCores[core])};
    for (std::uint32_t file = 0; file < program.sources.size(); ++file)
        if (!program::linesWithBundles(program, file).empty()) out << absolute(program.sources[file].path);
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
    std::vector<QSet<QString>> texts;
    for (std::size_t i = 0; i < m_program->ofCores.size(); ++i) texts.push_back(textsOf(*m_program, i));
    const auto isOf = [&](const QSet<QString>& one) { return one.contains(path); };
    auto seen = std::ranges::find_if(texts, isOf);
    if (seen == texts.end()) return;
    if (core.index < texts.size() && isOf(texts[core.index])) seen = texts.begin() + core.index;
    m_assembled = &m_program->ofCores[static_cast<std::size_t>(seen - texts.begin())];
    for (const QSet<QString>& one : texts) m_hidden.unite(one);
    m_hidden.subtract(*seen);
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
