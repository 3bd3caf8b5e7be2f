// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/source/guard.h"
#include "core/source/opened_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lw::source {

// Where files come from. Everything that a program names (.include, .npy, configurations) is read through a
// loader, so that tests, unsaved editor buffers and graded programs decide what can be read.
class Loader {
  public:
    virtual ~Loader() = default;
    // The bytes of a file, or a problem without a place.
    virtual Result<std::string> load(const std::string& path) = 0;
    // At most the first `bytes` bytes of a file: to see whether the rest is worth reading. Nothing of what
    // load() refuses, and of what can be read only once.
    virtual std::string begin(const std::string& path, std::size_t bytes) = 0;
};

// Any file that the process may read, up to `maximumBytes`.
class DiskLoader : public Loader {
  public:
    explicit DiskLoader(std::uint64_t maximumBytes = std::uint64_t{4} << 30) : m_maximumBytes(maximumBytes) {}
    Result<std::string> load(const std::string& path) override;
    std::string begin(const std::string& path, std::size_t bytes) override;

  private:
    std::uint64_t m_maximumBytes;
};

// Only regular files inside a folder, also after symbolic links and .. are followed, and none that the guard
// keeps. Relative paths count from the folder.
class FolderLoader : public Loader {
  public:
    explicit FolderLoader(std::string folder, std::uint64_t maximumBytes = std::uint64_t{1} << 30)
        : m_folder(std::move(folder)), m_maximumBytes(maximumBytes) {}
    FolderLoader(std::string folder, Guard guard) : FolderLoader(std::move(folder)) {
        m_guard = std::move(guard);
    }
    // E104 to E108
    Result<std::string> load(const std::string& path) override;
    std::string begin(const std::string& path, std::size_t bytes) override;

  private:
    Result<OpenedFile> admit(const std::string& path) const;

    std::string m_folder;
    std::uint64_t m_maximumBytes;
    Guard m_guard{};
};

// Given texts by path; asks `behind`, if there is one, for every other path.
class MemoryLoader : public Loader {
  public:
    explicit MemoryLoader(Loader* behind = nullptr) : m_behind(behind) {}
    void set(std::string path, std::string bytes) { m_files[std::move(path)] = std::move(bytes); }
    Result<std::string> load(const std::string& path) override;
    std::string begin(const std::string& path, std::size_t bytes) override;

  private:
    Loader* m_behind;
    std::map<std::string, std::string> m_files;
};

// A text with its name. Text and path never move while the Files live.
class SourceFile {
  public:
    SourceFile(std::string path, std::string text);
    const std::string& path() const { return m_path; }
    const std::string& text() const { return m_text; }
    std::uint64_t hash() const { return m_hash; } // of the bytes
    std::size_t lineCount() const;
    std::string_view line(std::size_t number) const; // from 1, without its end; empty beyond the text

  private:
    const std::vector<std::size_t>& lineStarts() const;

    std::string m_path;
    std::string m_text;
    std::uint64_t m_hash;
    mutable std::vector<std::size_t> m_lineStarts; // made when first asked for: only messages need it
};

// The texts that an assembly has read. Place::file is an index into this list.
class Files {
  public:
    explicit Files(Loader& loader) : m_loader(&loader) {}
    std::uint32_t add(std::string path, std::string text); // a text that is already at hand
    Result<std::uint32_t> open(const std::string& path);   // the same number for the same path
    const SourceFile& operator[](std::uint32_t file) const { return *m_files[file]; }
    std::size_t size() const { return m_files.size(); }
    Loader& loader() const { return *m_loader; }

  private:
    Loader* m_loader;
    std::vector<std::unique_ptr<SourceFile>> m_files;
};

// `name` as seen from the folder of the file at `from`: an absolute name stays as it is; . and .. are folded.
std::string pathBeside(std::string_view from, std::string_view name);
// `name` in `folder`.
std::string pathIn(std::string_view folder, std::string_view name);

} // namespace lw::source
