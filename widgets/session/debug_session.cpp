// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/debug_session.h"

#include "core/program/lines.h"
#include "widgets/session/core_text.h"

#include <algorithm>
#include <utility>

namespace lw::session {

namespace {
constexpr int kFrameMilliseconds = 16;
constexpr qint64 kRateMilliseconds = 250; // between two readings of the speed
} // namespace

DebugSession::DebugSession(QObject* parent) : QObject(parent), m_worker(new Worker) {
    m_worker->moveToThread(&m_thread);
    m_worker->lookAt(m_lookedAt);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &Worker::frameReady, this, &DebugSession::takeFrame);
    connect(m_worker, &Worker::inputFailed, this, &DebugSession::inputFailed);
    connect(m_worker, &Worker::refused, this, [this](const QString& text) {
        --m_busy;
        Q_EMIT refused(text);
        Q_EMIT stateChanged();
    });
    connect(m_worker, &Worker::stopped, this, [this] {
        --m_busy;
        takeFrame();
        if (m_busy == 0) m_frameTimer.stop();
        Q_EMIT stateChanged();
    });
    m_frameTimer.setInterval(kFrameMilliseconds);
    connect(&m_frameTimer, &QTimer::timeout, this, [this] { m_worker->wantFrame(); });
    connect(&m_stepTimer, &QTimer::timeout, this, &DebugSession::tick);
    m_thread.setObjectName("machine");
    m_thread.start();
}

DebugSession::~DebugSession() {
    m_worker->abandon(m_ticket);
    m_thread.quit();
    m_thread.wait();
}

void DebugSession::send(Worker::Call call) { m_worker->post(++m_ticket, std::move(call)); }

// ---- the program

void DebugSession::load(std::shared_ptr<LoadedMachine> loaded, std::unique_ptr<machine::Machine> machine,
                        const QHash<std::uint32_t, QString>& moved, std::vector<project::Input> inputs) {
    pause();
    // Those of another program may name what this one does not have.
    // Those of a core that no longer exists go too.
    const auto hasCore = [&](machine::CoreId core) { return core.index < machine->cores().size(); };
    const auto scopeOf = [&](machine::CoreId core) { return machine::scopeOf(*machine, core); };
    std::vector<machine::Breakpoint> kept;
    for (const machine::Breakpoint& old : m_breakpoints) {
        const auto other = moved.constFind(old.id);
        const std::string text = other == moved.constEnd() ? old.text : other->toStdString();
        if (!hasCore(old.core)) continue;
        auto parsed = machine::parseBreakpoint(text, scopeOf(old.core));
        if (!parsed) continue;
        parsed->id = old.id;
        parsed->enabled = old.enabled;
        kept.push_back(*std::move(parsed));
    }
    m_breakpoints = std::move(kept);
    for (const project::SavedBreakpoint& saved : std::exchange(m_waiting, {}))
        if (hasCore({saved.core})) addSaved(saved, scopeOf);
    m_frames.clear();
    m_traces.clear();
    m_state = State::Empty;
    if (m_focus.index >= loaded->cores.size()) m_focus = {};
    m_expected = loaded;
    ++m_busy;
    // std::function must be copyable; the machine cannot be copied.
    auto held = std::make_shared<std::unique_ptr<machine::Machine>>(std::move(machine));
    send([loaded = std::move(loaded), held, breakpoints = m_breakpoints, inputs = std::move(inputs),
          focus = m_focus](Worker& worker) {
        worker.load(loaded, std::move(*held), breakpoints, inputs);
        worker.setFocus(focus);
    });
    Q_EMIT programChanged();
    Q_EMIT breakpointsChanged();
    Q_EMIT stateChanged();
}

void DebugSession::unload() {
    pause();
    send([](Worker& worker) { worker.unload(); });
    m_expected = nullptr;
    m_frames.clear();
    setState(State::Empty);
    Q_EMIT programChanged();
    Q_EMIT frameChanged();
}

// ---- cores

const FramePtr& DebugSession::frame(machine::CoreId core) const {
    static const FramePtr kNone;
    return core.index < m_frames.size() ? m_frames[core.index] : kNone;
}

const FramePtr& DebugSession::frameOf(const QString& source) const {
    // The list of sources has all files of a workload.
    const auto runs = [&](const FramePtr& one) {
        const Loaded& loaded = *one->loaded;
        const auto file = loaded.sources.indexOf(source);
        return loaded.programPath == source ||
               (file >= 0 &&
                !program::linesWithBundles(loaded.program, static_cast<std::uint32_t>(file)).empty());
    };
    if (m_frames.size() <= 1 || runs(frame())) return frame();
    const auto first = std::ranges::find_if(m_frames, runs);
    return first == m_frames.end() ? frame() : *first;
}

// The frames of one moment exist for all cores: nobody has to wait for one. Without any it is the one
// with which the next program begins.
void DebugSession::setFocus(machine::CoreId core) {
    if (core == m_focus || (!m_frames.empty() && core.index >= m_frames.size())) return;
    m_focus = core;
    send([core](Worker& worker) { worker.setFocus(core); });
    tellLookedAt();
    Q_EMIT focusChanged();
    if (!m_frames.empty()) Q_EMIT frameChanged();
}

void DebugSession::lookAt(const QObject* who, std::optional<machine::CoreId> core) {
    if (core)
        m_lookers[who] = *core;
    else
        m_lookers.remove(who);
    tellLookedAt();
}

// Anyone who starts looking at another core gets this moment again, with its counts.
void DebugSession::tellLookedAt() {
    std::set<machine::CoreId> now(m_lookers.begin(), m_lookers.end());
    now.insert(m_focus);
    if (now == m_lookedAt) return;
    const bool isMore = !std::ranges::includes(m_lookedAt, now);
    m_lookedAt = now;
    m_worker->lookAt(std::move(now));
    if (isMore && !m_frames.empty()) send([](Worker& worker) { worker.publishAgain(); });
}

// ---- commands

void DebugSession::perform(machine::Command command) {
    if (m_state == State::Empty) return;
    ++m_busy;
    if (std::holds_alternative<machine::Run>(command)) {
        if (!m_stepTimer.isActive()) beginRate(); // a tick of slow motion is part of its run
        setState(State::Running);
    }
    m_frameTimer.start();
    auto held = std::make_shared<machine::Command>(std::move(command));
    send([held](Worker& worker) { worker.perform(std::move(*held)); });
    Q_EMIT stateChanged();
}

// A breakpoint for this run only. The session keeps the numbers of those it knows, so nothing else changes.
void DebugSession::runTo(const QString& place) {
    if (!frame()) return;
    auto there = machine::parseBreakpoint(place.toStdString(), loaded()->scope());
    if (!there) return Q_EMIT refused(session::problemText(there.problem()));
    there->id = m_nextBreakpoint++;
    std::vector<machine::Breakpoint> list = m_breakpoints;
    list.push_back(*std::move(there));
    sendBreakpoints(std::move(list));
    perform(machine::Run{});
    sendBreakpoints(m_breakpoints);
}

void DebugSession::pause() {
    m_stepTimer.stop();
    if (m_busy > 0)
        m_worker->interrupt(m_ticket);
    else if (m_state == State::Running)
        setState(State::Paused); // between two bundles of slow motion
}

void DebugSession::runAtSpeed(int bundlesPerSecond) {
    if (bundlesPerSecond <= 0) {
        m_stepTimer.stop();
        perform(machine::Run{});
        return;
    }
    m_slowMotion = false;
    m_rateClock.invalidate();  // the first bundle issues at once: counting starts from then on,
    m_rate = bundlesPerSecond; // and until then the wanted rate is shown
    m_stepTimer.start(1000 / bundlesPerSecond);
    tick();
}

// Slow motion: runs of one bundle each.
// All but the first are parts of one run, so that a breakpoint on the next bundle holds.
void DebugSession::tick() {
    if (m_busy > 0) return; // the machine is not that fast
    perform(machine::Run{.bundles = 1, .resumed = std::exchange(m_slowMotion, true)});
}

// ---- frames

void DebugSession::takeFrame() {
    Frames frames = m_worker->takeFrames();
    // Work that was under way when the program was replaced still gives frames, of the old one.
    if (frames.empty() || &frames.front()->loaded->all != m_expected.get()) return;
    m_frames = std::move(frames);
    const std::vector<TraceNews> news = m_worker->takeTrace();
    m_traces.resize(news.size());
    for (std::size_t i = 0; i < news.size(); ++i) news[i].tell(m_traces[i]);
    const Frame& now = *frame();
    if (!now.running && now.report.stop.kind != machine::StopKind::Limit) m_stepTimer.stop();
    if (const auto lines = m_worker->takeLog(); !lines.empty()) Q_EMIT logged(lines);
    updateRate();
    if (!now.running) {
        switch (now.report.stop.kind) {
        // A core that has halted is not the end while others continue.
        case machine::StopKind::Halted:
            setState(std::ranges::all_of(m_frames, &Frame::halted, &FramePtr::operator*) ? State::Halted
                                                                                         : State::Paused);
            break;
        case machine::StopKind::Faulted: setState(State::Faulted); break;
        default: setState(m_stepTimer.isActive() ? State::Running : State::Paused); break;
        }
    }
    Q_EMIT frameChanged();
}

std::uint64_t DebugSession::bundlesOfAll() const {
    std::uint64_t out = 0;
    for (const FramePtr& one : m_frames) out += one->bundles;
    return out;
}

void DebugSession::beginRate() {
    m_rateClock.start();
    m_rateBundles = bundlesOfAll();
}

void DebugSession::updateRate() {
    const bool goesOn = frame()->running || m_stepTimer.isActive();
    if (!m_rateClock.isValid()) return goesOn ? beginRate() : void();
    const qint64 elapsed = m_rateClock.elapsed();
    if (elapsed < kRateMilliseconds && goesOn) return;
    const std::uint64_t bundles = bundlesOfAll(), done = bundles - std::min(bundles, m_rateBundles);
    if (elapsed > 0) m_rate = static_cast<double>(done) * 1000.0 / static_cast<double>(elapsed);
    m_rateBundles = bundles;
    if (goesOn)
        m_rateClock.restart();
    else
        m_rateClock.invalidate();
}

void DebugSession::setState(State state) {
    if (state == m_state) return;
    m_state = state;
    Q_EMIT stateChanged();
}

// ---- breakpoints

machine::Scope DebugSession::scopeOn(machine::CoreId core) const { return frame(core)->loaded->scope(); }

std::optional<QString> DebugSession::addBreakpoint(const QString& text, std::optional<machine::CoreId> core) {
    if (!frame()) return tr("Load a program first: a breakpoint names its labels and tensors.");
    auto parsed = machine::parseBreakpoint(text.toStdString(), scopeOn(core.value_or(m_focus)));
    if (!parsed) return session::problemText(parsed.problem());
    parsed->id = m_nextBreakpoint++;
    m_breakpoints.push_back(*std::move(parsed));
    changeBreakpoints();
    return {};
}

void DebugSession::removeBreakpoint(std::uint32_t id) {
    std::erase_if(m_breakpoints, [&](const machine::Breakpoint& b) { return b.id == id; });
    changeBreakpoints();
}

void DebugSession::setBreakpointEnabled(std::uint32_t id, bool enabled) {
    for (machine::Breakpoint& breakpoint : m_breakpoints)
        if (breakpoint.id == id) breakpoint.enabled = enabled;
    changeBreakpoints();
}

void DebugSession::addSaved(const project::SavedBreakpoint& saved, const ScopeOf& scopeOf) {
    auto parsed = machine::parseBreakpoint(saved.at, scopeOf({saved.core}));
    if (!parsed) return;
    parsed->id = m_nextBreakpoint++;
    parsed->enabled = saved.enabled;
    m_breakpoints.push_back(*std::move(parsed));
}

void DebugSession::restoreBreakpoints(std::vector<project::SavedBreakpoint> list) {
    m_breakpoints.clear();
    m_waiting = std::move(list);
    if (frame())
        for (const project::SavedBreakpoint& saved : std::exchange(m_waiting, {}))
            if (frame({saved.core})) addSaved(saved, [this](machine::CoreId core) { return scopeOn(core); });
    changeBreakpoints();
}

std::vector<project::SavedBreakpoint> DebugSession::savedBreakpoints() const {
    std::vector<project::SavedBreakpoint> out;
    for (const machine::Breakpoint& breakpoint : m_breakpoints)
        out.push_back({breakpoint.text, breakpoint.enabled, breakpoint.core.index});
    out.insert(out.end(), m_waiting.begin(), m_waiting.end());
    return out;
}

namespace {

// One set by the switch: only the unit, without condition, count or text.
bool isPlainNan(const machine::Breakpoint& b) {
    return b.trigger && b.trigger->kind == machine::TriggerKind::NotFinite && !b.condition && b.hit == 1 &&
           !b.log;
}

} // namespace

bool DebugSession::breaksOnNan() const {
    return std::any_of(m_breakpoints.begin(), m_breakpoints.end(),
                       [](const machine::Breakpoint& b) { return isPlainNan(b) && b.enabled; });
}

void DebugSession::setBreaksOnNan(bool breaks) {
    std::erase_if(m_breakpoints, isPlainNan);
    if (breaks && frame()) {
        const isa::Spec& spec = *loaded()->spec;
        const std::string everyCore = m_frames.size() > 1 ? "*." : "";
        std::vector<bool> makesFloats(spec.units.size());
        for (const isa::Insn& insn : spec.insns)
            if (insn.effects & isa::kMakesFloats) makesFloats[index(insn.unit)] = true;
        for (isa::UnitId unit{}; index(unit) < makesFloats.size(); ++unit)
            if (makesFloats[index(unit)])
                addSaved({everyCore + "nan " + std::string(spec.units[index(unit)].name), true},
                         [this](machine::CoreId core) { return scopeOn(core); });
    }
    changeBreakpoints();
}

// ---- watches

void DebugSession::setWatches(const QStringList& expressions) {
    if (expressions == m_watches) return;
    m_watches = expressions;
    Q_EMIT watchesChanged();
}

void DebugSession::changeBreakpoints() {
    Q_EMIT breakpointsChanged();
    sendBreakpoints(m_breakpoints);
}

void DebugSession::sendBreakpoints(std::vector<machine::Breakpoint> list) {
    send([list = std::move(list)](Worker& worker) {
        worker.ask(
            [&](machine::Session& session, const std::atomic<bool>&) { session.breakpoints().set(list); });
    });
}

// ---- questions

void DebugSession::askWhoWrote(const QString& expression) {
    send([this, expression](Worker& worker) {
        worker.ask([&](machine::Session& session, const std::atomic<bool>& interrupt) {
            const auto writer = session.whoWrote(expression.toStdString(), &interrupt);
            QString text;
            std::optional<machine::BundleOf> bundle;
            if (!writer) {
                text = session::problemText(writer.problem());
            } else if (!*writer) {
                text = tr("The search was interrupted.");
            } else {
                text = QString::fromStdString(textOf(**writer, session.machine()));
                if ((*writer)->bundle.isKnown()) bundle = (*writer)->bundle;
            }
            QMetaObject::invokeMethod(
                this, [=, this] { Q_EMIT writerFound(expression, text, bundle); }, Qt::QueuedConnection);
        });
    });
}

} // namespace lw::session

#include "moc_debug_session.cpp"
