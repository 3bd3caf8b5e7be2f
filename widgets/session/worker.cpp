// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/worker.h"

#include "core/project/tensor_input.h"
#include "core/tensor/npy.h"
#include "widgets/session/core_text.h"

#include <utility>

namespace lw::session {

namespace {

constexpr std::size_t kMostLogged = 10'000; // that nobody has taken yet

// A large file takes seconds: between its parts it is asked whether it is still wanted.
Outcome putInput(machine::Machine& machine, const project::Input& input, const std::atomic<bool>& stop) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(input.file, &stop));
    const project::Conversion cast = project::conversionFor(input.cast, tensor, input.castFrom);
    return project::putTensor(machine, input.tensor, std::move(tensor), cast, &stop);
}

} // namespace

void Worker::post(std::uint64_t ticket, Call call) {
    {
        const std::lock_guard lock(m_mutex);
        m_calls.emplace_back(ticket, std::move(call));
    }
    QMetaObject::invokeMethod(this, "doNext", Qt::QueuedConnection);
}

void Worker::doNext() {
    if (m_isAbandoned) return;
    std::pair<std::uint64_t, Call> next;
    {
        const std::lock_guard lock(m_mutex);
        next = std::move(m_calls.front());
        m_calls.pop_front();
    }
    begin(next.first);
    next.second(*this);
}

void Worker::wantFrame() { m_yield = true; }

void Worker::abandon(std::uint64_t ticket) {
    m_isAbandoned = true;
    interrupt(ticket);
}

void Worker::interrupt(std::uint64_t ticket) {
    m_interrupted = ticket;
    m_interrupt = true;
    m_yield = true;
}

// An interruption that came before the call began is not lost: it is looked for after the flags were cleared.
void Worker::begin(std::uint64_t ticket) {
    m_interrupt = m_yield = false;
    if (m_interrupted >= ticket) m_interrupt = m_yield = true;
}

Frames Worker::takeFrames() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_newest, {});
}

std::vector<TraceNews> Worker::takeTrace() {
    const std::lock_guard lock(m_mutex);
    std::vector<TraceNews> out = std::exchange(m_trace, {});
    for (const TraceNews& one : out) m_trace.push_back({one.from + one.words.size()});
    return out;
}

void Worker::lookAt(std::set<machine::CoreId> cores) {
    const std::lock_guard lock(m_mutex);
    m_lookedAt = std::move(cores);
}

std::vector<machine::Hit> Worker::takeLog() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_log, {});
}

void Worker::load(std::shared_ptr<LoadedMachine> loaded, std::unique_ptr<machine::Machine> machine,
                  std::vector<machine::Breakpoint> breakpoints, const std::vector<project::Input>& inputs) {
    m_session.reset();
    m_lastStop.reset();
    loaded->describe(*machine);
    m_toldTrace.assign(machine->cores().size(), 0);
    {
        const std::lock_guard lock(m_mutex);
        m_trace.assign(machine->cores().size(), {});
    }
    m_loaded = std::move(loaded);
    for (const project::Input& input : inputs) {
        const Outcome put = putInput(*machine, input, m_interrupt);
        if (m_isAbandoned) return;
        if (put) continue; // an interruption that came later took nothing from it
        Q_EMIT inputFailed(m_interrupt ? tr("Loading was interrupted.")
                                       : QStringLiteral("%1: %2").arg(QString::fromStdString(input.tensor),
                                                                      session::problemText(put.problem())));
    }
    m_session = std::make_unique<machine::Session>(std::move(machine));
    perform(machine::SetBreakpoints{std::move(breakpoints)});
}

void Worker::unload() {
    m_session.reset();
    m_loaded.reset();
    m_lastStop.reset();
}

// A run gives frames in passing: it is interrupted for one, and resumed as if nothing had been.
machine::Report Worker::runOn(machine::Run run) {
    for (;;) {
        const std::uint64_t clock = m_session->machine().clock(),
                            bundles = m_session->machine().issuedBundles();
        auto report = m_session->perform(run, &m_yield);
        LW_ASSERT(bool(report), "a run cannot be refused");
        if (report->stop.kind != machine::StopKind::Interrupted) return *std::move(report);
        // Cleared before it is asked what it was for: an interruption that comes in between sets it again.
        m_yield = false;
        if (m_interrupt) return *std::move(report);
        if (run.clocks != machine::kForever) run.clocks -= report->stop.clock - clock;
        if (run.bundles != machine::kForever) run.bundles -= m_session->machine().issuedBundles() - bundles;
        run.resumed = true;
        publish(true, *report);
    }
}

void Worker::perform(machine::Command command) {
    if (!m_session) return;
    m_lastStop = m_session->timeline().snapshot();
    if (const auto* run = std::get_if<machine::Run>(&command)) {
        m_lastReport = runOn(*run);
    } else {
        auto report = m_session->perform(std::move(command), &m_interrupt);
        if (!report) {
            Q_EMIT refused(session::problemText(report.problem()));
            return;
        }
        m_lastReport = *std::move(report);
    }
    publish(false, m_lastReport);
    m_lastReport.log.clear(); // told once
    Q_EMIT stopped();
}

void Worker::ask(const Job& job) {
    if (!m_session) return;
    job(*m_session, m_interrupt);
}

void Worker::noteTrace(const machine::Core& core) {
    std::size_t& told = m_toldTrace[core.id().index];
    const auto words = core.traceWords();
    const std::size_t from = std::min(told, words.size());
    m_trace[core.id().index].add({from, {words.begin() + static_cast<std::ptrdiff_t>(from), words.end()}});
    told = words.size();
}

void Worker::publishAgain() {
    if (m_session) publish(false, m_lastReport);
}

void Worker::setFocus(machine::CoreId core) {
    if (m_session && core.index < m_session->machine().cores().size()) m_session->setFocus(core);
}

// What all cores have in common.
Frame Worker::momentNow(bool running, const machine::Report& report) {
    machine::Timeline& timeline = m_session->timeline();
    Frame out;
    out.state = timeline.snapshot();
    out.before = m_lastStop;
    out.clock = m_session->machine().clock();
    out.running = running;
    out.report = report;
    out.originClock = timeline.originClock();
    out.furthestClock = timeline.furthestClock();
    out.editWouldDropHistory = timeline.editWouldDropHistory();
    return out;
}

void Worker::publish(bool running, const machine::Report& report) {
    const Frame moment = momentNow(running, report);
    std::set<machine::CoreId> lookedAt;
    {
        const std::lock_guard lock(m_mutex);
        lookedAt = m_lookedAt;
    }
    Frames frames;
    for (const machine::Core* const core : std::as_const(m_session->machine()).cores()) {
        auto frame = std::make_shared<Frame>(moment);
        frame->loaded = coreOf(m_loaded, core->id());
        frame->bundles = core->issuedBundles();
        frame->nextBundle = core->nextBundle();
        frame->halted = core->halted();
        frame->waiting = core->waiting();
        frame->stalls = core->stalls();
        frame->units = core->unitCounts();
        if (lookedAt.contains(core->id())) {
            frame->bundleCounts = core->bundleCounts();
            frame->bundleStalls = core->bundleStalls();
        }
        frames.push_back(std::move(frame));
    }
    {
        const std::lock_guard lock(m_mutex);
        m_newest = std::move(frames);
        for (const machine::Core* const core : std::as_const(m_session->machine()).cores()) noteTrace(*core);
        m_log.insert(m_log.end(), report.log.begin(), report.log.end());
        if (m_log.size() > kMostLogged)
            m_log.erase(m_log.begin(), m_log.end() - static_cast<std::ptrdiff_t>(kMostLogged));
    }
    Q_EMIT frameReady();
}

} // namespace lw::session

#include "moc_worker.cpp"
