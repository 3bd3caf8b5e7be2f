// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/breakpoints.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

namespace lw::machine {

const Breakpoint& Breakpoint::on(CoreId whose) const {
    for (const Breakpoint& one : each)
        if (one.trigger->core == whose) return one;
    return *this;
}

std::uint32_t Breakpoints::add(Breakpoint breakpoint) {
    LW_REQUIRE(breakpoint.trigger || breakpoint.condition, "a breakpoint has a place or a condition");
    breakpoint.id = m_nextId++;
    const std::uint32_t id = breakpoint.id;
    m_entries.push_back({std::move(breakpoint), false, {}, {}});
    return id;
}

void Breakpoints::set(std::vector<Breakpoint> breakpoints) {
    std::vector<Entry> before = std::exchange(m_entries, {});
    for (Breakpoint& breakpoint : breakpoints) {
        const auto known = std::find_if(before.begin(), before.end(),
                                        [&](const Entry& e) { return e.breakpoint.id == breakpoint.id; });
        const bool isSame = known != before.end() && known->breakpoint.text == breakpoint.text;
        const std::uint32_t id = breakpoint.id;
        add(std::move(breakpoint));
        if (isSame)
            m_entries.back().breakpoint.id = id, m_entries.back().hitClocks = std::move(known->hitClocks),
            m_entries.back().counted = known->counted;
    }
}

bool Breakpoints::remove(std::uint32_t id) {
    return std::erase_if(m_entries, [&](const Entry& e) { return e.breakpoint.id == id; }) != 0;
}

bool Breakpoints::setEnabled(std::uint32_t id, bool enabled) {
    for (Entry& entry : m_entries) {
        if (entry.breakpoint.id != id) continue;
        entry.breakpoint.enabled = enabled;
        return true;
    }
    return false;
}

std::vector<Breakpoint> Breakpoints::list() const {
    std::vector<Breakpoint> out;
    for (const Entry& entry : m_entries) out.push_back(entry.breakpoint);
    return out;
}

std::vector<Trigger> Breakpoints::triggers() const {
    std::vector<Trigger> out;
    for (const Entry& entry : m_entries) {
        if (!entry.breakpoint.enabled || !entry.breakpoint.trigger) continue;
        for (const Breakpoint& one : entry.breakpoint.onCores()) {
            Trigger trigger = *one.trigger;
            trigger.id = entry.breakpoint.id;
            if (trigger.kind != TriggerKind::Bundle) out.push_back(trigger);
            for (const std::uint32_t bundle : one.bundles) {
                trigger.bundle = bundle;
                out.push_back(trigger);
            }
        }
    }
    return out;
}

bool Breakpoints::lookAtEveryBundle() const {
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [](const Entry& e) { return e.breakpoint.enabled && !e.breakpoint.trigger; });
}

void Breakpoints::begin(Machine& machine) {
    for (Entry& entry : m_entries) {
        if (!entry.breakpoint.enabled || entry.breakpoint.trigger) continue;
        const auto value = entry.breakpoint.condition->evaluate(momentOf(machine, entry.breakpoint.core));
        entry.wasTrue = value && value->isTrue();
    }
}

// Counts by clock, so that going back and coming by again counts nothing twice.
std::uint64_t Breakpoints::countHit(Entry& entry, std::uint64_t clock) {
    auto& clocks = entry.hitClocks;
    const auto at = std::lower_bound(clocks.begin(), clocks.end(), clock);
    const auto before = static_cast<std::uint64_t>(at - clocks.begin());
    if (at == clocks.end() || *at != clock) clocks.insert(at, clock);
    if (clocks.size() > entry.breakpoint.hit) clocks.pop_back();
    return before + 1;
}

std::optional<Hit> Breakpoints::look(Entry& entry, bool fired, BundleOf cause, Machine& machine) {
    const Breakpoint& b = entry.breakpoint.on(cause.core);
    const Moment moment = momentOf(machine, b.core);
    std::string trouble;
    if (b.condition && (fired || !b.trigger)) {
        const auto value = b.condition->evaluate(moment);
        const bool isTrue = !value || value->isTrue();
        if (!value) trouble = ": the condition cannot be computed: " + textOf(value.problem());
        if (value && value->isNeverWritten) trouble = ": the condition read what was never written, as 0";
        fired = b.trigger ? isTrue : isTrue && !entry.wasTrue;
        entry.wasTrue = isTrue;
    }
    if (!fired && !trouble.empty() && !entry.unwritten) entry.unwritten = machine.clock();
    if (!fired) return {};
    const std::uint64_t count = countHit(entry, machine.clock());
    if (count < b.hit) return {};
    const bool isBundle = b.trigger && b.trigger->kind == TriggerKind::Bundle;
    const std::string& written = entry.breakpoint.text;
    const std::uint32_t id = entry.breakpoint.id;
    if (b.log) return Hit{id, machine.clock(), cause, count, written, b.log->at(moment) + trouble};
    std::string text = written + trouble;
    // Where a bundle says only on which of several cores.
    if (cause.isKnown() && (!isBundle || !entry.breakpoint.each.empty()))
        text += ": " + bundleText(machine, cause);
    return Hit{id, machine.clock(), cause, count, std::move(text)};
}

// Several cores may come to the same breakpoint in one clock.
std::vector<Hit> Breakpoints::hitsAt(const Stop& stop, Machine& machine, bool afterBundle) {
    std::vector<Hit> out;
    for (Entry& entry : m_entries) {
        if (!entry.breakpoint.enabled) continue;
        bool fired = false;
        for (std::size_t i = 0; i < stop.triggers.size(); ++i) {
            if (stop.triggers[i] != entry.breakpoint.id) continue;
            // Of one core it is the first that counts.
            if (std::exchange(fired, true) && entry.breakpoint.each.empty()) break;
            const BundleOf cause = i < stop.causes.size() ? stop.causes[i] : BundleOf{};
            if (auto hit = look(entry, true, cause, machine)) out.push_back(std::move(*hit));
        }
        if (fired || !afterBundle || entry.breakpoint.trigger) continue;
        if (auto hit = look(entry, false, {}, machine)) out.push_back(std::move(*hit));
    }
    return out;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> Breakpoints::takeUnwritten() {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> out;
    for (Entry& entry : m_entries)
        if (const auto clock = std::exchange(entry.unwritten, std::nullopt))
            out.emplace_back(entry.breakpoint.id, *clock);
    return out;
}

std::optional<std::uint64_t> Breakpoints::countFrom(std::uint64_t origin, std::uint64_t clock) const {
    std::optional<std::uint64_t> from;
    for (const Entry& entry : m_entries) {
        const Breakpoint& b = entry.breakpoint;
        if (!b.enabled || b.hit == 1 || entry.hitClocks.size() == b.hit) continue;
        if (entry.counted && *entry.counted >= clock) continue;
        const std::uint64_t first = std::max(entry.counted.value_or(origin), origin);
        from = std::min(from.value_or(first), first);
    }
    return from;
}

void Breakpoints::countedTo(std::uint64_t clock) {
    for (Entry& entry : m_entries)
        if (entry.breakpoint.enabled) entry.counted = std::max(entry.counted.value_or(clock), clock);
}

void Breakpoints::forgetAfter(std::uint64_t clock) {
    for (Entry& entry : m_entries) {
        std::erase_if(entry.hitClocks, [&](std::uint64_t c) { return c > clock; });
        if (entry.counted) entry.counted = std::min(*entry.counted, clock);
    }
}

std::string bundleText(const program::Program& program, std::uint32_t bundle) {
    const program::Symbol* nearest = nullptr;
    for (const program::Symbol& symbol : program.symbols) {
        if (symbol.kind != program::SymbolKind::Label || symbol.value < 0 || symbol.value > bundle) continue;
        if (!nearest || symbol.value > nearest->value) nearest = &symbol;
    }
    std::string out = "bundle " + std::to_string(bundle);
    if (!nearest) return out;
    out += " (" + nearest->name;
    if (nearest->value != bundle) out += '+' + std::to_string(bundle - nearest->value);
    return out + ')';
}

std::string bundleText(const Machine& machine, BundleOf bundle) {
    const Core& core = machine.core(bundle.core);
    const std::string text = bundleText(core.program(), bundle.bundle);
    return machine.cores().size() == 1 ? text : machine.names().titleOf(core.id()) + ": " + text;
}

} // namespace lw::machine
