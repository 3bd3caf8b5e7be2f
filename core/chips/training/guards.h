// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lw::training {

// One byte per row of vector memory and per word of scalar memory: zero means that nothing about it needs a
// closer look, so that the fast path of a load or store is one test. Derived from the state (and from the
// triggers), not part of it.
enum Guard : std::uint8_t {
    kGuardUnwritten = 1, // some word was never written
    kGuardLanding = 2,   // destination of a transfer that no wait has ordered
    kGuardLeaving = 4,   // source of such a transfer
    kGuardWatchRead = 8,
    kGuardWatchWrite = 16,
    kGuardShared = 32, // another core has sent something there: accesses leave stamps
};

struct Guards {
    std::vector<std::uint8_t> rows;  // of vector memory
    std::vector<std::uint8_t> words; // of scalar memory
};

} // namespace lw::training
