// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace lw::cli {

// Runs another program, found as the shell finds it, with the streams of this one, and waits for its end.
// E994 if it cannot be started or does not end with 0.
Outcome runProgram(const std::vector<std::string>& words);

} // namespace lw::cli
