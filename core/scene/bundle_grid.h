// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// The program as a grid: a row for each bundle, a column for each slot,
// and why a bundle had to be separate.
namespace lw::scene {

struct GridCell {
    std::uint8_t slot = 0; // index into BundleGrid::columns
    std::string text;      // "fadd v4, v2, v3"
    std::string unit;      // the part of the chip that works
    bool operator==(const GridCell&) const = default;
};

// An instruction that needs the previous bundle to be over: the two could not work together.
struct GridHazard {
    std::uint8_t slot = 0; // of the instruction
    std::string text;      // "'fadd' reads v1, which 'vld' writes: ..."
    bool operator==(const GridHazard&) const = default;
};

struct GridRow {
    std::uint32_t bundle = 0;
    std::vector<std::string> labels;
    std::uint32_t line = 0;      // of the source; 0 = unknown
    std::uint64_t issued = 0;    // times it issued, and
    std::uint64_t stalled = 0;   // ... clocks it was held up, when a run is shown
    std::vector<GridCell> cells; // by slot
    std::vector<GridHazard> hazards;
    // Its instructions could be in the bundle before: slots, immediates, forwarded scalars and the order of
    // what both read and write allow it, so slots are wasted. It ignores clocks: if they wait for a result of
    // an earlier bundle, they would wait there too, and the bundle before with them.
    bool fitsBefore = false;
    bool operator==(const GridRow&) const = default;
};

struct BundleGrid {
    std::string chip;
    std::vector<std::string> columns; // the slots
    std::vector<GridRow> rows;
    bool operator==(const BundleGrid&) const = default;
};

// Counts of a run by bundle; empty vectors when there was none.
struct GridCounts {
    std::vector<std::uint64_t> issued, stalled;
};

// The bundles [first, first + count), cut to the program. E410 when the bits of one of them are not a bundle.
Result<BundleGrid> bundleGrid(const program::Program& program, const program::Target& target,
                              std::uint32_t first, std::uint32_t count, const GridCounts& counts = {});

Json jsonOf(const BundleGrid& grid);

} // namespace lw::scene
