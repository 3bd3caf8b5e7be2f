// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/transfer.h"
#include "core/machine/core_id.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lw::training {

class Core;

// What happens before what between cores. A core knows how far the program of each other core has come, from
// what it has waited for; what it sends carries that knowledge, so chains count too. Places that
// other cores have written carry a stamp of their last access: what arrives there must know of it. Places
// that nobody has sent to have no stamps, and cost nothing.
class HappensBefore {
  public:
    explicit HappensBefore(Core& core) : m_core(core) {}

    // ---- knowledge, a clock for each core
    // Of a transfer in the list.
    std::span<std::uint64_t> carriedBy(std::uint32_t transfer) const;
    std::span<std::uint64_t> known() const;
    // A transfer is sent by the bundle under way.
    void send(std::uint32_t transfer);
    // The code has waited for something that arrived: it knows what its sender knew.
    void learnFrom(std::uint32_t transfer);

    // ---- stamps; units are those of transfers: granules, words of scalar memory
    // An access by the bundle under way, or by one that is known to be over now.
    void touch(isa::SpaceId space, UnitRange units, machine::BundleOf by, std::uint64_t clock);
    // The access there that the sender of what arrives does not know about, if any.
    std::optional<machine::BundleOf> unknownAccess(const Transfer& arriving,
                                                   std::span<const std::uint64_t> knownToSender) const;
    // From now on accesses there leave stamps.
    void share(const Transfer& arriving);
    void rebuildGuards();

  private:
    std::uint64_t* stamps(isa::SpaceId space) const;
    void mark(isa::SpaceId space, UnitRange units);

    Core& m_core;
};

} // namespace lw::training
