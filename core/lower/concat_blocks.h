// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace lw::lower {

// Blocks of lanes of a part whose channels begin at channel `begin` of the whole: where the first lane of
// each goes in a block of the whole; the rest of it follows in the next block.
struct ConcatBlock {
    std::uint64_t of = 0, to = 0; // block of the part, of the whole
    std::uint64_t by = 0;         // lanes to the right
    std::uint64_t channels = 0;
    std::uint64_t end() const { return by + channels; }
};
template <typename Visit>
void eachConcatBlock(std::uint64_t begin, std::uint64_t channels, std::uint64_t lanes, const Visit& visit) {
    for (std::uint64_t block = 0; block * lanes < channels; ++block) {
        const std::uint64_t first = begin + block * lanes;
        visit(ConcatBlock{block, first / lanes, first % lanes, std::min(lanes, channels - block * lanes)});
    }
}

} // namespace lw::lower
