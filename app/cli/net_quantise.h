// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "core/network/reference.h"

#include <string>

namespace lw::cli {

// lw net quantise: a float32 network as one of int8, from --data, and what that loses.
Result<Exit> quantiseNetwork(const std::string& path, network::Network network,
                             const network::ReferenceOptions& order, const Arguments& arguments,
                             Console& console);

} // namespace lw::cli
