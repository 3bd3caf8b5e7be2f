// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/machine/core.h"

#include <string>

// The data of a network's graph, for `lw scene`.
namespace lw::cli {

bool isNetworkFile(const std::string& path);
// For a network's file, on the machine --machine.
Result<Json> networkScene(const std::string& path, const Arguments& arguments);
// For the network from which a program was made, with the rows of its layers and their clocks so far.
Result<Json> networkSceneOf(const std::string& program, const machine::Core& core,
                            const Arguments& arguments);

} // namespace lw::cli
