// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lw::bench {

// How much is done for a figure: what its number needs, or (Smoke) each call once and as small as it makes
// sense, to see that the figure can be taken and that what it measures is right. A smoke run judges no
// number.
enum class Effort : std::uint8_t { Full, Smoke };

template <typename T> constexpr T choose(Effort effort, T full, T smoke) {
    return effort == Effort::Full ? full : smoke;
}

} // namespace lw::bench
