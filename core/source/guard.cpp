// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/guard.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

namespace lw::source {

namespace fs = std::filesystem;

namespace {
constexpr int kMostDepth = 64; // links may go round
} // namespace

std::optional<FileId> fileIdOf(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileId{status.st_dev, status.st_ino};
}

bool isIn(const std::string& path, const std::string& folder) {
    const fs::path inner(path), outer(folder);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void Guard::keepFile(const std::string& path) {
    if (const auto id = fileIdOf(path)) files.insert(*id);
}

void Guard::keepFolder(const std::string& folder) {
    std::error_code error;
    folders.push_back(fs::weakly_canonical(folder, error).string());
    constexpr auto kAll = fs::directory_options::follow_directory_symlink |
                          fs::directory_options::skip_permission_denied; // what cannot be read tells nothing
    for (auto it = fs::recursive_directory_iterator(folder, kAll, error);
         !error && it != fs::recursive_directory_iterator() && it.depth() < kMostDepth; it.increment(error))
        keepFile(it->path().string());
}

bool Guard::keeps(const std::string& path, const std::optional<FileId>& file) const {
    return (file && files.contains(*file)) ||
           std::ranges::count(names, fs::path(path).filename().string()) != 0 ||
           std::ranges::any_of(folders, [&](const std::string& folder) { return isIn(path, folder); });
}

bool Guard::isAmongReads(const std::string& path) const {
    return !reads || std::ranges::any_of(*reads, [&](const std::string& one) { return isIn(path, one); });
}

} // namespace lw::source
