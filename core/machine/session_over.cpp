// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/session.h"

#include "core/isa/encode.h"
#include "core/machine/predicate.h"

#include <algorithm>
#include <utility>

// Steps that take what belongs together as one: a call with its routine, a chain.
namespace lw::machine {

Session::Flows Session::flowsOf(const Core& core) {
    Flows out;
    const isa::Spec& spec = *core.target().spec;
    const auto& bundles = core.program().bundles;
    std::optional<std::uint32_t> begun;
    for (std::uint32_t number = 0; number < bundles.size(); ++number) {
        isa::Bundle bundle;
        if (isa::decode(spec, bundles[number], bundle)) continue;
        for (const isa::SlotInsn& insn : bundle) {
            const isa::Insn& row = spec.insns[insn.op];
            if (row.flow == isa::Flow::Call) out.calls.push_back({number, insn.predicate, +1});
            if (row.flow == isa::Flow::Return) out.calls.push_back({number, insn.predicate, -1});
            if ((row.effects & isa::kBeginsChain) != 0) begun = number;
            if ((row.effects & isa::kEndsChain) != 0 && begun)
                out.chains.push_back({*std::exchange(begun, std::nullopt), number});
        }
    }
    return out;
}

// The chain of the core in focus that has begun before this bundle and has not ended. Null: none.
const Session::Chain* Session::chainInside(std::uint32_t bundle) const {
    const std::vector<Chain>& chains = m_flows[m_focus.index].chains;
    const auto after = std::lower_bound(chains.begin(), chains.end(), bundle,
                                        [](const Chain& chain, std::uint32_t b) { return chain.first < b; });
    return after != chains.begin() && bundle <= std::prev(after)->last ? &*std::prev(after) : nullptr;
}

// What the bundle that issues next does to the depth of calls.
int Session::depthChange() const {
    const std::vector<Flowing>& flows = m_flows[m_focus.index].calls;
    const std::uint32_t bundle = core().nextBundle();
    const auto first = std::lower_bound(flows.begin(), flows.end(), bundle,
                                        [](const Flowing& f, std::uint32_t b) { return f.bundle < b; });
    int change = 0;
    for (auto at = first; at != flows.end() && at->bundle == bundle; ++at)
        if (isExecuted(*m_machine, core(), at->predicate)) change += at->depth;
    return change;
}

// Runs at least one bundle, until the calls since here minus the returns are at most `depth`, outside of
// chains. Counting makes it right in recursion, where addresses say nothing.
Report Session::untilDepth(int depth, const std::atomic<bool>* interrupt) {
    if (core().halted()) return standing(StopKind::Halted);
    if (!countHits(interrupt)) return standing(StopKind::Interrupted);
    const std::uint64_t from = m_machine->clock();
    int now = 0, change = depthChange();
    std::uint64_t bundles = core().issuedBundles();
    std::vector<Hit> hits;
    bool isTaken = false; // what has happened at the bundle that it has come to
    const Visit visit = visitOf(true, [&](const Stop& stop, bool afterBundle) {
        isTaken = stop.kind == StopKind::Triggered;
        const bool issued =
            core().issuedBundles() != bundles; // not where another core did, or a wait was cut
        if (issued) now += change;
        bundles = core().issuedBundles();
        change = depthChange();
        take(m_breakpoints.hitsAt(stop, *m_machine, afterBundle), hits);
        return !hits.empty() || (issued && now <= depth && !chainInside(core().nextBundle()));
    });
    m_timeline->setTriggers(m_breakpoints.triggers());
    Report report = reportOf(m_timeline->run({.interrupt = interrupt}, visit));
    m_lookedAt = m_machine->clock();
    m_breakpoints.countedTo(m_machine->clock());
    const bool arrived = report.stop.kind == StopKind::Triggered && hits.empty();
    if (arrived) {
        report = standing(StopKind::Limit);
        if (!isTaken) take(hitsAtBundle(), hits);
    }
    report.hits = std::move(hits);
    return arrived ? throughWait(std::move(report), from, interrupt) : report;
}

// How many bundles ago the call was whose return issues next. Looked for further and further back,
// as histories are long and routines short. Nothing: it was interrupted, or the call is not in the history.
std::optional<std::uint64_t> Session::bundlesSinceCall(const std::atomic<bool>* interrupt) {
    const std::uint64_t here = core().issuedBundles();
    constexpr std::uint64_t kFirstLook = 1024;
    for (std::uint64_t look = std::min(kFirstLook, here);; look = std::min(look * 4, here)) {
        const auto bookmark = m_timeline->leave();
        Stop stop = m_timeline->seekBundles(here - look, m_focus, interrupt);
        std::vector<int> changes; // of each bundle from there on
        while (stop.kind == StopKind::Limit && core().issuedBundles() < here) {
            const std::uint64_t before = core().issuedBundles();
            changes.push_back(depthChange());
            stop = m_timeline->seekBundles(before + 1, m_focus, interrupt);
            if (core().issuedBundles() == before) break;
        }
        m_timeline->comeBack(bookmark);
        if (stop.kind == StopKind::Interrupted) return {};
        int depth = depthChange();
        for (std::size_t back = 1; back <= changes.size(); ++back)
            if ((depth += changes[changes.size() - back]) >= 0) return back;
        if (look == here) return {};
    }
}

Report Session::stepOverBack(const std::atomic<bool>* interrupt) {
    Report report = stepBack(1, interrupt);
    if (report.stop.kind != StopKind::Limit) return report;
    if (const Chain* const chain = chainInside(core().nextBundle()))
        return stepBack(core().nextBundle() - chain->first, interrupt); // chains have no branches
    if (depthChange() >= 0) return report;
    const auto bundles = bundlesSinceCall(interrupt);
    return bundles ? stepBack(*bundles, interrupt) : report;
}

} // namespace lw::machine
