// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/buffer_plan.h"

#include <algorithm>
#include <numeric>

namespace lw::lower {

BufferPlan planBuffer(const std::vector<Lifetime>& stretches, bool reuse) {
    struct Placed {
        std::uint64_t from = 0, to = 0;
        std::size_t index = 0;
    };
    std::vector<Placed> placed; // by address
    BufferPlan out;
    out.addresses.resize(stretches.size());
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const Lifetime& one = stretches[i];
        const std::uint64_t bytes = (one.bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
        std::uint64_t at = 0;
        for (const Placed& other : placed) {
            const Lifetime& theirs = stretches[other.index];
            if (reuse && (theirs.last < one.first || one.last < theirs.first)) continue;
            if (other.from >= at + bytes) break;
            at = std::max(at, other.to);
        }
        const Placed here{at, at + bytes, i};
        placed.insert(std::upper_bound(placed.begin(), placed.end(), here,
                                       [](const Placed& a, const Placed& b) { return a.from < b.from; }),
                      here);
        out.addresses[i] = at;
        out.bytes = std::max(out.bytes, at + bytes);
    }
    return out;
}

std::vector<std::uint64_t> shareRoom(const std::vector<Wish>& wishes, std::uint64_t room) {
    constexpr std::uint64_t kAround = 2 * kBufferAlignment; // two tensors, each on a line of its own
    std::vector<std::size_t> order(wishes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wishes[i].bytes * wishes[i].pieces; });
    std::vector<std::uint64_t> out(wishes.size());
    std::size_t left = wishes.size();
    for (const std::size_t i : order) {
        const std::uint64_t part = room / left--;
        const std::uint64_t bytes = part - std::min(part, kAround);
        out[i] = std::min(wishes[i].pieces, bytes / wishes[i].bytes);
        if (out[i] != 0) room -= out[i] * wishes[i].bytes + kAround;
    }
    return out;
}

} // namespace lw::lower
