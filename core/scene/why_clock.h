// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// Why the present clock does what it does, and where the clocks before it went.
namespace lw::scene {

struct StallLine {
    std::string rule, unit;
    std::uint64_t clocks = 0;
    bool operator==(const StallLine&) const = default;
};

struct StalledBundle {
    std::uint32_t bundle = 0;
    std::string place; // "bundle 12 (loop+2)"
    std::uint64_t clocks = 0, issued = 0;
    bool operator==(const StalledBundle&) const = default;
};

struct WhyClock {
    std::uint64_t clock = 0;
    std::uint32_t bundle = 0;           // that issues or is held up
    std::string place, text;            // "bundle 12 (loop+2)"; its instructions
    std::string rule;                   // the one that holds it up; empty: it issues
    std::optional<std::uint32_t> other; // the bundle it waits for
    std::string otherCore;              // the core running that bundle; empty where there is only one
    std::string otherPlace;
    std::optional<std::uint64_t> until; // first clock at which it can issue
    std::vector<StallLine> stalls;      // the most clocks first, none without any
    std::vector<StalledBundle> bundles; // the same
    bool operator==(const WhyClock&) const = default;
};

// What a core says about itself.
struct ClockFacts {
    std::uint64_t clock = 0;
    std::uint32_t nextBundle = 0;
    const std::optional<machine::Waiting>& waiting;
    const std::vector<machine::StallCount>& stalls;
    const std::vector<std::uint64_t>&bundleCounts, &bundleStalls;
};
// At most `limit` bundles are listed.
WhyClock whyClock(const machine::Scope& core, const ClockFacts& facts, std::size_t limit);

Json jsonOf(const WhyClock& why);

} // namespace lw::scene
