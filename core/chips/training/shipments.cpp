// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/shipments.h"

#include "core/chips/training/layout.h"
#include "core/chips/training/transfer.h"
#include "core/machine/cell_reader.h"

#include <algorithm>

namespace lw::training {

std::vector<machine::Shipment> shipments(const machine::Scope& core, const machine::Moment& moment) {
    const machine::CellReader read(core.tree, moment);
    const Layout& at = core.tree.handles<Layout>();
    std::vector<machine::Shipment> out;
    const std::uint32_t transfers = std::min(read(at.transferCount), kTransferSlots);
    for (std::uint32_t i = 0; i < transfers; ++i) {
        const auto t = read.record<Transfer>(at.transfers, i);
        const bool isSent = t.direction == kSend && !t.isHandedOver;
        const bool arrives = t.direction == kArrive && t.landed < t.granules;
        if (!isSent && !arrives) continue;
        const std::uint64_t granules = arrives ? t.granules - t.landed : t.granules;
        const machine::CoreId other{t.farCore};
        out.push_back({arrives ? other : core.core, arrives ? core.core : other,
                       t.isSignal ? 0 : granules * 16, static_cast<std::uint32_t>(t.bundle)});
    }
    return out;
}

} // namespace lw::training
