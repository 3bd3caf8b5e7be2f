// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lw::source {

// A file whatever it is called: device and number. Nothing of what is not there.
using FileId = std::pair<std::uint64_t, std::uint64_t>;
std::optional<FileId> fileIdOf(const std::string& path);

// Files in a folder that a program which is checked may not read.
struct Guard {
    std::set<FileId> files;           // under any name
    std::vector<std::string> folders; // and all below them
    std::vector<std::string> names{}; // and all that are called so, wherever they are
    // If given: only these files, and what lies below these folders.
    std::optional<std::vector<std::string>> reads{};
    // If given: what the folder was when it was allowed, whatever has its name now.
    std::optional<FileId> root{};

    // Also under other names: whatever lies in the folder, and below, at this moment.
    void keepFolder(const std::string& folder);
    void keepFile(const std::string& path);

    // Of a path without links, and of the file that was found there.
    bool keeps(const std::string& path, const std::optional<FileId>& file) const;
    bool isAmongReads(const std::string& path) const;
};

// Whether a path lies in a folder, or is it; both without links.
bool isIn(const std::string& path, const std::string& folder);

} // namespace lw::source
