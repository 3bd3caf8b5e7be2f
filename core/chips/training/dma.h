// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/layout.h"
#include "core/chips/training/transfer.h"

#include <cstdint>
#include <optional>

namespace lw::training {

class Core;
struct Issue;

inline constexpr std::uint32_t kDescriptorWords = 15;

// A clock, and the bundle that started the transfer which decides it.
struct TransferTime {
    std::uint64_t clock = 0;
    std::uint32_t bundle = 0;
};

// The DMA engine: two in-order queues over one list of transfers. Data land lazily, exactly as the clock
// says, when something could notice: a wait, a flag read, another transfer, a halt, the end of a run.
class Dma {
  public:
    explicit Dma(Core& core) : m_core(core) {}

    // Reads and checks the descriptor at an SMEM word address, and keeps it for startDescribed(). Faults
    // through the core, also when the transfer conflicts with one under way or the list is full.
    void describe(const Issue& issue, std::uint32_t address);
    // Starts the transfer described last.
    void startDescribed(std::uint64_t clock);

    // Lets everything land that has landed at `clock`; nothing in the modes that do not follow the clock.
    void landUntil(std::uint64_t clock);
    void landAll();
    // In the modes that do not follow the clock: lets granules land until the flag has the value.
    void landForFlag(std::uint32_t flag, std::int32_t value);
    // First clock, from `clock` on, at which flag >= value (or == value) holds, given the transfers under
    // way; nothing if they do not bring it there.
    std::optional<TransferTime> whenFlag(std::uint32_t flag, std::int32_t value, bool equal,
                                         std::uint64_t clock) const;
    // The wait has succeeded: what must have landed for it may be relied on from now.
    void orderBy(std::uint32_t flag, std::int32_t value);
    // First clock at which a transfer of this direction can be queued.
    TransferTime whenQueueFree(Direction direction, std::uint64_t clock) const;
    // Clock at which the last transfer has landed.
    TransferTime whenIdle(std::uint64_t clock) const;
    // Next clock after `clock` at which a granule lands; nothing when none is under way.
    std::optional<std::uint64_t> nextLanding(std::uint64_t clock) const;
    // Transfers that count on the flag and that no wait has ordered completely, and the bundle of the newest.
    bool hasTransfersOn(std::uint32_t flag) const { return startedBy(flag).has_value(); }
    std::optional<std::uint32_t> startedBy(std::uint32_t flag) const;

    // What of the flag was counted by transfers but is not ordered yet.
    std::int32_t landedUnordered(std::uint32_t flag) const;

    // A transfer into units of a space (granules, words of SMEM), or also out of them,
    // that no wait has ordered there.
    std::optional<Transfer> unordered(std::uint8_t space, UnitRange units, bool orLeaving) const;
    // The unordered transfer that an access by the code to a row of VMEM
    // or a word of SMEM races with, if any.
    std::optional<Transfer> conflict(std::uint8_t space, std::uint64_t unit, bool write) const;
    // Guards follow from written bits and transfers; call when either was replaced.
    void rebuildGuards();

    std::uint32_t count() const;
    Transfer at(std::uint32_t index) const;

  private:
    bool admits(const Issue& issue, const Transfer& transfer) const;
    void put(std::uint32_t index, const Transfer& transfer);
    void land(std::uint32_t index, std::uint64_t upTo);
    void move(const Transfer& transfer, std::uint64_t first, std::uint64_t granules);
    void copyGranules(const Transfer& transfer, std::int64_t source, std::int64_t destination,
                      std::uint64_t granules);
    void landSome(std::uint64_t most);
    std::uint64_t clocksFor(std::uint64_t granules) const;
    std::uint32_t counterAt(std::uint32_t flag, std::uint64_t clock) const;
    std::uint64_t landingClock(const Transfer& transfer, std::uint64_t granule) const;
    std::uint64_t dueBy(const Transfer& transfer, std::uint64_t clock) const;
    std::uint64_t landedBy(const Transfer& transfer, std::uint64_t clock) const;
    void recordCompletion(const Transfer& transfer) const;
    std::uint64_t unorderedOn(std::uint32_t flag, std::uint64_t direction) const;
    std::uint64_t orderFirst(std::uint32_t flag, std::uint64_t direction, std::uint64_t granules);
    void closeOrdered();
    void setGuards(const Transfer& transfer);
    void clearGuards(const Transfer& transfer);
    template <typename Each> void overGuards(const Transfer& transfer, Each each);
    bool racesWith(const Transfer& transfer, const Transfer& open) const;

    Core& m_core;
    Transfer m_described;            // of the bundle under way, and
    std::uint32_t m_describedAt = 0; // ... the word its descriptor begins at
};

} // namespace lw::training
