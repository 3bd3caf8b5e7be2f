// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/access_races.h"

namespace lw::training {

void checkRace(Core& core, const Issue& issue, isa::SpaceId space, std::uint64_t unit, bool write) {
    const std::optional<Transfer> transfer = core.dma().conflict(space, unit, write);
    if (!transfer) return;
    const bool lands = transfer->writes() && transfer->destinationSpace() == space;
    const isa::Space& where = kIsa.spaces[index(space)];
    core.fault(machine::FaultKind::Race, issue,
               std::string(write ? "writes " : "reads ") + std::string(where.unitName) + " " +
                   std::to_string(unit) + " of " + std::string(where.name) + " while the transfer of " +
                   core.bundleText(core.dma().starterOf(*transfer)) +
                   (lands ? " may still write it" : " may still read it"),
               "wait for f" + std::to_string(transfer->flag) +
                   " to reach the number of granules that includes this one before the access",
               core.dma().starterOf(*transfer));
}

} // namespace lw::training
