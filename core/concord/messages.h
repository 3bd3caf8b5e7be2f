// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What firmware cannot be turned into software for.
namespace lw::concord::messages {

inline constexpr Message kNeverWritten{
    "E992", Severity::Error, "'{0}' (instruction {1}) reads {2} {3}, which nothing has written",
    "Software begins with what the queue and the DRAM hold, register files are empty. Write the location "
    "before, or look at index, rows, cols and inc."};

} // namespace lw::concord::messages
