// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/elements.h"

#include "core/machine/written_bits.h"

#include <algorithm>
#include <vector>

namespace lw::inference {

bool meet(const Elements& a, const Elements& b) {
    const Span x = a.bounds(), y = b.bounds();
    const auto begin = static_cast<std::uint64_t>(std::max(x.begin, y.begin));
    const auto end = static_cast<std::uint64_t>(std::max<std::int64_t>(std::min(x.end, y.end), 0));
    if (begin >= end) return false;
    // Byte by byte, in the range that both reach.
    std::vector<std::uint64_t> inA((end - begin + 63) / 64);
    const auto within = [&](const Elements& elements, auto each) {
        overPieces(elements, [&](std::uint64_t first, std::uint64_t count) {
            const std::uint64_t from = std::max(first, begin), to = std::min(first + count, end);
            if (from < to) each(from - begin, to - from);
        });
    };
    within(a,
           [&](std::uint64_t first, std::uint64_t count) { machine::setWritten(inA.data(), first, count); });
    bool found = false;
    within(b, [&](std::uint64_t first, std::uint64_t count) {
        found = found || !machine::overBits(first, count, [&](std::uint64_t i, std::uint64_t mask) {
                    return (inA[i] & mask) == 0;
                });
    });
    return found;
}

} // namespace lw::inference
