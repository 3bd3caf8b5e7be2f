// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/shipments.h"

#include "core/chips/inference/links.h"
#include "core/chips/inference/state_reader.h"

#include <algorithm>

namespace lw::inference {

std::vector<machine::Shipment> shipments(const machine::Scope& core, const machine::Moment& moment) {
    const StateReader read(core.tree, moment);
    std::vector<machine::Shipment> out;
    const std::uint64_t sent = read(read.at.parcelCounts, kSent);
    std::uint64_t first = sent; // of those on their way
    for (std::uint64_t d = 0; d < kDirections; ++d)
        if (const std::uint64_t next = read(read.at.linkNext, d); next != 0)
            first = std::min(first, next - 1);
    for (std::uint64_t i = first; i < sent; ++i) {
        const auto parcel = read.record<Parcel>(read.at.sent, i);
        const std::uint64_t next = read(read.at.linkNext, parcel.direction);
        const auto to = neighbourOf(core.core, static_cast<Direction>(parcel.direction), core.names);
        if (to && next != 0 && i + 1 >= next)
            out.push_back({core.core, *to, parcel.bytes, parcel.by().bundle});
    }
    return out;
}

} // namespace lw::inference
