// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <algorithm>
#include <vector>

namespace lw::network {

// The outputs in their order, once each: files may name one twice.
inline std::vector<ValueId> distinctOutputs(const Network& network) {
    std::vector<ValueId> out;
    for (const ValueId id : network.outputs)
        if (std::ranges::count(out, id) == 0) out.push_back(id);
    return out;
}

} // namespace lw::network
