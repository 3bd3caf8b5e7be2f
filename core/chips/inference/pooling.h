// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/isa_fields.h"

#include <algorithm>
#include <cstdint>

namespace lw::inference {

// Windows along one axis of a strip: where each begins, and how much of it there is.
struct WindowAxis {
    std::uint32_t extent = 0; // of the strip
    std::uint32_t size = 1;   // of a window
    std::uint32_t stride = 1;
    std::uint32_t edge = kPartial;

    // Every window begins inside the strip. With edge 0 and 1 the last one may reach beyond it; with edge 2
    // none does, and there may be none.
    std::uint32_t count() const {
        if (extent < size) return edge == kWhole ? 0 : 1;
        const std::uint32_t whole = (extent - size) / stride + 1;
        const bool reachesEnd = (whole - 1) * stride + size == extent;
        return whole + (edge != kWhole && !reachesEnd && whole * stride < extent ? 1 : 0);
    }
    std::uint32_t begin(std::uint32_t window) const { return window * stride; }
    // Elements of the window that the strip has.
    std::uint32_t covered(std::uint32_t window) const { return std::min(size, extent - begin(window)); }
};

} // namespace lw::inference
