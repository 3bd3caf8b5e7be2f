// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/timeline.h"

#include "core/base/check.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace lw::machine {
namespace {

// A piece of a run should take no longer than this on the host, and no less than 1 / kPieceRange of it, so
// that the next snapshot is never far off.
constexpr std::chrono::microseconds kLongPiece{2000};
constexpr int kPieceRange = 4;
constexpr std::uint64_t kShortestSlice = 256;
constexpr std::uint64_t kBoardSlices = 8; // that many times as long with several cores
// Keeping snapshots may take this share of the time, as long as the spacing stays below its limit.
constexpr int kKeepingShare = 20;
constexpr int kWidestSpacing = 2; // times the spacing asked for
constexpr int kDenser = 4;        // snapshots around the cursor are closer by this factor
// Snapshots around the cursor that thinning leaves alone.
constexpr std::size_t kSparedBefore = 24, kSparedAfter = 4;

// CPU time of this thread: other work of a busy host is not emulation.
// More expensive than HostClock: a system call.
std::chrono::nanoseconds spentHere() {
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

void addPages(std::vector<std::uint32_t>& pages, std::span<const std::uint32_t> more) {
    if (more.empty()) return;
    pages.insert(pages.end(), more.begin(), more.end());
    std::sort(pages.begin(), pages.end());
    pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
}

} // namespace

Timeline::Timeline(Machine& machine, const TimelineOptions& options)
    : m_machine(machine), m_options(options) {
    LW_REQUIRE(options.sliceClocks > 0, "a run advances by at least one clock");
    m_furthest = clock();
    keep();
}

Timeline::~Timeline() { watch({}, nullptr); }

void Timeline::watch(std::vector<Trigger> triggers, Recorder* recorder) {
    m_bundleTriggers.clear();
    for (const Trigger& trigger : triggers)
        if (trigger.kind == TriggerKind::Bundle) m_bundleTriggers.push_back(trigger.id);
    m_machine.setTriggers(std::move(triggers));
    m_machine.setRecorder(recorder);
}

Stop Timeline::standing(StopKind kind, CoreId core) const {
    Stop stop;
    stop.kind = kind;
    stop.clock = clock();
    stop.core = core;
    stop.bundle = m_machine.core(core).nextBundle();
    return stop;
}

// ---- forward

RunLimit Timeline::pieceOf(const RunLimit& rest, bool oneBundle) const {
    RunLimit piece = rest;
    const std::uint64_t slice = std::min(m_slice, longestSlice());
    // Runs by count are cut by count, so that what is left is known without asking.
    if (rest.bundles == kForever && !oneBundle)
        piece.clock = std::min(rest.clock, clock() > kForever - slice ? kForever : clock() + slice);
    else
        piece.bundles = oneBundle ? 1 : std::min(rest.bundles, slice);
    if (oneBundle) piece.core.reset(); // of any core
    if (m_nextEdit < m_edits.size()) piece.clock = std::min(piece.clock, m_edits[m_nextEdit].clock);
    return piece;
}

// One piece of a run. Afterwards `rest` is what is left of the limit.
Stop Timeline::advance(RunLimit& rest, bool oneBundle) {
    const RunLimit piece = pieceOf(rest, oneBundle);
    const bool counts = rest.bundles != kForever;
    const std::uint64_t before = counts ? m_machine.issuedBundles(rest.core) : 0;
    const auto now = [oneBundle]() -> HostClock::duration {
        return oneBundle ? HostClock::now().time_since_epoch() : spentHere();
    };
    const auto from = now();
    const std::uint64_t begin = clock();
    Stop stop = m_machine.run(piece);
    const auto took = now() - from;
    m_sinceKept += took;
    if (!oneBundle) adaptSlice(took, clock() - begin);
    if (counts) rest.bundles -= std::min(rest.bundles, m_machine.issuedBundles(rest.core) - before);
    // After an edit, a machine that had halted may go on.
    if (applyEdits() && stop.kind == StopKind::Halted && !m_machine.halted())
        stop = standing(StopKind::Limit);
    m_furthest = std::max(m_furthest, clock());
    keepIfDue();
    return stop;
}

// With several cores a piece takes at least the time between two snapshots, and gets there quickly: the fixed
// work for each is expensive. A piece that was cut short says little.
void Timeline::adaptSlice(HostClock::duration took, std::uint64_t clocks) {
    const std::uint64_t most = longestSlice();
    if (std::as_const(m_machine).cores().size() > 1) {
        const HostClock::duration longest =
            m_dense ? m_options.spacing / kDenser : m_options.spacing * kWidestSpacing;
        if (clocks < m_slice / 2) took = std::max(took, longest / 2);
        for (; took < longest / 2 && m_slice < most; took *= 2) m_slice *= 2;
        if (took > longest) m_slice /= 2;
    } else {
        if (took < kLongPiece / kPieceRange) m_slice *= 2;
        if (took > kLongPiece) m_slice /= 2;
    }
    m_slice = std::clamp(m_slice, std::min(kShortestSlice, most), most);
}

std::uint64_t Timeline::longestSlice() const {
    return m_options.sliceClocks * (std::as_const(m_machine).cores().size() > 1 ? kBoardSlices : 1);
}

// Runs until the limit is used up, something stops the machine, or the visit accepts a place.
Stop Timeline::cover(RunLimit rest, const Visit& visit) {
    while (rest.bundles > 0 && clock() < rest.clock && !m_machine.isOver(rest)) {
        if (rest.interrupt && rest.interrupt->load(std::memory_order_relaxed))
            return standing(StopKind::Interrupted);
        Stop stop = advance(rest, visit.everyBundle);
        const bool triggered = stop.kind == StopKind::Triggered;
        if (!triggered && stop.kind != StopKind::Limit) return stop;
        if (triggered || visit.everyBundle) {
            if (visit.accept ? visit.accept(stop) : triggered) {
                stop.kind = StopKind::Triggered;
                return stop;
            }
        }
        // A machine stopped by a Bundle trigger must move on; elsewhere such a trigger still holds.
        const auto isBundle = [&](std::uint32_t id) {
            return std::find(m_bundleTriggers.begin(), m_bundleTriggers.end(), id) != m_bundleTriggers.end();
        };
        rest.resumed = !triggered || std::none_of(stop.triggers.begin(), stop.triggers.end(), isBundle);
    }
    return standing(m_machine.halted() ? StopKind::Halted : StopKind::Limit);
}

Stop Timeline::run(const RunLimit& limit, const Visit& visit) {
    if (visit.begin) visit.begin();
    if (m_recorder && std::exchange(m_wentBack, false)) m_recorder->forgetFrom(clock());
    watch(m_triggers, m_recorder);
    Stop stop = cover(limit, visit);
    watch({}, nullptr);
    if (m_recorder) m_recorder->flush();
    return stop;
}

Stop Timeline::inspect(const RunLimit& limit, std::vector<Trigger> triggers, const Visit& visit) {
    if (visit.begin) visit.begin();
    watch(std::move(triggers), nullptr);
    Stop stop = cover(limit, visit);
    watch({}, nullptr);
    return stop;
}

Stop Timeline::replay(RunLimit limit) { return inspect(limit, {}, {}); }

// ---- back

std::size_t Timeline::keptUpTo(std::uint64_t clock) const {
    const auto after = std::upper_bound(m_kept.begin(), m_kept.end(), clock,
                                        [](std::uint64_t c, const Kept& kept) { return c < kept.clock; });
    return static_cast<std::size_t>(after - m_kept.begin());
}

void Timeline::restore(const Kept& from) {
    m_wentBack = true;
    m_machine.store().restore(from.snapshot);
    m_machine.stateReplaced();
    LW_ASSERT(clock() == from.clock, "a restored machine stands where it was saved");
    m_written.clear();
    (void)m_machine.store().takeWrittenPages();
    m_sinceKept = {};
    m_nextEdit = static_cast<std::size_t>(
        std::upper_bound(m_edits.begin(), m_edits.end(), from.clock,
                         [](std::uint64_t c, const Edit& edit) { return c < edit.clock; }) -
        m_edits.begin());
}

Stop Timeline::seek(std::uint64_t target, const std::atomic<bool>* interrupt) {
    const std::uint64_t now = clock();
    target = std::max(target, originClock());
    const Kept& nearest = m_kept[keptUpTo(target) - 1];
    m_dense = target <= m_furthest; // whoever looks at the past often goes back from there
    if (target < now || nearest.clock > now) restore(nearest);
    Stop stop = replay({.clock = target, .interrupt = interrupt});
    m_dense = false;
    return stop;
}

Stop Timeline::seekBundles(std::uint64_t count, CoreId core, const std::atomic<bool>* interrupt) {
    const std::uint64_t now = m_machine.issuedBundles(core);
    count = std::max(count, m_kept.front().bundles[core.index]);
    if (count > now) return replay({.bundles = count - now, .interrupt = interrupt, .core = core});
    // A snapshot with that very count may come later, in the middle of a wait.
    const auto after =
        std::lower_bound(m_kept.begin(), m_kept.end(), count,
                         [&](const Kept& kept, std::uint64_t n) { return kept.bundles[core.index] < n; });
    const Kept& nearest = after == m_kept.begin() ? m_kept.front() : *std::prev(after);
    m_dense = true;
    restore(nearest);
    Stop stop =
        replay({.bundles = count - m_machine.issuedBundles(core), .interrupt = interrupt, .core = core});
    m_dense = false;
    return stop;
}

Stop Timeline::stepBack(std::uint64_t bundles, CoreId core, const std::atomic<bool>* interrupt) {
    const std::uint64_t now = m_machine.issuedBundles(core);
    return seekBundles(now - std::min(bundles, now), core, interrupt);
}

Stop Timeline::seekIssue(CoreId core, const std::atomic<bool>* interrupt) {
    Stop stop = standing(StopKind::Limit, core);
    while (const auto waiting = m_machine.core(core).waiting()) {
        stop = waiting->until == kForever ? replay({.interrupt = interrupt, .awaited = {core}})
                                          : seek(waiting->until, interrupt);
        if (stop.kind != StopKind::Limit) break;
    }
    return stop;
}

Stop Timeline::runBack(const Visit& visit, const std::atomic<bool>* interrupt) {
    const std::uint64_t here = clock();
    std::uint64_t end = here;
    while (end > originClock()) {
        const std::uint64_t begin = m_kept[keptUpTo(end - 1) - 1].clock;
        std::optional<Stop> found;
        Visit collecting = visit;
        collecting.accept = [&](const Stop& stop) {
            if (stop.clock < here && (!visit.accept || visit.accept(stop))) found = stop;
            return false;
        };
        restore(m_kept[keptUpTo(begin) - 1]);
        const Stop stop =
            inspect({.clock = end, .interrupt = interrupt, .resumed = true}, m_triggers, collecting);
        if (stop.kind == StopKind::Interrupted) {
            seek(here);
            return standing(StopKind::Interrupted);
        }
        if (found) {
            seek(found->clock, interrupt);
            found->kind = StopKind::Triggered;
            return *found;
        }
        end = begin;
    }
    seek(originClock(), interrupt);
    return standing(StopKind::Limit);
}

// ---- edits

Outcome Timeline::apply(const Edit& edit) {
    if (edit.inSpace) return m_machine.core(edit.core).writeSpace(edit.space, edit.offset, edit.bytes);
    m_machine.poke(edit.node, edit.first, edit.bytes);
    return Done{};
}

bool Timeline::applyEdits() {
    bool any = false;
    for (; m_nextEdit < m_edits.size() && m_edits[m_nextEdit].clock <= clock(); ++m_nextEdit) {
        const Outcome done = apply(m_edits[m_nextEdit]);
        LW_ASSERT(done, "an edit that was possible once is possible again");
        any = true;
    }
    return any;
}

Outcome Timeline::edit(Edit edit) {
    edit.clock = clock();
    LW_TRY([[maybe_unused]] const Done done, apply(edit));
    m_edits.resize(m_nextEdit);
    m_edits.push_back(std::move(edit));
    m_nextEdit = m_edits.size();
    m_furthest = clock();
    // Snapshots taken at this clock are from before the edit.
    // If that was the origin, the history begins here.
    const auto later = std::lower_bound(m_kept.begin(), m_kept.end(), clock(),
                                        [](const Kept& kept, std::uint64_t c) { return kept.clock < c; });
    // The pages they list as written since the previous one were still written.
    for (auto kept = later; kept != m_kept.end() && kept->clock == clock(); ++kept)
        addPages(m_written, kept->written);
    m_kept.erase(later, m_kept.end());
    m_wentBack = true;
    keep();
    return Done{};
}

// ---- snapshots

void Timeline::collectWritten() { addPages(m_written, m_machine.store().takeWrittenPages()); }

std::vector<std::uint32_t> Timeline::writtenSinceKept() const {
    std::vector<std::uint32_t> pages = m_written;
    addPages(pages, m_machine.store().writtenPages());
    return pages;
}

std::shared_ptr<const Snapshot> Timeline::snapshot() {
    auto snapshot = m_machine.store().save();
    collectWritten();
    return snapshot;
}

Timeline::Bookmark Timeline::leave() { return {snapshot(), m_written, m_nextEdit, m_wentBack}; }

void Timeline::comeBack(const Bookmark& bookmark) {
    m_machine.store().restore(bookmark.snapshot);
    m_machine.stateReplaced();
    m_written = bookmark.written;
    (void)m_machine.store().takeWrittenPages();
    m_nextEdit = bookmark.nextEdit;
    m_wentBack = bookmark.wentBack;
    m_sinceKept = {};
}

void Timeline::keepIfDue() {
    HostClock::duration spacing = m_options.spacing;
    if (m_dense)
        spacing /= kDenser;
    else
        spacing =
            std::clamp<HostClock::duration>(m_lastCost * kKeepingShare, spacing, spacing * kWidestSpacing);
    if (m_sinceKept < spacing) return;
    const std::size_t at = keptUpTo(clock());
    if (at == 0 || m_kept[at - 1].clock != clock()) keep();
}

std::vector<std::uint64_t> Timeline::bundlesOfCores() const {
    std::vector<std::uint64_t> out;
    for (const Core* const core : std::as_const(m_machine).cores()) out.push_back(core->issuedBundles());
    return out;
}

void Timeline::keep() {
    const auto from = spentHere();
    Kept kept{clock(), bundlesOfCores(), snapshot(), {}};
    kept.written = std::exchange(m_written, {});
    m_kept.insert(m_kept.begin() + static_cast<std::ptrdiff_t>(keptUpTo(kept.clock)), std::move(kept));
    m_lastCost = spentHere() - from;
    m_sinceKept = {};
    if (snapshotBytes() > m_options.memoryBytes) thin();
}

// Drops every second snapshot far from the cursor until the rest fits; the origin stays.
void Timeline::thin() {
    while (snapshotBytes() > m_options.memoryBytes && dropEverySecond()) {
    }
}

bool Timeline::dropEverySecond() {
    const std::size_t cursor = keptUpTo(clock());
    std::vector<Kept> left;
    std::vector<std::uint32_t> carried; // written pages of a dropped snapshot are passed on to the next one
    bool odd = false, dropped = false;
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        const bool spared = i == 0 || (i + kSparedBefore >= cursor && i < cursor + kSparedAfter);
        addPages(m_kept[i].written, carried);
        carried.clear();
        odd = !spared && !odd;
        if (odd) {
            carried = std::move(m_kept[i].written);
            dropped = true;
        } else {
            left.push_back(std::move(m_kept[i]));
        }
    }
    m_kept = std::move(left);
    return dropped;
}

} // namespace lw::machine
