// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/timeline.h"

namespace lw::machine {

// Snapshots at every slice of that many clocks, whatever the host's clock says:
// tests of small machines meet many of them.
inline TimelineOptions everyFew(std::uint64_t clocks) {
    TimelineOptions options;
    options.spacing = std::chrono::microseconds{0};
    options.sliceClocks = clocks;
    return options;
}

} // namespace lw::machine
