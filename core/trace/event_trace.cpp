// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/event_trace.h"

#include "core/isa/encode.h"
#include "core/machine/fault.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lw::trace {

namespace {

using machine::Event;
using machine::EventKind;

class EventWriter {
  public:
    EventWriter(const EventNames& names, ChromeTrace& trace)
        : m_names(names), m_spec(*names.target->spec), m_trace(trace) {
        for (const program::Symbol& symbol : names.program->symbols)
            if (symbol.kind == program::SymbolKind::Label) m_labels.push_back(&symbol);
        std::stable_sort(m_labels.begin(), m_labels.end(),
                         [](const auto* a, const auto* b) { return a->value < b->value; });
        m_trace.lane(kBundles);
        m_trace.lane(kStalls);
        for (const isa::Unit& unit : m_spec.units) m_trace.lane(unit.title);
    }

    void add(const Event& event) {
        const isa::Unit& unit = m_spec.units[index(event.unit)];
        switch (event.kind) {
        case EventKind::Issue:
            drawPlain(event.bundle);
            m_issued = event;
            span(event, bundleName(event.bundle), kBundles, {});
            break;
        case EventKind::Stall:
            span(event, event.a < m_names.rules.size() ? m_names.rules[event.a] : "stall", kStalls,
                 event.b == kNoBundle ? TraceArgument{}
                                      : TraceArgument{"waits for bundle", std::uint64_t{event.b}});
            break;
        case EventKind::Execute:
            m_issued.a &= ~(1u << event.b);
            span(event, event.a < m_spec.insns.size() ? m_spec.insns[event.a].name : "?",
                 freeLane(unit.title, event),
                 {"slot", event.b < m_spec.slots.size() ? m_spec.slots[event.b].name : "?"});
            break;
        case EventKind::Push:
        case EventKind::Pop: m_trace.counter(std::string(unit.name) + " queue", event.clock, event.a); break;
        case EventKind::Transfer: transfer(event); break;
        case EventKind::Flag:
            m_trace.counter(std::string(m_spec.landingWord) + " " + std::to_string(event.a), event.clock,
                            static_cast<std::int32_t>(event.b));
            break;
        case EventKind::Trace:
            m_trace.instant("trace " + std::to_string(event.a) + ": " + std::to_string(event.b), unit.title,
                            event.clock);
            break;
        case EventKind::Fault:
            m_trace.instant("fault: " +
                                std::string(machine::nameOf(static_cast<machine::FaultKind>(event.a))),
                            unit.title, event.clock);
            break;
        }
    }

    // After the last event.
    void finish() { drawPlain(kNoBundle); }

  private:
    static constexpr std::string_view kBundles = "bundles", kStalls = "stalls";
    static constexpr std::uint32_t kNoBundle = 0xffffffff;

    // Instructions of the bundle that issued last for which there were no events of their own. A branch under
    // a predicate was taken if another bundle than the one after it came next.
    void drawPlain(std::uint32_t next) {
        if (m_issued.a == 0 || m_issued.bundle >= m_names.program->bundles.size()) return;
        isa::Bundle bundle;
        if (isa::decode(m_spec, m_names.program->bundles[m_issued.bundle], bundle)) return;
        for (const isa::SlotInsn& s : bundle) {
            if ((m_issued.a >> s.slot & 1) == 0) continue;
            const bool sure = s.predicate == m_spec.predicateAlways;
            if (!sure && (next == kNoBundle || next == m_issued.bundle + 1)) continue;
            const isa::Insn& insn = m_spec.insns[s.op];
            span(m_issued, insn.name, freeLane(m_spec.units[index(insn.unit)].title, m_issued),
                 {"slot", m_spec.slots[s.slot].name});
        }
    }

    static std::uint64_t endOf(const Event& event) { return event.clock + std::max(event.duration, 1u); }

    void span(const Event& event, std::string_view name, std::string_view lane, const TraceArgument& more) {
        const TraceArgument arguments[] = {{"bundle", std::uint64_t{event.bundle}}, more};
        m_trace.span(
            {name, lane, event.clock, endOf(event), std::span(arguments).first(more.name.empty() ? 1 : 2)});
    }

    void transfer(const Event& event) {
        span(event, "transfer of " + std::to_string(event.a) + " " + std::string(m_spec.transferUnit),
             freeLane("transfers", event),
             event.b == machine::kNoFlag ? TraceArgument{}
                                         : TraceArgument{m_spec.landingWord, std::uint64_t{event.b}});
    }

    // Spans of one lane may not overlap, but two ALUs work side by side, and so do the two ports of the
    // matrix unit, and transfers: each takes the first lane that is free again.
    std::string freeLane(std::string_view title, const Event& event) {
        std::vector<std::uint64_t>& busyUntil = m_busyUntil[title];
        const auto free = std::find_if(busyUntil.begin(), busyUntil.end(),
                                       [&](std::uint64_t until) { return until <= event.clock; });
        const auto number = static_cast<std::size_t>(free - busyUntil.begin()) + 1;
        if (free == busyUntil.end()) busyUntil.push_back(0);
        busyUntil[number - 1] = endOf(event);
        return number == 1 ? std::string(title) : std::string(title) + " " + std::to_string(number);
    }

    std::string bundleName(std::uint32_t bundle) const {
        const auto after =
            std::upper_bound(m_labels.begin(), m_labels.end(), std::int64_t{bundle},
                             [](std::int64_t b, const program::Symbol* s) { return b < s->value; });
        if (after == m_labels.begin()) return std::to_string(bundle);
        const program::Symbol& label = **std::prev(after);
        const std::int64_t behind = bundle - label.value;
        return label.name + (behind ? "+" + std::to_string(behind) : "");
    }

    const EventNames& m_names;
    const isa::Spec& m_spec;
    ChromeTrace& m_trace;
    Event m_issued;                               // the last bundle; a: slots that wait to be drawn
    std::vector<const program::Symbol*> m_labels; // by bundle
    std::map<std::string_view, std::vector<std::uint64_t>> m_busyUntil; // of the lanes of one title
};

} // namespace

// A rule is listed once for each unit that it stalled, and at least once.
std::vector<std::string> stallRules(const machine::Core& core) {
    std::vector<std::string> out;
    for (const machine::StallCount& stall : core.stalls())
        if (out.empty() || out.back() != stall.rule) out.emplace_back(stall.rule);
    return out;
}

namespace {

// Those of one core. Stalls are cut where a run was cut, which nobody wants to see: they are whole again.
std::vector<Event> eventsOf(std::span<const Event> all, machine::CoreId core) {
    std::vector<Event> out;
    std::optional<std::size_t> stall; // the last one
    for (const Event& event : all) {
        if (event.core != core) continue;
        if (event.kind == EventKind::Stall) {
            Event* const before = stall ? &out[*stall] : nullptr;
            if (before != nullptr && before->bundle == event.bundle && before->a == event.a &&
                before->b == event.b && before->clock + before->duration == event.clock) {
                before->duration += event.duration;
                continue;
            }
            stall = out.size();
        }
        out.push_back(event);
    }
    return out;
}

} // namespace

void writeEvents(std::span<const machine::Event> events, const EventNames& names, ChromeTrace& trace) {
    EventWriter writer(names, trace);
    for (const Event& event : eventsOf(events, names.core)) writer.add(event);
    writer.finish();
}

} // namespace lw::trace
