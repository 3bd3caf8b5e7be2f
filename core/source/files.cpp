// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/files.h"

#include "core/base/bits.h"
#include "core/base/file.h"
#include "core/base/file_parts.h"
#include "core/base/messages.h"
#include "core/source/messages.h"

#include <algorithm>
#include <filesystem>

namespace lw::source {

namespace fs = std::filesystem;

Result<std::string> DiskLoader::load(const std::string& path) {
    std::error_code error;
    if (!fs::exists(path, error)) return Problem{&kNoSuchFile, {path}, {}, {}, {}};
    return readTextFile(path, m_maximumBytes);
}

std::string DiskLoader::begin(const std::string& path, std::size_t bytes) { return beginningOf(path, bytes); }

// What is asked for is opened first, and then looked at: who changes names meanwhile changes nothing of it.
Result<OpenedFile> FolderLoader::admit(const std::string& path) const {
    std::error_code error;
    const fs::path root = fs::weakly_canonical(m_folder, error);
    const std::string wanted = (root / path).string(); // an absolute path replaces the root
    OpenedFile file(wanted);
    const std::string real = file.isOpen() ? file.path() : fs::weakly_canonical(wanted, error).string();
    if (error) return Problem{&kNoSuchFile, {path}, {}, {}, {}};
    const bool isRoot = !m_guard.root || fileIdOf(root.string()) == m_guard.root;
    if (!isRoot || !isIn(real, root.string())) return Problem{&kOutsideFolder, {path}, {}, {}, {}};
    if (m_guard.keeps(real, file.id())) return Problem{&kKeptFile, {path}, {}, {}, {}};
    if (!m_guard.isAmongReads(real)) return Problem{&kNotAmongReads, {path}, {}, {}, {}};
    if (!file.isOpen() && file.error() == std::errc::no_such_file_or_directory)
        return Problem{&kNoSuchFile, {path}, {}, {}, {}};
    if (!file.isOpen())
        return Problem{&lw::messages::kCannotRead, {path, file.error().message()}, {}, {}, {}};
    if (!file.isRegular()) return Problem{&kNotRegular, {path}, {}, {}, {}};
    return file;
}

Result<std::string> FolderLoader::load(const std::string& path) {
    LW_TRY(const OpenedFile file, admit(path));
    auto text = readTextFile(file.name(), m_maximumBytes);
    if (!text) text.problem().arguments[0] = path;
    return text;
}

std::string FolderLoader::begin(const std::string& path, std::size_t bytes) {
    const auto file = admit(path);
    return file ? beginningOf(file->name(), bytes) : std::string();
}

Result<std::string> MemoryLoader::load(const std::string& path) {
    const auto found = m_files.find(path);
    if (found != m_files.end()) return found->second;
    if (m_behind) return m_behind->load(path);
    return Problem{&kNoSuchFile, {path}, {}, {}, {}};
}

std::string MemoryLoader::begin(const std::string& path, std::size_t bytes) {
    const auto found = m_files.find(path);
    if (found != m_files.end()) return found->second.substr(0, bytes);
    return m_behind ? m_behind->begin(path, bytes) : std::string();
}

SourceFile::SourceFile(std::string path, std::string text)
    : m_path(std::move(path)), m_text(std::move(text)) {
    Hash hash;
    hash.add(std::as_bytes(std::span(m_text)));
    m_hash = hash.value();
}

const std::vector<std::size_t>& SourceFile::lineStarts() const {
    if (!m_lineStarts.empty()) return m_lineStarts;
    m_lineStarts.push_back(0);
    for (std::size_t at = m_text.find('\n'); at != std::string::npos; at = m_text.find('\n', at + 1))
        m_lineStarts.push_back(at + 1);
    return m_lineStarts;
}

std::size_t SourceFile::lineCount() const { return lineStarts().size(); }

std::string_view SourceFile::line(std::size_t number) const {
    const auto& starts = lineStarts();
    if (number == 0 || number > starts.size()) return {};
    const std::size_t from = starts[number - 1];
    std::size_t to = number < starts.size() ? starts[number] - 1 : m_text.size();
    if (to > from && m_text[to - 1] == '\r') --to;
    return std::string_view(m_text).substr(from, to - from);
}

std::uint32_t Files::add(std::string path, std::string text) {
    m_files.push_back(std::make_unique<SourceFile>(std::move(path), std::move(text)));
    return static_cast<std::uint32_t>(m_files.size() - 1);
}

Result<std::uint32_t> Files::open(const std::string& path) {
    for (std::size_t i = 0; i < m_files.size(); ++i)
        if (m_files[i]->path() == path) return static_cast<std::uint32_t>(i);
    LW_TRY(std::string bytes, m_loader->load(path));
    return add(path, std::move(bytes));
}

std::string pathBeside(std::string_view from, std::string_view name) {
    return (fs::path(from).parent_path() / fs::path(name)).lexically_normal().string();
}

std::string pathIn(std::string_view folder, std::string_view name) {
    return (fs::path(folder) / fs::path(name)).lexically_normal().string();
}

} // namespace lw::source
