// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/dma.h"

#include "core/chips/training/core.h"
#include "core/chips/training/remote.h"

#include <algorithm>
#include <cstring>
#include <utility>

// Transfers: when they land, what they count, and what a wait orders.
namespace lw::training {

static_assert(sizeof(Transfer) <= kTransferWords * sizeof(std::uint64_t));

namespace {
constexpr std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// Transfers of a queue land in order: the engine's queues, and one for each core that sends.
constexpr std::size_t queueOf(const Transfer& t) {
    return t.direction == kArrive ? kEngineQueues + t.farCore : static_cast<std::size_t>(t.direction);
}
constexpr std::size_t kAllQueues = kEngineQueues + machine::kMostCores;

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

const machine::Rate& Dma::rateOf(const Transfer& t) const {
    return t.isFar() ? m_core.config().way.rate : m_core.config().dmaRate;
}

// Clocks the engine needs for it.
std::uint64_t Dma::clocksFor(const Transfer& t) const {
    return t.isSignal ? 0 : ceilDivide(t.granules * 16 * rateOf(t).clocks, rateOf(t).bytes);
}

// When a granule is there; for something sent, when it has left.
std::uint64_t Dma::landingClock(const Transfer& t, std::uint64_t granule) const {
    const std::uint64_t latency = t.direction == kSend     ? 1
                                  : t.direction == kArrive ? m_core.config().way.latency + t.delay
                                                           : m_core.config().clocks(TimingKey::DmaLatency);
    return t.startClock + latency + granule * 16 * rateOf(t).clocks / rateOf(t).bytes;
}

std::uint64_t Dma::lastLanding(const Transfer& t) const { return landingClock(t, t.granules - 1); }

// When the first granule of something sent arrives.
std::uint64_t Dma::arrivalOf(const Transfer& sent) const {
    return sent.startClock + m_core.config().way.latency + sent.delay;
}

std::uint64_t Dma::lastArrival(const Transfer& sent) const {
    return lastLanding(sent) + arrivalOf(sent) - landingClock(sent, 0);
}

// How many granules have landing clocks up to `clock`:
// the n with n * 16 * period / bytes < clocks since the first.
std::uint64_t Dma::dueBy(const Transfer& t, std::uint64_t clock) const {
    const std::uint64_t first = landingClock(t, 0);
    if (clock < first) return 0;
    const std::uint64_t since = std::min(clock - first, clocksFor(t)) + 1;
    return std::min(t.granules, ceilDivide(since * rateOf(t).bytes, 16 * rateOf(t).clocks));
}

std::uint64_t Dma::landedBy(const Transfer& t, std::uint64_t clock) const {
    return std::max(t.landed, dueBy(t, clock));
}

// The modes make what is sent take longer, so that the order changes between several senders; what one
// core sends stays in order.
std::uint32_t Dma::delayOf(const Transfer& sent) {
    const std::uint64_t most = mostDelay(m_core.config().way);
    std::uint64_t delay = m_core.dmaMode() == DmaMode::Late ? most : 0;
    if (m_core.dmaMode() == DmaMode::Shuffled) delay = m_core.nextShuffle() % (most + 1);
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer before = at(i);
        if (before.direction != kSend) continue;
        const std::uint64_t free = before.startClock + clocksFor(before) + before.delay;
        delay = std::max(delay, free - std::min(free, sent.startClock));
    }
    return static_cast<std::uint32_t>(delay);
}

void Dma::startDescribed(std::uint64_t clock) {
    Transfer transfer = m_described;
    std::uint64_t& free = m_core.state().dmaFree[transfer.direction];
    transfer.startClock = std::max(free, clock);
    if (followsClock(transfer)) free = transfer.startClock + clocksFor(transfer);
    if (transfer.direction == kSend) {
        transfer.delay = delayOf(transfer);
        transfer.issueClock = clock;
        transfer.sequence = *m_core.state().granulesSent;
        if (!transfer.isSignal) *m_core.state().granulesSent += transfer.granules;
    }
    const std::uint32_t words = transfer.isFar() ? kFarDescriptorWords : kDescriptorWords;
    if (m_core.config().way)
        m_core.happensBefore().touch(kSmem, {m_describedAt, m_describedAt + std::int64_t{words}},
                                     starterOf(transfer), clock);
    const std::uint32_t index = (*m_core.state().transferCount)++;
    put(index, transfer);
    if (transfer.direction == kSend) m_core.happensBefore().send(index);
    setGuards(transfer);
    m_core.transferStarted();
    m_core.memoryTouched(machine::TriggerKind::MemoryRead, kSmem, m_describedAt, words, starterOf(transfer));
    m_core.recordTransfer(transfer, landingClock(transfer, 0),
                          transfer.isFar() ? lastArrival(transfer) : lastLanding(transfer));
    if (m_core.dmaMode() == DmaMode::Eager && !transfer.isFar()) land(index, transfer.granules);
    if (m_core.dmaMode() == DmaMode::Shuffled) landSome(m_core.nextShuffle() % (transfer.granules + 1));
}

void Dma::land(std::uint32_t index, std::uint64_t upTo) {
    Transfer transfer = at(index);
    if (upTo <= transfer.landed) return;
    const std::uint64_t landed = transfer.landed, granules = upTo - landed;
    move(transfer, landed, granules);
    transfer.landed = upTo;
    put(index, transfer);
    if (!transfer.counts()) return;
    std::int32_t& flag = m_core.state().flags[transfer.flag];
    // Editing the flag by hand may make it overflow.
    const std::int32_t before =
        std::exchange(flag, static_cast<std::int32_t>(static_cast<std::uint32_t>(flag) + granules));
    const bool isCounted = !transfer.isSignal && transfer.direction != kArrive; // by the sender
    if (isCounted) m_core.countBytes(kDma, granules * 16);
    m_core.flagChanged(static_cast<std::uint32_t>(transfer.flag), before, starterOf(transfer));
    recordLanding(transfer, landed);
}

// What involves other cores follows the clock in every mode, though perhaps a later one.
bool Dma::followsClock(const Transfer& t) const { return m_core.followsClock() || t.isFar(); }

// Granules are moved when somebody can see them, often long after their clocks: the flag's value at a clock
// follows from what was due by then.
std::uint64_t Dma::flagAt(const Transfer& transfer, std::uint64_t clock) const {
    std::uint64_t value = static_cast<std::uint32_t>(m_core.state().flags[transfer.flag]);
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == transfer.flag && followsClock(t) && t.counts()) value += dueBy(t, clock) - t.landed;
    }
    return value;
}

// The flag, at each clock in which granules after the first `before` landed. Where clocks have no meaning it
// is told once all have.
void Dma::recordLanding(const Transfer& transfer, std::uint64_t before) const {
    if (!m_core.isRecorded()) return;
    const auto record = [&](std::uint64_t clock, std::uint64_t value) {
        m_core.recordMoment(machine::EventKind::Flag, clock, starterOf(transfer), kSync,
                            static_cast<std::uint32_t>(transfer.flag), static_cast<std::uint32_t>(value));
    };
    if (!followsClock(transfer)) {
        if (transfer.landed == transfer.granules)
            record(m_core.issueClock(), static_cast<std::uint32_t>(m_core.state().flags[transfer.flag]));
        return;
    }
    while (before < transfer.landed) {
        const std::uint64_t clock = landingClock(transfer, before);
        record(clock, flagAt(transfer, clock));
        before = dueBy(transfer, clock);
    }
}

void Dma::landUntil(std::uint64_t clock) {
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (!followsClock(t)) continue;
        land(i, landedBy(t, std::min(clock, t.direction == kArrive ? m_arrivesUntil : m_landsUntil)));
    }
}

void Dma::landAll() {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (!at(i).isFar()) land(i, at(i).granules);
}

// The shuffled mode: granules of the two in-order queues within the core land in a random order, at most as
// many as asked for.
void Dma::landSome(std::uint64_t most) {
    for (std::uint64_t done = 0; done < most; ++done) {
        std::array<std::optional<std::uint32_t>, 2> oldest;
        for (std::uint32_t i = count(); i-- != 0;)
            if (!at(i).isFar() && at(i).landed < at(i).granules) oldest[at(i).direction] = i;
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
        // Late: no more than the wait needs, the oldest first, and whatever is before it in its queue.
        std::uint32_t i = 0;
        while (i < count() && (at(i).flag != flag || at(i).isFar() || at(i).landed == at(i).granules)) ++i;
        if (i == count()) return;
        for (std::uint32_t before = 0; before < i; ++before)
            if (queueOf(at(before)) == queueOf(at(i))) land(before, at(before).granules);
        land(i, at(i).landed + 1);
    }
}

machine::BundleOf Dma::starterOf(const Transfer& t) const {
    const machine::CoreId core = t.direction == kArrive ? machine::CoreId{t.farCore} : m_core.id();
    return {core, static_cast<std::uint32_t>(t.bundle)};
}

// The bundle whose granule comes at that clock and counts on the flag; if there is none, no bundle.
machine::BundleOf Dma::counterAt(std::uint32_t flag, std::uint64_t clock) const {
    machine::BundleOf bundle;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == flag && clock > 0 && landedBy(t, clock) > landedBy(t, clock - 1)) bundle = starterOf(t);
    }
    return bundle;
}

std::optional<TransferTime> Dma::whenFlag(std::uint32_t flag, std::int32_t value, bool equal,
                                          std::uint64_t clock) const {
    const auto counts = [&](const Transfer& t) { return t.flag == flag && t.counts(); };
    std::uint64_t last = clock;
    for (std::uint32_t i = 0; i < count(); ++i)
        if (counts(at(i)) && followsClock(at(i))) last = std::max(last, lastLanding(at(i)));
    const auto valueAt = [&](std::uint64_t when) {
        std::int64_t sum = m_core.state().flags[flag];
        for (std::uint32_t i = 0; i < count(); ++i) {
            const Transfer t = at(i);
            if (!counts(t)) continue;
            sum += static_cast<std::int64_t>((followsClock(t) ? landedBy(t, when) : t.granules) - t.landed);
        }
        return sum;
    };
    if (!m_core.followsClock() && equal && m_core.state().flags[flag] > value) return std::nullopt;
    if (valueAt(last) < value) return std::nullopt;
    std::uint64_t low = clock, high = last;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (valueAt(middle) >= value)
            high = middle;
        else
            low = middle + 1;
    }
    if (!m_core.followsClock()) return TransferTime{low};
    if (equal && valueAt(low) != value) return std::nullopt;
    return TransferTime{low, counterAt(flag, low)};
}

std::uint64_t Dma::pendingOn(std::uint32_t flag) const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == flag && t.counts()) sum += t.granules - t.landed;
    }
    return sum;
}

std::uint64_t Dma::unorderedOn(std::uint32_t flag) const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).flag == flag) sum += at(i).granules - at(i).ordered;
    return sum;
}

// Orders the first unordered granules of a queue that count on the flag, up to that many; returns how many.
std::uint64_t Dma::orderFirst(std::uint32_t flag, std::size_t queue, std::uint64_t granules) {
    std::uint64_t done = 0;
    for (std::uint32_t i = 0; i < count() && done < granules; ++i) {
        Transfer t = at(i);
        if (t.flag != flag || queueOf(t) != queue) continue;
        const std::uint64_t here = std::min(granules - done, t.granules - t.ordered);
        t.ordered += here;
        done += here;
        put(i, t);
        if (here != 0 && m_core.config().way) {
            if (t.direction == kArrive) m_core.happensBefore().learnFrom(i);
            touchOrdered(t);
        }
    }
    return done;
}

// A granule is ordered exactly if the flag cannot reach the value without it. Each queue lands in order, so
// these are the first ones of a queue that all granules of the other queues together cannot replace.
void Dma::orderBy(std::uint32_t flag, std::int32_t value) {
    std::array<std::uint64_t, kAllQueues> unordered{};
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).flag == flag) unordered[queueOf(at(i))] += at(i).granules - at(i).ordered;
    const std::int64_t most =
        m_core.state().orderedFlags[flag] + static_cast<std::int64_t>(unorderedOn(flag));
    std::uint64_t ordered = 0;
    for (std::size_t queue = 0; queue < kAllQueues; ++queue) {
        const std::int64_t without = most - static_cast<std::int64_t>(unordered[queue]);
        if (unordered[queue] != 0 && value > without)
            ordered += orderFirst(flag, queue, static_cast<std::uint64_t>(value - without));
    }
    m_core.state().orderedFlags[flag] += static_cast<std::int32_t>(ordered);
    if (ordered != 0) closeOrdered(m_core.issueClock());
}

void Dma::moveTo(std::uint32_t index, std::uint32_t from) {
    put(index, at(from));
    if (!m_core.config().way) return;
    const auto old = m_core.happensBefore().carriedBy(from);
    std::copy(old.begin(), old.end(), m_core.happensBefore().carriedBy(index).begin());
}

// The code knows that a transfer of its own is over: its accesses count as made now. What was sent was read
// before anything sent later left: whoever knows of a later bundle also knows of that.
void Dma::touchOrdered(const Transfer& t) {
    if (t.direction == kArrive) return; // its stamps are its sender's
    const std::uint64_t clock = t.direction == kSend ? t.issueClock + 1 : m_core.issueClock();
    for (const Side side : {Side::Source, Side::Destination}) {
        if (!(side == Side::Source ? t.reads() : t.writes())) continue;
        const isa::SpaceId space = side == Side::Source ? t.sourceSpace() : t.destinationSpace();
        for (const UnitRange& range : coverOf(t, side, 0))
            m_core.happensBefore().touch(space, range, starterOf(t), clock);
    }
}

// Something sent stays until all of it has arrived: halt waits for that.
bool Dma::isDone(const Transfer& t, std::uint64_t clock) const {
    if (t.ordered != t.granules || t.landed != t.granules) return false;
    return t.direction != kSend || (t.isHandedOver && lastArrival(t) <= clock);
}

// Removes transfers that have landed and that the code may rely on from the list, and their guards with them.
void Dma::closeOrdered(std::uint64_t clock) {
    std::uint32_t kept = 0;
    std::vector<Transfer> closed;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (isDone(t, clock)) {
            closed.push_back(t);
            continue;
        }
        if (kept != i) moveTo(kept, i);
        ++kept;
    }
    *m_core.state().transferCount = kept;
    for (const Transfer& t : closed) clearGuards(t);
    for (std::uint32_t i = 0; i < kept && !closed.empty(); ++i) setGuards(at(i));
}

TransferTime Dma::whenQueueFree(Direction direction, std::uint64_t clock) const {
    if (!m_core.followsClock() && direction != kSend) return {clock};
    std::vector<TransferTime> ends;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        const std::uint64_t end = lastLanding(t);
        if (t.direction == direction && end > clock) ends.push_back({end, starterOf(t)});
    }
    const std::size_t depth = m_core.config().dmaQueueDepth;
    return ends.size() >= depth ? ends[ends.size() - depth] : TransferTime{clock};
}

TransferTime Dma::whenIdle(std::uint64_t clock) const {
    TransferTime idle{clock};
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.direction == kArrive || !followsClock(t)) continue;
        const std::uint64_t end = t.direction == kSend ? lastArrival(t) : lastLanding(t);
        if (end > idle.clock) idle = {end, starterOf(t)};
    }
    return idle;
}

std::uint64_t Dma::quietFrom() const {
    std::uint64_t quiet = whenIdle(0).clock;
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).direction == kArrive) quiet = std::max(quiet, lastLanding(at(i)));
    return quiet;
}

std::optional<std::uint64_t> Dma::nextLanding(std::uint64_t clock) const {
    std::optional<std::uint64_t> next;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (!followsClock(t)) continue;
        const std::uint64_t landed = landedBy(t, clock);
        if (landed == t.granules) continue;
        const std::uint64_t when = landingClock(t, landed);
        if (!next || when < *next) next = when;
    }
    return next;
}

std::optional<machine::BundleOf> Dma::startedBy(std::uint32_t flag) const {
    for (std::uint32_t i = count(); i-- != 0;)
        if (at(i).flag == flag && at(i).ordered < at(i).granules) return starterOf(at(i));
    return std::nullopt;
}

std::int32_t Dma::landedUnordered(std::uint32_t flag) const {
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.flag == flag && t.counts())
            sum += static_cast<std::int64_t>(t.landed) - static_cast<std::int64_t>(t.ordered);
    }
    return static_cast<std::int32_t>(sum);
}

} // namespace lw::training
