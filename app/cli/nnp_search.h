// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "core/network/network.h"

namespace lw::cli {

// lw nnp --search: how few bits the mantissas of each layer need, by what --data with --labels gets right.
Result<Exit> searchNetwork(network::Network network, const Arguments& arguments, Console& console);

} // namespace lw::cli
