// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/fault.h"
#include "core/machine/state_tree.h"

#include <cstdint>

namespace lw::machine {

// Cells whose value was computed when its bundle issued but cannot be read yet: the result is on its way.
struct Pending {
    NodeId node;
    std::uint64_t first = 0, count = 0; // elements of the node
    std::uint64_t until = 0;            // the first clock in which they can be read
    std::uint32_t bundle = kNoBundle;
    bool operator==(const Pending&) const = default;
};

} // namespace lw::machine
