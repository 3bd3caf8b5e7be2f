// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tap_range.h"

namespace lw::lower {

namespace {

std::int64_t divideDown(std::int64_t x, std::int64_t by) { return -divideUp(-x, by); }

} // namespace

Range windowsOf(const network::Axis& axis, std::int64_t tap, std::uint64_t windows) {
    const std::int64_t offset = axis.before - tap * axis.dilation;
    return {
        std::max<std::int64_t>(0, divideUp(offset, axis.stride)),
        std::min(static_cast<std::int64_t>(windows), divideDown(axis.size - 1 + offset, axis.stride) + 1)};
}

Range tapsOf(const network::Axis& axis, std::int64_t window) {
    const std::int64_t from = axis.at(window, 0);
    return {std::max<std::int64_t>(0, divideUp(-from, axis.dilation)),
            std::min(axis.kernel, divideDown(axis.size - 1 - from, axis.dilation) + 1)};
}

} // namespace lw::lower
