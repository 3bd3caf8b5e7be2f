// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a tensor's place in memory.
namespace lw::program::messages {

inline constexpr Message kExceedsSpace{"E530", Severity::Error,
                                       "{0} {1} needs {2} {3}s of {4}, which has {5}",
                                       "A tensor lies in one memory as a whole. Put it into a larger memory, "
                                       "split it, or use a machine with more of it; a tile "
                                       "layout and rows of a vector memory add padding."};
inline constexpr Message kNoSpace{"E531", Severity::Error, "memory {0} does not exist",
                                  "The machine this is for has fewer memories than the one it was made for."};
inline constexpr Message kOtherTensor{
    "E532", Severity::Error, "{0} {1} was given where {2} {3} lies",
    "Type and shape of the data must be those of the named tensor. Cast or reshape beforehand."};

} // namespace lw::program::messages
