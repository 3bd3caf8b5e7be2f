// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// Reasons why a program cannot be loaded into the training chip.
namespace lw::training {

inline constexpr Message kUnusableBundle{"E451", Severity::Error, "bundle {0} cannot be loaded: {1}",
                                         "Every bundle of a program must be one the assembler could have "
                                         "made. Assemble the source again for this machine."};
inline constexpr Message kBranchOutside{"E452", Severity::Error,
                                        "bundle {0} branches to bundle {1}, but the program has {2} bundles",
                                        "A direct branch must stay inside the program."};
inline constexpr Message kTooManyBundles{
    "E453", Severity::Error, "the program has {0} bundles, the instruction memory of {1} holds {2}",
    "Make the program shorter, or use a machine configuration with a larger instruction memory."};
inline constexpr Message kEmptyProgram{"E457", Severity::Error, "the program has no bundles",
                                       "A program needs at least one bundle; a single halt will do."};

} // namespace lw::training
