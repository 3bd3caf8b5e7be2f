// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/shipments.h"

#include "core/chips/inference/links.h"
#include "core/chips/inference/state_reader.h"

namespace lw::inference {

std::vector<machine::Shipment> shipments(const machine::Scope& core, const machine::Moment& moment) {
    const StateReader read(core.tree, moment);
    std::vector<machine::Shipment> out;
    for (std::uint64_t i = read(read.at.parcelCounts, kGone); i < read(read.at.parcelCounts, kSent); ++i) {
        const auto parcel = read.record<Parcel>(read.at.sent, i);
        const auto to = neighbourOf(core.core, static_cast<Direction>(parcel.direction), core.names);
        if (to && parcel.isHandedOver == 0) out.push_back({core.core, *to, parcel.bytes, parcel.by().bundle});
    }
    return out;
}

} // namespace lw::inference
