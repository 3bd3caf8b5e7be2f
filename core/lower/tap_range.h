// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/geometry.h"

#include <algorithm>
#include <cstdint>

// The windows for which a tap is in the image, and the taps of a window that are.
namespace lw::lower {

// From the first to just past the last.
struct Range {
    std::int64_t first = 0, end = 0;
    std::int64_t count() const { return std::max<std::int64_t>(0, end - first); }
    bool operator==(const Range&) const = default;
};
inline std::int64_t divideUp(std::int64_t x, std::int64_t by) {
    return x > 0 ? (x + by - 1) / by : -((-x) / by);
}

// Windows whose tap is in the image; taps of a window that are.
Range windowsOf(const network::Axis& axis, std::int64_t tap, std::uint64_t windows);
Range tapsOf(const network::Axis& axis, std::int64_t window);

} // namespace lw::lower
