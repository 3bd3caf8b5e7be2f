// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

// What the host writes for programs that are launched.
namespace lw::test {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kLaunchList = 8192; // at the host, beyond what random rows use

// Of `n1` rows of `n0` bytes, each `pitch` after the one before: from the host's memory at `at`, or there.
inline Words descriptor(std::uint32_t at, std::uint32_t n0 = 1, std::uint32_t n1 = 1,
                        std::uint32_t pitch = 1) {
    return {at, 0, n0, 1, n1, pitch, 1, 1};
}

} // namespace lw::test
