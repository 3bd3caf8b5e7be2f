// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/layout.h"
#include "core/chips/inference/pattern.h"

#include <cstdint>

namespace lw::inference {

// Elements of a pattern: `count` of them, `size` bytes long and `step` apart, from each of its addresses on.
struct Elements {
    Pattern pattern{};
    std::int64_t base = 0;
    std::uint64_t count = 1;
    std::int64_t step = 0;
    std::uint64_t size = 1;

    // Those from one address are a stretch of consecutive bytes.
    bool isPacked() const { return count == 1 || step == static_cast<std::int64_t>(size); }
    Span bounds() const { return boundsOf(pattern, base, count, step, static_cast<std::int64_t>(size)); }
};
static_assert(sizeof(Elements) == kElementsWords * sizeof(std::uint64_t)); // as stored in a state

// Calls each(first, count) for the stretches of consecutive bytes that they consist of, in their order.
template <typename Each> void overPieces(const Elements& elements, Each each) {
    const std::uint64_t bytes = elements.count * elements.size;
    const bool isPacked = elements.isPacked();
    const auto vector = [&](std::int64_t at) {
        if (isPacked) return each(static_cast<std::uint64_t>(at), bytes);
        for (std::uint64_t i = 0; i < elements.count; ++i, at += elements.step)
            each(static_cast<std::uint64_t>(at), elements.size);
    };
    overLines(joined(elements.pattern), elements.base,
              [&](std::int64_t first, std::uint64_t count, std::int64_t distance) {
                  if (isPacked && distance == static_cast<std::int64_t>(bytes))
                      return each(static_cast<std::uint64_t>(first), count * bytes);
                  for (std::uint64_t i = 0; i < count; ++i, first += distance) vector(first);
              });
}

// Whether they share a byte; all are inside a memory.
bool meet(const Elements& a, const Elements& b);

} // namespace lw::inference
