// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::machine {

// What a core has of a state: bytes [begin, end) of the store, from a page of its own on. Those before hotEnd
// (registers, timers, queues, counters) change all the time: they count as always dirty and need no mark.
struct Region {
    std::uint64_t begin = 0, hotEnd = 0, end = 0;
};

} // namespace lw::machine
