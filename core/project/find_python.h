// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::project {

// A python3 that has a module: the one that a shell finds, or else the system's, which has what its
// packages brought; or that one alone, if one is named. `endsWell` runs a command and says whether it ended
// with 0. E391.
using EndsWell = std::function<bool(const std::vector<std::string>& command)>;
Result<std::string> pythonWith(std::string_view module, const EndsWell& endsWell,
                               const std::string& named = {});

} // namespace lw::project
