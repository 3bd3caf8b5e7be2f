// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "widgets/session/frame.h"
#include "widgets/session/trace_news.h"

#include <QObject>

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <set>

namespace lw::session {

// Lives on the worker thread and owns the machine. Everything it is asked arrives by post(); what it has to
// say leaves as signals and as the newest frames. post(), interrupt(), wantFrame(),
// lookAt(), takeFrames(), takeLog() and takeTrace() may be called from any thread.
class Worker : public QObject {
    Q_OBJECT
  public:
    using Job = std::function<void(machine::Session&, const std::atomic<bool>& interrupt)>;

    // Does the call on the worker thread, after those before it. The queue is ours and not that of events,
    // so that the thread sanitizer, which does not see into Qt, sees what orders the two threads.
    using Call = std::function<void(Worker&)>;
    void post(std::uint64_t ticket, Call call);
    // A run that is under way gives a frame soon, and goes on.
    void wantFrame();
    // Calls up to that ticket end soon, where they are, whether they have begun or not.
    void interrupt(std::uint64_t ticket);
    // The same for good: nothing that was asked is of use any more.
    void abandon(std::uint64_t ticket);
    // The newest frames, at most once; empty when there are none since the last call.
    Frames takeFrames();
    // By core, what it sent to the host since the last call.
    std::vector<TraceNews> takeTrace();
    // Frames have the counts of these cores' bundles from now on. They are as many as there are bundles.
    void lookAt(std::set<machine::CoreId> cores);
    // What breakpoints have written since the last call; the newest when it was too much.
    std::vector<machine::Hit> takeLog();

    // On the worker thread from here on.
    Q_INVOKABLE void doNext();
    void load(std::shared_ptr<LoadedMachine> loaded, std::unique_ptr<machine::Machine> machine,
              std::vector<machine::Breakpoint> breakpoints, const std::vector<project::Input>& inputs);
    void unload();
    void perform(machine::Command command);
    // Steps are those of that core from now on.
    void setFocus(machine::CoreId core);
    // The frames of this moment once more, with what is looked at now.
    void publishAgain();
    // Anything else that needs the session; no frame follows.
    void ask(const Job& job);

  Q_SIGNALS:
    void frameReady();                     // takeFrames() has something
    void stopped();                        // a command is done; its frame was made before
    void refused(const QString& text);     // a command could not be done
    void inputFailed(const QString& text); // the program runs without this one

  private:
    void begin(std::uint64_t ticket);
    machine::Report runOn(machine::Run run);
    Frame momentNow(bool running, const machine::Report& report);
    void publish(bool running, const machine::Report& report);
    void noteTrace(const machine::Core& core); // with the mutex

    std::unique_ptr<machine::Session> m_session;
    std::shared_ptr<const LoadedMachine> m_loaded;
    std::shared_ptr<const machine::Snapshot> m_lastStop;
    machine::Report m_lastReport;
    std::vector<std::size_t> m_toldTrace;        // words, by core
    std::atomic<std::uint64_t> m_interrupted{0}; // calls up to this ticket
    std::atomic<bool> m_interrupt{false};        // the call under way is among them
    std::atomic<bool> m_isAbandoned{false};
    std::atomic<bool> m_yield{false}; // looked at by a run: for a frame, or to end
    std::mutex m_mutex;               // of what follows
    std::deque<std::pair<std::uint64_t, Call>> m_calls;
    Frames m_newest;
    std::vector<machine::Hit> m_log;
    std::vector<TraceNews> m_trace; // by core
    std::set<machine::CoreId> m_lookedAt;
};

} // namespace lw::session
