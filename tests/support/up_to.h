// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

namespace lw::test {

// One of 0 .. most, the same on every host.
inline std::uint32_t upTo(std::mt19937_64& random, std::uint32_t most) {
    return static_cast<std::uint32_t>(random() % (most + 1));
}

} // namespace lw::test
