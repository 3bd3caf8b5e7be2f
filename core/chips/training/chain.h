// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lw::training {

class Config;
struct Decoded;
struct DecodedProgram;

// A stretch of bundles, one after the other, that is taken as one step. Whether none of them would have to
// wait is seen when the first one issues, from what the bundles before have left behind; what they do to each
// other was seen when the program was decoded. Nothing of it is state: bundle by bundle the same happens.
struct Chain {
    // Times `after` are packed clocks from the issue of the first bundle.
    struct Ready { // met if it is ready or free by then
        std::uint64_t after = 0;
        std::uint8_t index = 0; // in the scoreboard, or of a port
    };
    struct Result {
        std::uint64_t after = 0;
        std::uint32_t number = 0; // counted from the oldest in the queue
        std::uint8_t queue = 0;
    };
    struct Room {
        std::uint32_t places = 0; // that must be free in the queue
        std::uint8_t queue = 0;
    };
    struct Link { // a bundle that does something
        const Decoded* at = nullptr;
        std::uint64_t after = 0;
    };
    std::uint32_t first = 0;             // bundle
    std::vector<Ready> registers, ports; // the earliest first, which is the likeliest to be missing
    std::vector<Result> results;         // as they are popped
    std::vector<Room> rooms;
    std::vector<Link> links;
    std::uint64_t length = 0; // of all its bundles, in packed clocks
};

// Finds the chains of a program and says at their first bundles which they are. A chain ends before what may
// wait for something else or leave the stretch, before a bundle that waits for another one of the chain,
// before the target of a branch, before a pop from a unit that was pushed into, which waits for the unit,
// before a push or pop under a predicate, and after 64 bundles.
void findChains(DecodedProgram& program);

} // namespace lw::training
