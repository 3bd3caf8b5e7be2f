// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"

#include <cstdint>

namespace lw::project {

// What the host interfaces of a machine's circuits have moved so far, and the links between them.
struct HostBytes {
    std::uint64_t in = 0, out = 0; // to the circuits; to the host
    std::uint64_t sent = 0;        // from circuit to circuit
    bool operator==(const HostBytes&) const = default;
};
HostBytes hostBytesOf(machine::Machine& machine);

} // namespace lw::project
