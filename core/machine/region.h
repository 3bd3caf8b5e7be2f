// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::machine {

// A core's part of a state: bytes [begin, end) of the store, beginning with a page of its own. Those before
// hotEnd (registers, timers, queues, counters) change all the time: always dirty, they need no mark.
struct Region {
    std::uint64_t begin = 0, hotEnd = 0, end = 0;
};

} // namespace lw::machine
