// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::project {

// A python3 that has a module: the one that a shell finds, or else the system's, which has what its packages
// brought. `endsWell` runs a command and says whether it ended with 0. E391.
Result<std::string> pythonWith(std::string_view module,
                               const std::function<bool(const std::vector<std::string>& command)>& endsWell);

} // namespace lw::project
