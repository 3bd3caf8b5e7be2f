// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/session.h"

#include "core/machine/messages.h"

#include <algorithm>
#include <utility>

namespace lw::machine {
namespace {

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > kForever - b ? kForever : a + b; }
std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a - std::min(a, b); }

} // namespace

Session::Session(std::unique_ptr<Machine> machine, const TimelineOptions& options) : m_options(options) {
    load(std::move(machine));
}

void Session::load(std::unique_ptr<Machine> machine) {
    LW_REQUIRE(machine, "a session has a machine");
    m_timeline.reset(); // it lets go of the old machine
    m_machine = std::move(machine);
    m_timeline = std::make_unique<Timeline>(*m_machine, m_options);
    m_timeline->setRecorder(m_recorder);
    breakpoints().set({});
    m_focus = {};
    m_flows.clear();
    for (const Core* const one : std::as_const(*m_machine).cores()) m_flows.push_back(flowsOf(*one));
}

void Session::setFocus(CoreId core) {
    LW_REQUIRE(core.index < m_machine->cores().size(), "the core in focus is one of the machine's");
    m_focus = core;
}

void Session::setRecorder(Recorder* recorder) {
    m_recorder = recorder;
    m_timeline->setRecorder(recorder);
}

// ---- moving

Report Session::reportOf(Stop stop) {
    Report report;
    report.stop = std::move(stop);
    // Where nobody stopped the machine, it is the core in focus that one looks at.
    if (report.stop.kind != StopKind::Triggered && report.stop.kind != StopKind::Faulted) {
        report.stop.core = m_focus;
        report.stop.bundle = core().nextBundle();
    }
    report.bundles = core().issuedBundles();
    return report;
}

Report Session::standing(StopKind kind) {
    Stop stop;
    stop.kind = kind;
    stop.clock = m_machine->clock();
    stop.core = m_focus;
    stop.bundle = core().nextBundle();
    return reportOf(std::move(stop));
}

// The breakpoints at the bundle that issues here, as if a run had been stopped by them: a run that only comes
// to this position, or starts from it, passes them by.
Stop Session::atBundle() const {
    Stop stop;
    stop.clock = m_machine->clock();
    stop.core = m_focus;
    stop.bundle = core().nextBundle();
    for (const Trigger& trigger : m_breakpoints.triggers()) {
        if (trigger.kind != TriggerKind::Bundle) continue;
        const Core& there = m_machine->core(trigger.core);
        if (there.nextBundle() != trigger.bundle || there.halted() || there.waiting()) continue;
        stop.triggers.push_back(trigger.id);
        stop.causes.push_back({trigger.core, trigger.bundle});
    }
    return stop;
}

// A breakpoint that stops from the N-th time on needs to know how often it happened in the history up to
// here, however one came here: what no run has counted yet is run again, in silence. False when interrupted.
bool Session::countHits(const std::atomic<bool>* interrupt) {
    const std::uint64_t here = m_machine->clock();
    const auto from = m_breakpoints.countFrom(m_timeline->originClock(), here);
    if (!from) return true;
    const Timeline::Bookmark bookmark = m_timeline->leave();
    const Visit visit = visitOf(m_breakpoints.lookAtEveryBundle(), [&](const Stop& stop, bool afterBundle) {
        (void)m_breakpoints.hitsAt(stop, *m_machine, afterBundle);
        return false;
    });
    m_lookedAt.reset();
    (void)m_timeline->seek(*from, interrupt);
    const Stop stop = m_timeline->inspect({.clock = here, .interrupt = interrupt, .resumed = true},
                                          m_breakpoints.triggers(), visit);
    m_timeline->comeBack(bookmark);
    if (stop.kind == StopKind::Interrupted) return false;
    (void)hitsAtBundle();
    m_breakpoints.countedTo(here);
    return true;
}

// What only writes is kept for the report, what stops is handed on.
void Session::take(std::vector<Hit> found, std::vector<Hit>& hits) {
    hits.clear();
    for (Hit& hit : found) {
        if (!hit.log)
            hits.push_back(std::move(hit));
        else if (m_takesLog)
            m_takesLog(hit);
        else if (m_log.size() < Report::kMostLogged)
            m_log.push_back(std::move(hit));
        else
            ++m_loggedMore;
    }
}

// Conditions are looked at after bundles, but may change in a wait: with the clock, or by a transfer. A move
// from inside a wait goes by what the last bundle left, as a run that passes there does, but for hand edits.
void Session::beginConditions() {
    if (!m_breakpoints.lookAtEveryBundle() || m_lookedAt == m_machine->clock()) return;
    const std::uint64_t here = m_machine->clock();
    if (std::ranges::any_of(m_timeline->edits(), [&](const Edit& edit) { return edit.clock == here; }))
        return m_breakpoints.begin(*m_machine);
    const auto bookmark = m_timeline->leave();
    std::vector<std::uint64_t> issued;
    for (const Core* const one : std::as_const(*m_machine).cores()) issued.push_back(one->issuedBundles());
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < issued.size(); ++i) {
        (void)m_timeline->seekBundles(issued[i], CoreId{static_cast<std::uint16_t>(i)});
        last = std::max(last, m_machine->clock());
    }
    (void)m_timeline->seek(last);
    m_breakpoints.begin(*m_machine);
    m_timeline->comeBack(bookmark);
}

// `accept` is told whether a bundle has issued since it was asked last.
Visit Session::visitOf(bool everyBundle, std::function<bool(const Stop&, bool afterBundle)> accept) {
    Visit visit{everyBundle, {}, {}};
    const auto issued = std::make_shared<std::uint64_t>(0);
    visit.begin = [this, issued] {
        beginConditions();
        *issued = m_machine->issuedBundles();
    };
    visit.accept = [this, issued, accept = std::move(accept)](const Stop& stop) {
        const std::uint64_t before = std::exchange(*issued, m_machine->issuedBundles());
        return accept(stop, *issued != before);
    };
    return visit;
}

Report Session::forward(const RunLimit& limit) {
    if (!countHits(limit.interrupt)) return standing(StopKind::Interrupted);
    std::vector<Hit> hits;
    const Visit visit = visitOf(m_breakpoints.lookAtEveryBundle(), [&](const Stop& stop, bool afterBundle) {
        take(m_breakpoints.hitsAt(stop, *m_machine, afterBundle), hits);
        return !hits.empty();
    });
    m_timeline->setTriggers(m_breakpoints.triggers());
    Report report = reportOf(m_timeline->run(limit, visit));
    m_lookedAt = m_machine->clock();
    if (report.stop.kind == StopKind::Limit) take(hitsAtBundle(), hits);
    m_breakpoints.countedTo(m_machine->clock());
    report.hits = std::move(hits);
    report.unwritten = m_breakpoints.takeUnwritten();
    return report;
}

// On to the clock in which the next bundle issues, unless something stops it on the way: also a bundle of
// another core that has come to its breakpoint since the move began at `from`.
Report Session::throughWait(Report report, std::uint64_t from, const std::atomic<bool>* interrupt) {
    while (report.stop.kind == StopKind::Limit) {
        if (!report.hits.empty() && m_machine->clock() != from) break;
        const auto waiting = core().waiting();
        if (!waiting) break;
        report =
            forward(waiting->until == kForever ? RunLimit{.interrupt = interrupt, .awaited = {m_focus}}
                                               : RunLimit{.clock = waiting->until, .interrupt = interrupt});
    }
    return report;
}

Report Session::step(std::uint64_t count, const std::atomic<bool>* interrupt) {
    if (core().halted()) return standing(StopKind::Halted);
    const std::uint64_t from = m_machine->clock();
    const bool waits = core().waiting().has_value();
    Report report = forward({.bundles = waits ? count - std::min<std::uint64_t>(count, 1) : count,
                             .interrupt = interrupt,
                             .core = m_focus});
    return count == 0 ? report : throughWait(std::move(report), from, interrupt);
}

bool Session::anyIssues() const {
    const auto cores = std::as_const(*m_machine).cores();
    return std::any_of(cores.begin(), cores.end(),
                       [](const Core* one) { return !one->halted() && !one->waiting(); });
}

Report Session::stepAll(const std::atomic<bool>* interrupt) {
    Report report = forward({.bundles = anyIssues() ? 1u : 0u, .interrupt = interrupt});
    while (report.stop.kind == StopKind::Limit && !anyIssues()) {
        RunLimit next{.interrupt = interrupt};
        for (const Core* const one : std::as_const(*m_machine).cores())
            if (const auto waiting = one->halted() ? std::nullopt : one->waiting()) {
                next.clock = std::min(next.clock, waiting->until);
                if (waiting->until == kForever) next.awaited.push_back(one->id());
            }
        report = forward(next);
    }
    return report;
}

Report Session::stepBack(std::uint64_t count, const std::atomic<bool>* interrupt) {
    if (count == 0) return forward({.bundles = 0});
    const std::uint64_t issued = core().issuedBundles();
    Stop stop = m_timeline->stepBack(count, m_focus, interrupt);
    // Before the first bundle there is only the beginning.
    const bool before = issued - std::min(count, issued) < core().issuedBundles() || count > issued;
    if (!before && stop.kind == StopKind::Limit) stop = m_timeline->seekIssue(m_focus, interrupt);
    return reportOf(std::move(stop));
}

Report Session::backward(const std::atomic<bool>* interrupt) {
    if (!countHits(interrupt)) return standing(StopKind::Interrupted);
    std::vector<Hit> hits;
    m_lookedAt.reset();
    const Visit visit = visitOf(m_breakpoints.lookAtEveryBundle(), [&](const Stop& stop, bool afterBundle) {
        auto here = m_breakpoints.hitsAt(stop, *m_machine, afterBundle);
        std::erase_if(here, [](const Hit& hit) { return hit.log.has_value(); });
        if (here.empty()) return false;
        hits = std::move(here);
        return true;
    });
    m_timeline->setTriggers(m_breakpoints.triggers());
    Report report = reportOf(m_timeline->runBack(visit, interrupt));
    if (report.stop.kind == StopKind::Triggered) report.hits = std::move(hits);
    return report;
}

// ---- edits

Outcome Session::checkPoke(const Poke& poke) const {
    const StateTree& tree = m_machine->tree();
    if (poke.node.index >= tree.size())
        return Problem{&messages::kNoNode, {std::to_string(poke.node.index)}, {}, {}, {}};
    const Node& node = tree.at(poke.node);
    const std::uint64_t size = sizeOf(node), count = countOf(node);
    if (count == 0) return Problem{&messages::kNoNode, {tree.path(poke.node)}, {}, {}, {}};
    if (node.isGuarded) return Problem{&messages::kGuardedNode, {tree.path(poke.node)}, {}, {}, {}};
    if (poke.index > count || poke.bytes.size() > (count - poke.index) * size ||
        poke.bytes.size() % size != 0)
        return Problem{&messages::kOutsideNode,
                       {tree.path(poke.node), std::to_string(poke.index),
                        std::to_string(sum(poke.index, poke.bytes.size() / size))},
                       {},
                       {},
                       {}};
    return Done{};
}

Outcome Session::checkPoke(const PokeSpace& poke) const {
    const program::Target& target = m_machine->core(poke.core).target();
    const std::size_t space = index(poke.space);
    const bool exists = space < target.spaces.size();
    const std::string name = exists ? std::string(target.spec->spaces[space].name) : std::to_string(space);
    const std::uint64_t size = exists ? target.spaces[space].unitBytes * target.spaces[space].units : 0;
    if (poke.offset > size || poke.bytes.size() > size - poke.offset)
        return Problem{
            &messages::kOutsideSpace,
            {name, std::to_string(poke.offset), std::to_string(sum(poke.offset, poke.bytes.size()))},
            {},
            {},
            {}};
    return Done{};
}

Result<Report> Session::edit(Edit edit) {
    const bool drops = m_timeline->editWouldDropHistory();
    LW_TRY([[maybe_unused]] const Done done, m_timeline->edit(std::move(edit)));
    m_breakpoints.forgetAfter(m_machine->clock());
    m_lookedAt.reset();
    Report report = standing(m_machine->halted() ? StopKind::Halted : StopKind::Limit);
    report.droppedHistory = drops;
    return report;
}

// ---- commands

// What each command does.
struct Session::Performer {
    Session& s;
    const std::atomic<bool>* interrupt;

    Report standing() const { return s.standing(StopKind::Limit); }
    std::uint64_t clock() const { return s.m_machine->clock(); }

    Result<Report> operator()(Load& load) const { return s.load(std::move(load.machine)), standing(); }
    Result<Report> operator()(Run& run) const {
        return s.forward({.clock = sum(clock(), run.clocks),
                          .bundles = run.bundles,
                          .interrupt = interrupt,
                          .resumed = run.resumed});
    }
    Result<Report> operator()(StepBundle& step) const { return s.step(step.count, interrupt); }
    Result<Report> operator()(StepAll&) const { return s.stepAll(interrupt); }
    Result<Report> operator()(StepClock& step) const {
        return s.forward({.clock = sum(clock(), step.count), .interrupt = interrupt});
    }
    Result<Report> operator()(StepOver&) const { return s.untilDepth(0, interrupt); }
    Result<Report> operator()(StepOut&) const {
        return s.untilDepth(s.chainInside(s.core().nextBundle()) ? 0 : -1, interrupt);
    }
    Result<Report> operator()(StepOverBack&) const { return s.stepOverBack(interrupt); }
    Result<Report> operator()(StepBack& step) const { return s.stepBack(step.count, interrupt); }
    Result<Report> operator()(StepClockBack& step) const {
        return s.reportOf(s.m_timeline->seek(difference(clock(), step.count), interrupt));
    }
    Result<Report> operator()(RunBack&) const { return s.backward(interrupt); }
    Result<Report> operator()(Seek& seek) const {
        return s.reportOf(s.m_timeline->seek(seek.clock, interrupt));
    }
    Result<Report> operator()(SeekBundle& seek) const {
        return s.reportOf(s.m_timeline->seekBundles(seek.count, s.m_focus, interrupt));
    }
    Result<Report> operator()(Poke& poke) const {
        LW_TRY([[maybe_unused]] const Done done, s.checkPoke(poke));
        Edit edit;
        edit.node = poke.node;
        edit.first = poke.index;
        edit.bytes = std::move(poke.bytes);
        return s.edit(std::move(edit));
    }
    Result<Report> operator()(PokeSpace& poke) const {
        LW_TRY([[maybe_unused]] const Done done, s.checkPoke(poke));
        Edit edit;
        edit.inSpace = true;
        edit.core = poke.core;
        edit.space = poke.space;
        edit.offset = poke.offset;
        edit.bytes = std::move(poke.bytes);
        return s.edit(std::move(edit));
    }
    Result<Report> operator()(SetBreakpoints& set) const {
        return s.breakpoints().set(std::move(set.list)), standing();
    }
};

Result<Report> Session::perform(Command command, const std::atomic<bool>* interrupt) {
    m_log.clear();
    m_loggedMore = 0;
    auto report = std::visit(Performer{*this, interrupt}, command);
    if (report) {
        report->log = std::move(m_log);
        report->loggedMore = m_loggedMore;
    }
    return report;
}

Result<std::optional<Writer>> Session::whoWrote(std::string_view text, const std::atomic<bool>* interrupt) {
    LW_TRY(const Expression expression, Expression::compile(text, scope()));
    LW_TRY(const std::optional<Expression::Cell> cell, expression.cell(momentOf(*m_machine, m_focus)));
    if (!cell)
        return Problem{&messages::kNoWriter,
                       {std::string(text)},
                       {Place::kNoFile, 1, 1, static_cast<std::uint32_t>(text.size())},
                       {},
                       {}};
    return lastWriter(*m_timeline, cell->offset, tensor::sizeOf(cell->type), interrupt);
}

// ---- words

namespace {

std::string textOf(const Fault& fault, const Machine& machine) {
    std::string out = std::string(nameOf(fault.kind)) + " in the " +
                      std::string(machine.core(fault.core).target().spec->units[index(fault.unit)].title) +
                      ": " + fault.text;
    if (fault.other.isKnown()) out += "\nbecause of " + bundleText(machine, fault.other);
    if (!fault.advice.empty()) out += '\n' + fault.advice;
    return out;
}

// What comes next for the core in focus. Where that has halted alone, who goes on.
std::string nextText(const Report& report, const Machine& machine) {
    const auto cores = machine.cores();
    if (cores.size() == 1 || !machine.core(report.stop.core).halted())
        return ", before " + bundleText(machine, {report.stop.core, report.stop.bundle});
    const auto goesOn =
        std::find_if(cores.begin(), cores.end(), [](const Core* one) { return !one->halted(); });
    const std::string halted = "; " + machine.names().titleOf(report.stop.core) + " has halted";
    if (goesOn == cores.end()) return halted;
    const std::string& other = (*goesOn)->name();
    return halted + ", " + other + " goes on: choose it with \"core " + other + "\"";
}

} // namespace

std::string textOf(const Report& report, const Machine& machine) {
    const std::string where = " at clock " + std::to_string(report.stop.clock) + " after " +
                              std::to_string(report.bundles) + (report.bundles == 1 ? " bundle" : " bundles");
    const std::string next = nextText(report, machine);
    std::string out;
    switch (report.stop.kind) {
    case StopKind::Limit: out = where.substr(1) + next; break;
    case StopKind::Halted: out = machine.halted() ? "halted" + where : where.substr(1) + next; break;
    case StopKind::Interrupted: out = "interrupted" + where + next; break;
    case StopKind::Triggered: out = "stopped" + where + next; break;
    case StopKind::Faulted: out = "fault" + where + next; break;
    }
    std::string logged;
    for (const Hit& hit : report.log) logged += "clock " + std::to_string(hit.clock) + ": " + *hit.log + '\n';
    if (report.loggedMore != 0) logged += "... and " + std::to_string(report.loggedMore) + " more\n";
    out.insert(0, logged);
    for (const Hit& hit : report.hits) out += "\nbreakpoint " + std::to_string(hit.id) + ": " + hit.text;
    for (const auto& [id, clock] : report.unwritten)
        out += "\nbreakpoint " + std::to_string(id) +
               ": its condition read what was never written, as 0, first at clock " + std::to_string(clock);
    if (report.stop.fault) out += '\n' + textOf(*report.stop.fault, machine);
    for (const Fault& other : report.stop.otherFaults)
        if (other.kind != FaultKind::Deadlock) // the first one has told of all that wait
            out += "\nand at the same clock, " + bundleText(machine, {other.core, other.bundle}) + "\n" +
                   textOf(other, machine);
    if (report.droppedHistory) out += "\nthe history after this clock is dropped";
    return out;
}

std::string textOf(const Writer& writer, const Machine& machine) {
    const std::string at = " at clock " + std::to_string(writer.clock);
    switch (writer.kind) {
    case WriterKind::Never: return "nothing wrote it since clock " + std::to_string(writer.clock);
    case WriterKind::Preload: return "it was there when the history began" + at;
    case WriterKind::HandEdit: return "a hand edit" + at;
    case WriterKind::Bundle: return bundleText(machine, writer.bundle) + at;
    case WriterKind::Dma: break;
    }
    if (!writer.bundle.isKnown()) return "a transfer that landed" + at;
    return "a transfer started by " + bundleText(machine, writer.bundle) + ", landed" + at;
}

} // namespace lw::machine
