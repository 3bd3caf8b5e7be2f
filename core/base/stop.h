// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

// Long work that another thread may end: it looks at a flag between its parts. Null: nobody can end it.
namespace lw {

// Bytes that can be moved in a few milliseconds.
inline constexpr std::size_t kPartBytes = std::size_t{4} << 20;

inline bool isStopped(const std::atomic<bool>* stop) { return stop && *stop; }

// Calls part(first, count) for [0, total) in parts of at most `size`;
// false when it was stopped before the end.
template <typename Part>
bool inParts(std::size_t total, std::size_t size, const std::atomic<bool>* stop, Part part) {
    for (std::size_t first = 0; first < total; first += size) {
        if (isStopped(stop)) return false;
        part(first, std::min(size, total - first));
    }
    return true;
}

} // namespace lw
