// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/step_writer.h"

#include <vector>

// What concat does with rows of vector memory, forward and backward: runs of rows are copied, and where parts
// do not fill blocks of lanes these are turned.
namespace lw::lower::training {

// A run of rows of the one that goes to the other, counted from their first rows.
struct ConcatRun {
    std::int64_t from = 0, to = 0;
    std::uint64_t rows = 0;
    // Lanes go so far to the right, and round; of them those from `first` up to `end` count.
    std::uint64_t turn = 0, first = 0, end = 0;
    bool isAll = true;  // the others are as they have to be: a copy does
    bool joins = false; // the others keep what is there; else they become +0
    bool operator==(const ConcatRun&) const = default;
};

// Where a part lies in the whole: its first row, column or channel, as `axis` of an image says.
struct ConcatPart {
    ImageLayout part, whole;
    std::size_t axis = 2;
    std::uint64_t begin = 0;
};
// Of all parts in their order, the first first.
std::vector<ConcatRun> runsIntoWhole(const ConcatPart& part);
std::vector<ConcatRun> runsOutOfWhole(const ConcatPart& part);

void writeConcat(StepWriter& to, const std::vector<ConcatRun>& runs, std::int64_t from, std::int64_t result);

} // namespace lw::lower::training
