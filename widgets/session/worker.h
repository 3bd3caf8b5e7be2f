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

// Lives on the worker thread and owns the machine. All requests arrive by post(); results leave
// as signals and as the newest frames. post(), interrupt(), wantFrame(),
// lookAt(), takeFrames(), takeLog() and takeTrace() may be called from any thread.
class Worker : public QObject {
    Q_OBJECT
  public:
    using Job = std::function<void(machine::Session&, const std::atomic<bool>& interrupt)>;

    // Makes the call on the worker thread, after earlier ones. The queue is ours and not that of events,
    // so that the thread sanitizer, which cannot see into Qt, sees what orders the two threads.
    using Call = std::function<void(Worker&)>;
    void post(std::uint64_t ticket, Call call);
    // A run under way soon gives a frame, and continues.
    void wantFrame();
    // Calls up to that ticket end soon, wherever they are, whether they have begun or not.
    void interrupt(std::uint64_t ticket);
    // The same for good: no request is of use any more.
    void abandon(std::uint64_t ticket);
    // The newest frames, at most once; empty when there are none since the last call.
    Frames takeFrames();
    // By core, what it sent to the host since the last call.
    std::vector<TraceNews> takeTrace();
    // From now on frames have the counts of these cores' bundles. There are as many as bundles.
    void lookAt(std::set<machine::CoreId> cores);
    // What breakpoints have written since the last call; only the newest if it was too much.
    std::vector<machine::Hit> takeLog();

    // On the worker thread from here on.
    Q_INVOKABLE void doNext();
    void load(std::shared_ptr<LoadedMachine> loaded, std::unique_ptr<machine::Machine> machine,
              std::vector<machine::Breakpoint> breakpoints, const std::vector<project::Input>& inputs);
    void unload();
    void perform(machine::Command command);
    // From now on steps apply to that core.
    void setFocus(machine::CoreId core);
    // The frames of this moment again, with what is looked at now.
    void publishAgain();
    // Anything else that needs the session; no frame follows.
    void ask(const Job& job);

  Q_SIGNALS:
    void frameReady();                     // takeFrames() has something
    void stopped();                        // a command is done; its frame was made before that
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
    std::vector<std::size_t> m_toldTrace;        // words already reported, by core
    std::atomic<std::uint64_t> m_interrupted{0}; // calls up to this ticket
    std::atomic<bool> m_interrupt{false};        // the call under way is among them
    std::atomic<bool> m_isAbandoned{false};
    std::atomic<bool> m_yield{false}; // checked by a run: for a frame, or to end
    std::mutex m_mutex;               // for the following
    std::deque<std::pair<std::uint64_t, Call>> m_calls;
    Frames m_newest;
    std::vector<machine::Hit> m_log;
    std::vector<TraceNews> m_trace; // by core
    std::set<machine::CoreId> m_lookedAt;
};

} // namespace lw::session
