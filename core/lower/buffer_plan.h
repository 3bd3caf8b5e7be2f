// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::lower {

// A stretch of the unified buffer, needed from one step of the program to another, both included.
struct Lifetime {
    std::uint64_t bytes = 0;
    std::size_t first = 0, last = 0;
};

struct BufferPlan {
    std::vector<std::uint64_t> addresses; // multiples of kBufferAlignment
    std::uint64_t bytes = 0;              // in use, at most
};

inline constexpr std::uint64_t kBufferAlignment = 16;

// Puts each stretch at the lowest address that is free while it lives, in the given order.
// With `reuse` the memory of what is dead is used again; without, every stretch keeps its own.
// The plan may need more than there is.
BufferPlan planBuffer(const std::vector<Lifetime>& stretches, bool reuse);

} // namespace lw::lower
