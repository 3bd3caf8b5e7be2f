// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/dma.h"

#include "core/chips/training/core.h"

#include <algorithm>
#include <cstring>
#include <utility>

// Transfers: when they land, what they count, and what a wait orders.
namespace lw::training {

static_assert(sizeof(Transfer) <= kTransferWords * sizeof(std::uint64_t));

namespace {
constexpr std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }
} // namespace

std::uint32_t Dma::count() const { return *m_core.state().transferCount; }

Transfer Dma::at(std::uint32_t index) const {
    Transfer transfer;
    std::memcpy(static_cast<void*>(&transfer), m_core.state().transfers + std::size_t{index} * kTransferWords,
                sizeof transfer);
    return transfer;
}

void Dma::put(std::uint32_t index, const Transfer& transfer) {
    m_core.mark(m_core.layout().transfers.offset + std::uint64_t{index} * kTransferWords * 8,
                kTransferWords * 8);
    std::memcpy(m_core.state().transfers + std::size_t{index} * kTransferWords, &transfer, sizeof transfer);
}

// Clocks the engine needs for so many granules.
std::uint64_t Dma::clocksFor(std::uint64_t granules) const {
    return ceilDivide(granules * 16 * m_core.config().dmaRate.clocks, m_core.config().dmaRate.bytes);
}

std::uint64_t Dma::landingClock(const Transfer& t, std::uint64_t granule) const {
    return t.startClock + m_core.config().clocks(TimingKey::DmaLatency) +
           granule * 16 * m_core.config().dmaRate.clocks / m_core.config().dmaRate.bytes;
}

// How many granules have landing clocks up to `clock`:
// the n with n * 16 * period / bytes < clocks since the first.
std::uint64_t Dma::dueBy(const Transfer& t, std::uint64_t clock) const {
    const std::uint64_t first = landingClock(t, 0);
    if (clock < first) return 0;
    const std::uint64_t since = std::min(clock - first, clocksFor(t.granules)) + 1;
    return std::min(t.granules,
                    ceilDivide(since * m_core.config().dmaRate.bytes, 16 * m_core.config().dmaRate.clocks));
}

std::uint64_t Dma::landedBy(const Transfer& t, std::uint64_t clock) const {
    return std::max(t.landed, dueBy(t, clock));
}

void Dma::startDescribed(std::uint64_t clock) {
    Transfer transfer = m_described;
    std::uint64_t& free = m_core.state().dmaFree[transfer.direction];
    transfer.startClock = std::max(free, clock);
    if (m_core.followsClock()) free = transfer.startClock + clocksFor(transfer.granules);
    const std::uint32_t index = (*m_core.state().transferCount)++;
    put(index, transfer);
    setGuards(transfer);
    m_core.transferStarted();
    m_core.memoryTouched(machine::TriggerKind::MemoryRead, kSmem, m_describedAt, kDescriptorWords,
                         static_cast<std::uint32_t>(transfer.bundle));
    m_core.recordTransfer(transfer, landingClock(transfer, 0), landingClock(transfer, transfer.granules - 1));
    if (m_core.dmaMode() == DmaMode::Eager) land(index, transfer.granules);
    if (m_core.dmaMode() == DmaMode::Shuffled) landSome(m_core.nextShuffle() % (transfer.granules + 1));
}

void Dma::land(std::uint32_t index, std::uint64_t upTo) {
    Transfer transfer = at(index);
    if (upTo <= transfer.landed) return;
    const std::uint64_t granules = upTo - transfer.landed;
    move(transfer, transfer.landed, granules);
    transfer.landed = upTo;
    put(index, transfer);
    std::int32_t& flag = m_core.state().flags[transfer.flag];
    flag += static_cast<std::int32_t>(granules);
    m_core.countBytes(kDma, granules * 16);
    m_core.flagChanged(static_cast<std::uint32_t>(transfer.flag), flag - static_cast<std::int32_t>(granules),
                       static_cast<std::uint32_t>(transfer.bundle));
    if (upTo == transfer.granules) recordCompletion(transfer);
}

// Granules are moved when somebody can see them, often long after their clocks: what the flag was at the last
// granule's own clock follows from what was due by then.
void Dma::recordCompletion(const Transfer& transfer) const {
    std::uint64_t clock = m_core.issueClock();
    std::uint64_t value = static_cast<std::uint32_t>(m_core.state().flags[transfer.flag]);
    if (m_core.followsClock()) {
        clock = landingClock(transfer, transfer.granules - 1);
        for (std::uint32_t i = 0; i < count(); ++i)
            if (at(i).flag == transfer.flag) value += dueBy(at(i), clock) - at(i).landed;
    }
    m_core.recordMoment(machine::EventKind::Flag, clock, static_cast<std::uint32_t>(transfer.bundle), kSync,
                        static_cast<std::uint32_t>(transfer.flag), static_cast<std::uint32_t>(value));
}

void Dma::landUntil(std::uint64_t clock) {
    if (!m_core.followsClock()) return;
    for (std::uint32_t i = 0; i < count(); ++i) land(i, landedBy(at(i), clock));
}

void Dma::landAll() {
    for (std::uint32_t i = 0; i < count(); ++i) land(i, at(i).granules);
}

// The shuffled mode: granules of the two in-order queues land in a random order,
// as many as asked for at most.
void Dma::landSome(std::uint64_t most) {
    for (std::uint64_t done = 0; done < most; ++done) {
        std::array<std::optional<std::uint32_t>, 2> oldest;
        for (std::uint32_t i = count(); i-- != 0;)
            if (at(i).landed < at(i).granules) oldest[at(i).direction] = i;
        const std::uint64_t pick = m_core.nextShuffle() & 1;
        const auto index = oldest[pick] ? oldest[pick] : oldest[1 - pick];
        if (!index) return;
        land(*index, at(*index).landed + 1);
    }
}

void Dma::landForFlag(std::uint32_t flag, std::int32_t value) {
    if (m_core.followsClock()) return;
    if (m_core.dmaMode() == DmaMode::Shuffled) landSome(m_core.nextShuffle() % 8);
    while (m_core.state().flags[flag] < value) {
        if (m_core.dmaMode() == DmaMode::Shuffled) {
            landSome(1);
            continue;
        }
        // Late: no more than the wait needs, the oldest first, and what lies before it in its queue.
        std::uint32_t i = 0;
        while (i < count() && (at(i).flag != flag || at(i).landed == at(i).granules)) ++i;
        if (i == count()) return;
        for (std::uint32_t before = 0; before < i; ++before)
            if (at(before).direction == at(i).direction) land(before, at(before).granules);
        land(i, at(i).landed + 1);
    }
}

// Whose granule comes at that clock and counts on the flag; if there is none, no bundle.
std::uint32_t Dma::counterAt(std::uint32_t flag, std::uint64_t clock) const {
    std::uint32_t bundle = machine::kNoBundle;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == flag && clock > 0 && landedBy(t, clock) > landedBy(t, clock - 1))
            bundle = static_cast<std::uint32_t>(t.bundle);
    }
    return bundle;
}

std::optional<TransferTime> Dma::whenFlag(std::uint32_t flag, std::int32_t value, bool equal,
                                          std::uint64_t clock) const {
    const bool timed = m_core.followsClock();
    std::uint64_t last = clock;
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).flag == flag && timed) last = std::max(last, landingClock(at(i), at(i).granules - 1));
    const auto valueAt = [&](std::uint64_t when, bool everything) {
        std::int64_t sum = m_core.state().flags[flag];
        for (std::uint32_t i = 0; i < count(); ++i) {
            const Transfer t = at(i);
            if (t.flag == flag)
                sum += static_cast<std::int64_t>((everything ? t.granules : landedBy(t, when)) - t.landed);
        }
        return sum;
    };
    if (!timed) {
        const bool reachable = valueAt(clock, true) >= value;
        const bool passed = equal && m_core.state().flags[flag] > value;
        return reachable && !passed ? std::optional(TransferTime{clock}) : std::nullopt;
    }
    if (valueAt(last, false) < value) return std::nullopt;
    std::uint64_t low = clock, high = last;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (valueAt(middle, false) >= value)
            high = middle;
        else
            low = middle + 1;
    }
    if (equal && valueAt(low, false) != value) return std::nullopt;
    return TransferTime{low, counterAt(flag, low)};
}

std::uint64_t Dma::unorderedOn(std::uint32_t flag, std::uint64_t direction) const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).flag == flag && at(i).direction == direction) sum += at(i).granules - at(i).ordered;
    return sum;
}

// The first so many unordered granules of a queue that count on the flag become ordered; how many there were.
std::uint64_t Dma::orderFirst(std::uint32_t flag, std::uint64_t direction, std::uint64_t granules) {
    std::uint64_t done = 0;
    for (std::uint32_t i = 0; i < count() && done < granules; ++i) {
        Transfer t = at(i);
        if (t.flag != flag || t.direction != direction) continue;
        const std::uint64_t here = std::min(granules - done, t.granules - t.ordered);
        t.ordered += here;
        done += here;
        put(i, t);
    }
    return done;
}

// A granule is ordered exactly if the flag cannot reach the value without it. Each queue lands in order, so
// these are the first ones of a queue that all granules of the other queue together cannot replace.
void Dma::orderBy(std::uint32_t flag, std::int32_t value) {
    const std::int64_t base = m_core.state().orderedFlags[flag];
    std::uint64_t needed[2] = {0, 0};
    for (const std::uint64_t queue : {kIn, kOut}) {
        const std::int64_t without = base + static_cast<std::int64_t>(unorderedOn(flag, 1 - queue));
        if (value > without) needed[queue] = static_cast<std::uint64_t>(value - without);
    }
    std::uint64_t ordered = 0;
    for (const std::uint64_t queue : {kIn, kOut}) ordered += orderFirst(flag, queue, needed[queue]);
    m_core.state().orderedFlags[flag] += static_cast<std::int32_t>(ordered);
    if (ordered != 0) closeOrdered();
}

// Takes transfers off the list that have landed and that the code may rely on, and their guards with them.
void Dma::closeOrdered() {
    std::uint32_t kept = 0;
    std::vector<Transfer> closed;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.ordered == t.granules && t.landed == t.granules) {
            closed.push_back(t);
            continue;
        }
        if (kept != i) put(kept, t);
        ++kept;
    }
    *m_core.state().transferCount = kept;
    for (const Transfer& t : closed) clearGuards(t);
    for (std::uint32_t i = 0; i < kept && !closed.empty(); ++i) setGuards(at(i));
}

TransferTime Dma::whenQueueFree(Direction direction, std::uint64_t clock) const {
    if (!m_core.followsClock()) return {clock};
    std::vector<TransferTime> ends;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        const std::uint64_t end = landingClock(t, t.granules - 1);
        if (t.direction == direction && end > clock)
            ends.push_back({end, static_cast<std::uint32_t>(t.bundle)});
    }
    const std::size_t depth = m_core.config().dmaQueueDepth;
    return ends.size() >= depth ? ends[ends.size() - depth] : TransferTime{clock};
}

TransferTime Dma::whenIdle(std::uint64_t clock) const {
    TransferTime idle{clock};
    if (!m_core.followsClock()) return idle;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const std::uint64_t end = landingClock(at(i), at(i).granules - 1);
        if (end > idle.clock) idle = {end, static_cast<std::uint32_t>(at(i).bundle)};
    }
    return idle;
}

std::optional<std::uint64_t> Dma::nextLanding(std::uint64_t clock) const {
    std::optional<std::uint64_t> next;
    if (!m_core.followsClock()) return next;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        const std::uint64_t landed = landedBy(t, clock);
        if (landed == t.granules) continue;
        const std::uint64_t when = landingClock(t, landed);
        if (!next || when < *next) next = when;
    }
    return next;
}

std::optional<std::uint32_t> Dma::startedBy(std::uint32_t flag) const {
    for (std::uint32_t i = count(); i-- != 0;)
        if (at(i).flag == flag && at(i).ordered < at(i).granules)
            return static_cast<std::uint32_t>(at(i).bundle);
    return std::nullopt;
}

std::int32_t Dma::landedUnordered(std::uint32_t flag) const {
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == flag) sum += static_cast<std::int64_t>(t.landed) - static_cast<std::int64_t>(t.ordered);
    }
    return static_cast<std::int32_t>(sum);
}

} // namespace lw::training
