// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lw {

// The bytes of a regular file. Refused: what does not exist or cannot be read, folders and devices, and files
// of more than `mostBytes` (before anything is read).
Result<std::string> readFile(const std::string& path, std::uint64_t mostBytes);
// Replaces a file by these bytes.
Outcome writeFile(const std::string& path, std::string_view bytes);

} // namespace lw
