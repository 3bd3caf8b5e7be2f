// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

namespace lw::chips::messages {

inline constexpr Message kUnknownChip{
    "E630", Severity::Error, "there is no chip \"{0}\"; there are: {1}",
    "The chip is named by .chip at the top of the program. Write one of the listed names."};
inline constexpr Message kUnknownMode{"E631", Severity::Error, "there is no {0} \"{1}\"; there are: {2}",
                                      "Choose one of the listed words, or leave it out for the first."};

} // namespace lw::chips::messages
