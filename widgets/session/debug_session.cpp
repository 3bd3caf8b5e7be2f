// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/debug_session.h"

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

void DebugSession::load(std::shared_ptr<Loaded> loaded, std::unique_ptr<machine::Machine> machine,
                        const QHash<std::uint32_t, QString>& moved, std::vector<project::Input> inputs) {
    pause();
    // Those of another program may name what this one does not have.
    const machine::Scope scope = machine::scopeOf(*machine);
    std::vector<machine::Breakpoint> kept;
    for (const machine::Breakpoint& old : m_breakpoints) {
        const auto other = moved.constFind(old.id);
        const std::string text = other == moved.constEnd() ? old.text : other->toStdString();
        auto parsed = machine::parseBreakpoint(text, scope);
        if (!parsed) continue;
        parsed->id = old.id;
        parsed->enabled = old.enabled;
        kept.push_back(*std::move(parsed));
    }
    m_breakpoints = std::move(kept);
    for (const project::SavedBreakpoint& saved : std::exchange(m_waiting, {})) addSaved(saved, scope);
    m_frame = nullptr;
    m_state = State::Empty;
    m_expected = loaded;
    ++m_busy;
    // std::function wants to be copied; the machine cannot be.
    auto held = std::make_shared<std::unique_ptr<machine::Machine>>(std::move(machine));
    send([loaded = std::move(loaded), held, breakpoints = m_breakpoints, inputs = std::move(inputs)](
             Worker& worker) { worker.load(loaded, std::move(*held), breakpoints, inputs); });
    Q_EMIT programChanged();
    Q_EMIT breakpointsChanged();
    Q_EMIT stateChanged();
}

void DebugSession::unload() {
    pause();
    send([](Worker& worker) { worker.unload(); });
    m_expected = nullptr;
    m_frame = nullptr;
    setState(State::Empty);
    Q_EMIT programChanged();
    Q_EMIT frameChanged();
}

// ---- commands

void DebugSession::perform(machine::Command command) {
    if (m_state == State::Empty) return;
    ++m_busy;
    if (std::holds_alternative<machine::Run>(command)) {
        if (!m_stepTimer.isActive()) beginRate(*m_frame); // a tick of slow motion is a part of its run
        setState(State::Running);
    }
    m_frameTimer.start();
    auto held = std::make_shared<machine::Command>(std::move(command));
    send([held](Worker& worker) { worker.perform(std::move(*held)); });
    Q_EMIT stateChanged();
}

// A breakpoint for this run only. The session keeps the numbers of those it knows, so nothing else changes.
void DebugSession::runTo(const QString& place) {
    if (!m_frame) return;
    auto there = machine::parseBreakpoint(place.toStdString(), m_frame->loaded->scope());
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
    m_rateClock.invalidate();  // the first bundle issues at once: counted is from then on,
    m_rate = bundlesPerSecond; // and what is wanted is said until then
    m_stepTimer.start(1000 / bundlesPerSecond);
    tick();
}

// Slow motion: runs of one bundle each.
// All but the first are parts of one run, so that a breakpoint on the next bundle holds.
void DebugSession::tick() {
    if (m_busy > 0) return; // the machine is not as fast as that
    perform(machine::Run{.bundles = 1, .resumed = std::exchange(m_slowMotion, true)});
}

// ---- frames

void DebugSession::takeFrame() {
    FramePtr frame = m_worker->takeFrame();
    // What was under way when the program was replaced still gives a frame, of the old one.
    if (!frame || frame->loaded != m_expected) return;
    m_frame = std::move(frame);
    if (!m_frame->running && m_frame->report.stop.kind != machine::StopKind::Limit) m_stepTimer.stop();
    if (const auto lines = m_worker->takeLog(); !lines.empty()) Q_EMIT logged(lines);
    updateRate(*m_frame);
    if (!m_frame->running) {
        switch (m_frame->report.stop.kind) {
        case machine::StopKind::Halted: setState(State::Halted); break;
        case machine::StopKind::Faulted: setState(State::Faulted); break;
        default: setState(m_stepTimer.isActive() ? State::Running : State::Paused); break;
        }
    }
    Q_EMIT frameChanged();
}

void DebugSession::beginRate(const Frame& frame) {
    m_rateClock.start();
    m_rateBundles = frame.bundles;
}

void DebugSession::updateRate(const Frame& frame) {
    const bool goesOn = frame.running || m_stepTimer.isActive();
    if (!m_rateClock.isValid()) return goesOn ? beginRate(frame) : void();
    const qint64 elapsed = m_rateClock.elapsed();
    if (elapsed < kRateMilliseconds && goesOn) return;
    const std::uint64_t done = frame.bundles - std::min(frame.bundles, m_rateBundles);
    if (elapsed > 0) m_rate = static_cast<double>(done) * 1000.0 / static_cast<double>(elapsed);
    m_rateBundles = frame.bundles;
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

std::optional<QString> DebugSession::addBreakpoint(const QString& text) {
    if (!m_frame) return tr("Load a program first: a breakpoint names its labels and tensors.");
    auto parsed = machine::parseBreakpoint(text.toStdString(), m_frame->loaded->scope());
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

void DebugSession::addSaved(const project::SavedBreakpoint& saved, const machine::Scope& scope) {
    auto parsed = machine::parseBreakpoint(saved.at, scope);
    if (!parsed) return;
    parsed->id = m_nextBreakpoint++;
    parsed->enabled = saved.enabled;
    m_breakpoints.push_back(*std::move(parsed));
}

void DebugSession::restoreBreakpoints(std::vector<project::SavedBreakpoint> list) {
    m_breakpoints.clear();
    m_waiting = std::move(list);
    if (m_frame)
        for (const project::SavedBreakpoint& saved : std::exchange(m_waiting, {}))
            addSaved(saved, m_frame->loaded->scope());
    changeBreakpoints();
}

std::vector<project::SavedBreakpoint> DebugSession::savedBreakpoints() const {
    std::vector<project::SavedBreakpoint> out;
    for (const machine::Breakpoint& breakpoint : m_breakpoints)
        out.push_back({breakpoint.text, breakpoint.enabled});
    out.insert(out.end(), m_waiting.begin(), m_waiting.end());
    return out;
}

namespace {

// One that the switch set: the unit alone, without condition, count or text.
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
    if (breaks && m_frame) {
        const isa::Spec& spec = *m_frame->loaded->spec;
        std::vector<bool> makesFloats(spec.units.size());
        for (const isa::Insn& insn : spec.insns)
            if (insn.effects & isa::kMakesFloats) makesFloats[insn.unit] = true;
        for (std::size_t unit = 0; unit < makesFloats.size(); ++unit)
            if (makesFloats[unit])
                addSaved({"nan " + std::string(spec.units[unit].name), true}, m_frame->loaded->scope());
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
            std::optional<std::uint32_t> bundle;
            if (!writer) {
                text = session::problemText(writer.problem());
            } else if (!*writer) {
                text = tr("The search was interrupted.");
            } else {
                text = QString::fromStdString(textOf(**writer, session.machine()));
                if ((*writer)->bundle.isKnown()) bundle = (*writer)->bundle.bundle;
            }
            QMetaObject::invokeMethod(
                this, [=, this] { Q_EMIT writerFound(expression, text, bundle); }, Qt::QueuedConnection);
        });
    });
}

} // namespace lw::session

#include "moc_debug_session.cpp"
