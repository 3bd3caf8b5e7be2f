// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cells.h"
#include "core/machine/fault.h"

#include <cstdint>
#include <string>
#include <vector>

// What the parts of a machine are doing at one moment, in words for people: the chip makes it from its
// state, so that nobody else has to know how the state is packed.
namespace lw::machine {

struct UnitRow {
    std::string name;                  // "f3", "port", "oldest result"
    std::string value;                 // "2 of 8", "free"
    std::string detail;                // the same in a sentence; may be empty
    bool isActive = false;             // something is under way
    std::uint64_t done = 0, total = 0; // progress; total 0: nothing to measure
    std::uint32_t bundle = kNoBundle;  // the one that began it
};

// Cells of a node best seen as a picture: rows * columns from element `first` on.
struct UnitPicture {
    std::string name;
    NodeId node;
    std::uint64_t first = 0;
    std::uint32_t rows = 0, columns = 0;
    std::uint32_t bundle = kNoBundle; // the one that gave the unit what became a result in its queue
};

struct UnitReport {
    std::string unit;  // of Spec::units, by name: gives the colour
    std::string title; // "matrix unit"
    std::vector<UnitRow> rows;
    std::vector<UnitPicture> pictures;
};

} // namespace lw::machine
