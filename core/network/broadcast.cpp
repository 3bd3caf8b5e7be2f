// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/broadcast.h"

#include <algorithm>

namespace lw::network {

std::optional<tensor::Shape> broadcastShape(const tensor::Shape& a, const tensor::Shape& b) {
    if (a.size() != b.size()) return std::nullopt;
    tensor::Shape out;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i] && a[i] != 1 && b[i] != 1) return std::nullopt;
        out.push_back(a[i] == 1 ? b[i] : a[i]);
    }
    return out;
}

std::vector<std::uint32_t> broadcastPlaces(const tensor::Shape& from, const tensor::Shape& shape) {
    std::vector<std::uint32_t> out{0};
    out.reserve(tensor::countOf(shape).value_or(0));
    // From the last extent to the first: what is already there is repeated, each time one step further.
    std::uint32_t step = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const std::size_t inner = out.size();
        const std::uint32_t further = from[axis] == 1 ? 0 : step;
        for (std::uint64_t i = 1; i < shape[axis]; ++i)
            for (std::size_t j = 0; j < inner; ++j)
                out.push_back(out[j] + static_cast<std::uint32_t>(i) * further);
        step *= static_cast<std::uint32_t>(from[axis]);
    }
    return out;
}

} // namespace lw::network
