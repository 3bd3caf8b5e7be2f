// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What firmware cannot be turned into software for.
namespace lw::concord::messages {

inline constexpr Message kNeverWritten{
    "E992", Severity::Error, "'{0}' (instruction {1}) reads {2} {3}, which nothing has written",
    "Software begins with what the queue and the DRAM hold, register files are empty. Write the location "
    "before, or look at index, rows, cols and inc."};

inline constexpr Message kTooMany{
    "E997", Severity::Error, "the firmware executes more operations than the {0} that software is made of",
    "A graph has a node for each operation in each turn of its loops. Give loops fewer turns: what repeats is "
    "the same in each."};

} // namespace lw::concord::messages
