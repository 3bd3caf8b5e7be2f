// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::machine {

// A bandwidth as an exact ratio.
struct Rate {
    std::uint64_t bytes = 1, clocks = 1;
};

} // namespace lw::machine
