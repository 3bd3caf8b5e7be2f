// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/layout.h"
#include "core/chips/training/transfer.h"
#include "core/machine/core_id.h"
#include "core/machine/fault.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace lw::training {

class Core;
struct Issue;

// A clock, and the bundle that started the transfer which decides it.
struct TransferTime {
    std::uint64_t clock = 0;
    machine::BundleOf by{};
};

// The DMA engine: in-order queues over one list of transfers. Data land lazily, exactly as the clock
// says, when something could notice: a wait, a flag read, another transfer, a halt, the end of a run.
// A transfer to another core is in both lists: in the sender's until all of it has arrived and was waited
// for, and in the receiver's from the clock when its first granule arrives. Between the two, granules that
// have left are in the sender's transit.
class Dma {
  public:
    explicit Dma(Core& core) : m_core(core) {}

    // Reads and checks the descriptor at an SMEM word address, and keeps it for startDescribed(). Faults
    // through the core, also when the transfer conflicts with one under way or the list is full.
    void describe(const Issue& issue, std::uint32_t address);
    // Starts the transfer described last.
    void startDescribed(std::uint64_t clock);

    // Lets everything land that has landed at `clock`; in the modes that do not follow the clock only what
    // involves other cores, which always does.
    void landUntil(std::uint64_t clock);
    void landAll();
    // In the modes that do not follow the clock: lets granules land until the flag has the value.
    void landForFlag(std::uint32_t flag, std::int32_t value);
    // First clock, from `clock` on, at which flag >= value (or == value) holds, given the transfers under
    // way; nothing if they do not bring it there.
    std::optional<TransferTime> whenFlag(std::uint32_t flag, std::int32_t value, bool equal,
                                         std::uint64_t clock) const;
    // The wait has succeeded: whatever must have landed for it may be relied on from now on.
    void orderBy(std::uint32_t flag, std::int32_t value);
    // First clock at which a transfer of this direction can be queued.
    TransferTime whenQueueFree(Direction direction, std::uint64_t clock) const;
    // Clock at which the last transfer has landed.
    TransferTime whenIdle(std::uint64_t clock) const;
    // Next clock after `clock` at which a granule lands; nothing when none is under way.
    std::optional<std::uint64_t> nextLanding(std::uint64_t clock) const;
    // Transfers that count on the flag and that no wait has ordered completely, and the bundle of the newest.
    bool hasTransfersOn(std::uint32_t flag) const { return startedBy(flag).has_value(); }
    std::optional<machine::BundleOf> startedBy(std::uint32_t flag) const;
    // The bundle that started a transfer, of this or of another core.
    machine::BundleOf starterOf(const Transfer& transfer) const;

    // ---- between cores
    // When the next thing this core has sent must be made known to its destination; kForever: nothing.
    std::uint64_t nextHandOver() const;
    // The clock of the bundle that sent it.
    std::uint64_t nextHandOverIssued() const;
    // Makes it known there; a fault if it conflicts with what the destination does.
    std::optional<machine::Fault> handOver();
    // The clock from which nothing on its list is under way any more.
    std::uint64_t quietFrom() const;
    // Some granules have not left yet.
    bool isSending() const;
    // In a run to `end`, granules that arrive after `arrivals` are not there yet, since other cores have not
    // got that far; and what lands at the end itself waits for what begins to arrive there.
    void setRun(std::uint64_t end, std::uint64_t arrivals);
    // After such a run: what lands, leaves or arrives of this core's own transfers up to a clock.
    void leaveUntil(std::uint64_t clock);
    void arriveUntil(std::uint64_t clock);

    // Granules under way that will count on the flag.
    std::uint64_t pendingOn(std::uint32_t flag) const;
    // How much transfers have counted on the flag that is not ordered yet.
    std::int32_t landedUnordered(std::uint32_t flag) const;

    // A transfer into units of a space (granules, words of SMEM), or also out of them,
    // that no wait has ordered there.
    std::optional<Transfer> unordered(isa::SpaceId space, UnitRange units, bool orLeaving) const;
    // The unordered transfer that an access by the code to a row of VMEM
    // or a word of SMEM races with, if any.
    std::optional<Transfer> conflict(isa::SpaceId space, std::uint64_t unit, bool write) const;
    // Guards follow from written bits and transfers; call when either was replaced.
    void rebuildGuards();

    std::uint32_t count() const;
    Transfer at(std::uint32_t index) const;

  private:
    bool describeFar(const Issue& issue, const std::uint32_t* words, Transfer& transfer) const;
    bool admits(const Issue& issue, const Transfer& transfer) const;
    std::optional<machine::Fault> receive(const Transfer& transfer, std::span<const std::uint64_t> carried);
    std::optional<machine::Fault> refusalOf(const Transfer& transfer,
                                            std::span<const std::uint64_t> carried) const;
    std::optional<machine::Fault> raceOf(const Transfer& transfer, std::span<const std::uint64_t> carried,
                                         machine::Fault fault) const;
    void touchOrdered(const Transfer& transfer);
    void moveTo(std::uint32_t index, std::uint32_t from);
    std::optional<std::uint32_t> nextToHandOver() const;
    void put(std::uint32_t index, const Transfer& transfer);
    void land(std::uint32_t index, std::uint64_t upTo);
    void move(const Transfer& transfer, std::uint64_t first, std::uint64_t granules);
    void copyGranules(const Transfer& transfer, std::int64_t source, std::int64_t destination,
                      std::uint64_t granules);
    void moveRun(const Transfer& transfer, const TransferRun& run);
    void leave(const Transfer& transfer, std::uint64_t number, std::int64_t source, std::uint64_t granules);
    void arrive(const Transfer& transfer, std::uint64_t number, std::int64_t destination,
                std::uint64_t granules);
    bool followsClock(const Transfer& transfer) const;
    void landSome(std::uint64_t most);
    const machine::Rate& rateOf(const Transfer& transfer) const;
    std::uint64_t clocksFor(const Transfer& transfer) const;
    machine::BundleOf counterAt(std::uint32_t flag, std::uint64_t clock) const;
    std::uint64_t landingClock(const Transfer& transfer, std::uint64_t granule) const;
    std::uint64_t lastLanding(const Transfer& transfer) const;
    std::uint64_t arrivalOf(const Transfer& sent) const;
    std::uint32_t delayOf(const Transfer& sent);
    std::uint64_t lastArrival(const Transfer& sent) const;
    std::uint64_t dueBy(const Transfer& transfer, std::uint64_t clock) const;
    std::uint64_t landedBy(const Transfer& transfer, std::uint64_t clock) const;
    void recordLanding(const Transfer& transfer, std::uint64_t before) const;
    std::uint64_t flagAt(const Transfer& transfer, std::uint64_t clock) const;
    std::uint64_t unorderedOn(std::uint32_t flag) const;
    std::uint64_t orderFirst(std::uint32_t flag, std::size_t queue, std::uint64_t granules);
    void closeOrdered(std::uint64_t clock);
    bool isDone(const Transfer& transfer, std::uint64_t clock) const;
    void setGuards(const Transfer& transfer);
    void clearGuards(const Transfer& transfer);
    template <typename Each> void overGuards(const Transfer& transfer, Each each);
    bool racesWith(const Transfer& transfer, const Transfer& open) const;

    Core& m_core;
    Transfer m_described;            // of the bundle under way, and
    std::uint32_t m_describedAt = 0; // ... the word its descriptor begins at
    std::uint64_t m_landsUntil = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t m_arrivesUntil = std::numeric_limits<std::uint64_t>::max();
};

} // namespace lw::training
