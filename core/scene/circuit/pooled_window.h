// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::scene::circuit {

// One of the windows in which a strip is pooled, as seen by the instructions that do it.
struct PooledWindow {
    std::uint32_t firstRow = 0, rowCount = 0; // instruction rows of the strip
    std::uint64_t row = 0, column = 0;        // of the window among those of the strip
    std::uint64_t lane = 0;                   // channel of the strip
    bool operator==(const PooledWindow&) const = default;
};

} // namespace lw::scene::circuit
