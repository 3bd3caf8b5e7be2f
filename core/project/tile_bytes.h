// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/host_bytes.h"
#include "core/project/launch_host.h"

#include <cstdint>

// What all tiles of a picture move, known before they run.
namespace lw::project {

// In bytes, of all circuits in all rounds.
struct TileBytes {
    std::uint64_t picture = 0, reread = 0; // of the picture into the circuits; of them beyond once
    std::uint64_t masks = 0, descriptors = 0, constants = 0; // beside it; constants with weights
    std::uint64_t out = 0;                                   // back to the host
    std::uint64_t keptOut = 0, keptIn = 0; // rows that are kept at the host for the tiles below, and brought
    std::uint64_t sent = 0;                // from circuit to circuit
    std::uint64_t saved = 0;               // of the picture: what more the host would send without that
    // What the machine will have counted at the end.
    HostBytes moved() const {
        return {picture + masks + descriptors + constants + keptIn, out + keptOut, sent};
    }
    bool operator==(const TileBytes&) const = default;
};
TileBytes bytesMovedBy(const TilePrograms& programs, const LaunchHost& host);

} // namespace lw::project
