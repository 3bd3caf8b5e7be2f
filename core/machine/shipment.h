// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core_id.h"

#include <cstdint>

namespace lw::machine {

// What one core has sent to another one and has not completely arrived.
struct Shipment {
    CoreId from, to;
    std::uint64_t bytes = 0;          // not yet arrived; 0: it is only a signal
    std::uint32_t bundle = kNoBundle; // of the sender
    bool operator==(const Shipment&) const = default;
};

} // namespace lw::machine
