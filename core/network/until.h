// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <string_view>

namespace lw::network {

// The layers that the layer of this name needs, and it as the only output. E588; `file` is what the error
// calls the network.
Result<Network> cutAfter(Network network, std::string_view layer, std::string_view file);

} // namespace lw::network
