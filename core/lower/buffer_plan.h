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
    std::uint64_t bytes = 0;              // in use at the peak
};

inline constexpr std::uint64_t kBufferAlignment = 16;

// Puts each stretch at the lowest address that is free while it is needed, in the given order.
// With `reuse`, memory that is no longer needed is used again; without, every stretch keeps its own.
// The plan may need more than there is.
BufferPlan planBuffer(const std::vector<Lifetime>& stretches, bool reuse);

// Two tensors that are stored only to be looked at, in as many pieces (channels) as there is room for.
struct Wish {
    std::uint64_t bytes = 0; // of a piece of both
    std::uint64_t pieces = 0;
};
// How many pieces each gets out of that many bytes: all that it asks for, or an equal share of the bytes left
// by those that ask for less.
std::vector<std::uint64_t> shareRoom(const std::vector<Wish>& wishes, std::uint64_t room);

} // namespace lw::lower
