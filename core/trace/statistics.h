// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <cstdint>
#include <string>
#include <vector>

// Where the clocks of a run went: a reading of a machine's counters, at any moment of its history.
namespace lw::trace {

struct UnitUse {
    std::string name, title;
    std::uint64_t instructions = 0;
    std::uint64_t busyClocks = 0;
    std::uint64_t bytes = 0;
    std::uint64_t operations = 0;
    bool operator==(const UnitUse&) const = default;
};

struct StallUse {
    std::string rule, unit;
    std::uint64_t clocks = 0;
    bool operator==(const StallUse&) const = default;
};

// The bundles from one label to the next. `name` of those before the first label is empty.
struct Region {
    std::string name;
    std::uint32_t first = 0, count = 0; // bundles
    std::uint64_t issued = 0;           // times one of them issued
    std::uint64_t stalled = 0;          // clocks one of them was held up
    std::uint64_t clocks() const { return issued + stalled; }
    bool operator==(const Region&) const = default;
};

// What the machine could do at best, for the roofline.
struct Peaks {
    double operationsPerClock = 0; // multiply-accumulates
    double bytesPerClock = 0;      // to and from far memory
    double clockHz = 0;
};

// Multiply-accumulates per byte moved from far memory, and per clock;
// `ceiling` is the lower one of the two roofs there.
struct Roofline {
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
    double intensity = 0; // operations per byte; infinite when nothing was moved
    double attained = 0;  // operations per clock
    double ceiling = 0;
    bool operator==(const Roofline&) const = default;
};

// Where the clocks of a core went: their sum is the machine's clock.
struct CoreUse {
    std::string name;
    std::uint64_t issued = 0, stalled = 0, afterHalt = 0;
    bool operator==(const CoreUse&) const = default;
};

// Numbers that lost something, by where, of all cores together.
std::vector<machine::RoundingCount> roundingsOf(const machine::Machine& machine);

// Of all cores together.
struct Statistics {
    std::uint64_t clocks = 0;     // of the machine
    std::uint64_t coreClocks = 0; // times the cores
    std::uint64_t bundles = 0;    // issued
    std::vector<CoreUse> cores;
    std::vector<UnitUse> units;   // in the order of Spec::units
    std::vector<StallUse> stalls; // those that happened, most clocks first
    std::vector<machine::RoundingCount> roundings;
    std::vector<Region> regions; // in the order of the programs
    Roofline roofline;
    double seconds = 0; // of the chip's time
    bool operator==(const Statistics&) const = default;

    std::uint64_t stalledClocks() const;
};

// `matrixUnit` and `farUnit` are the units whose operations and bytes the roofline counts.
Statistics statisticsOf(const machine::Machine& machine, const Peaks& peaks, isa::UnitId matrixUnit,
                        isa::UnitId farUnit);

} // namespace lw::trace
