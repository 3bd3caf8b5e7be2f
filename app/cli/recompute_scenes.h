// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

// The pictures of what a training step stores and computes again, for a network.
namespace lw::cli {

Result<Json> recomputeScene(const std::string& network, const Arguments& arguments);
// With what the other policies would take.
Result<Json> memoryScene(const std::string& network, const Arguments& arguments);
// For all schedules, the requested one first.
Result<Json> scheduleScene(const std::string& network, const Arguments& arguments);
Result<Json> tradeOffScene(const std::string& network, const Arguments& arguments);

} // namespace lw::cli
