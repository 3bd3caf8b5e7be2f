// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/moves.h"

#include <algorithm>

namespace lw::network {

std::vector<std::uint32_t> transposedPlaces(const tensor::Shape& shape,
                                            std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> steps(shape.size(), 1); // between neighbours, by extent of `shape`
    for (std::size_t i = shape.size(); i-- > 1;)
        steps[i - 1] = steps[i] * static_cast<std::uint32_t>(shape[i]);
    std::vector<std::uint32_t> out{0};
    out.reserve(tensor::countOf(shape).value_or(0));
    // From the last extent to the first: what is already there is repeated, each time one step further.
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t inner = out.size();
        for (std::uint32_t j = 1; j < shape[order[i]]; ++j)
            for (std::size_t one = 0; one < inner; ++one) out.push_back(out[one] + j * steps[order[i]]);
    }
    return out;
}

Transposition merged(const tensor::Shape& shape, std::span<const std::uint32_t> order) {
    // For each group that stays together its first extent before, and how many elements it has.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> groups;
    std::uint32_t next = 0; // the next one in the group
    for (const std::uint32_t from : order) {
        if (shape[from] == 1) continue;
        while (next < shape.size() && shape[next] == 1) ++next;
        if (!groups.empty() && from == next)
            groups.back().second *= shape[from];
        else
            groups.emplace_back(from, shape[from]);
        next = from + 1;
    }
    Transposition out;
    auto sorted = groups;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [first, extent] : sorted) out.shape.push_back(extent);
    for (const auto& group : groups)
        out.order.push_back(
            static_cast<std::uint32_t>(std::find(sorted.begin(), sorted.end(), group) - sorted.begin()));
    return out;
}

} // namespace lw::network
