// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace lw {

// Takes the bytes of a file, one part after the other. What goes wrong is told at the end.
class FileParts {
  public:
    explicit FileParts(int descriptor, bool canSkip) : m_descriptor(descriptor), m_canSkip(canSkip) {}
    void put(std::span<const std::byte> bytes);
    void zeros(std::uint64_t count); // take no room on the disk where the file system can do that
    // The error number of what went wrong, or 0. Nothing may follow.
    int finish();

  private:
    int m_descriptor;
    bool m_canSkip;
    int m_error = 0;
    std::uint64_t m_bytes = 0;
    bool m_endsInZeros = false;
};

// writeFileAtomically() of what `fill` puts; a problem that it returns leaves the old file as it is.
Outcome writeFileInParts(const std::string& path, const std::function<Outcome(FileParts&)>& fill);

// At most the first `bytes` bytes of a regular file; none of anything else, which can be read only once.
std::string beginningOf(const std::string& path, std::size_t bytes);

} // namespace lw
