// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw {

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 34;

// The whole file, at most `maxBytes` of it (E003 beyond). Regular files and pipes only: a folder or a device
// is refused. E001 with path and reason. `stop` is looked at every few milliseconds: E004.
Result<std::vector<std::byte>> readFile(const std::string& path, std::uint64_t maxBytes = kMaxFileBytes,
                                        const std::atomic<bool>* stop = nullptr);
Result<std::string> readTextFile(const std::string& path, std::uint64_t maxBytes = kMaxFileBytes);
// The same of what is to be written over, if it says that it may be.
Result<std::string> readTextToReplace(const std::string& path);

// Whether files that were read are kept from being written over: E005. What this process has written itself
// may be read and written again. For commands, which are told on one line what they read and what they write.
void keepReadFiles(bool keeps);

// Puts the bytes into a temporary file beside `path` and renames it, so that a reader sees the old file
// or the new one, never half of it, also when the power fails. A link is followed; a pipe or device is
// written to directly. E002 with path and reason.
Outcome writeFileAtomically(const std::string& path, std::span<const std::byte> bytes);
Outcome writeFileAtomically(const std::string& path, std::string_view text);

// The same path seen from the root; as it is where the present folder is not known.
std::string absolutePath(const std::string& path);

} // namespace lw
