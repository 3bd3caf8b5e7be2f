// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"
#include "widgets/session/worker.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QThread>
#include <QTimer>

#include <functional>
#include <optional>
#include <set>

namespace lw::session {

enum class State : std::uint8_t { Empty, Paused, Running, Halted, Faulted };

// The window's side of a debugging session: commands go out as values, frames come in at most 60 times a
// second. Never blocks, except in the destructor, which waits for current work to be interrupted.
class DebugSession : public QObject {
    Q_OBJECT
  public:
    explicit DebugSession(QObject* parent = nullptr);
    ~DebugSession() override;

    State state() const { return m_state; }
    bool isBusy() const { return m_busy > 0; }
    // Of the core in focus. Null until a program is loaded.
    const FramePtr& frame() const { return frame(m_focus); }
    const FramePtr& frame(machine::CoreId core) const;
    const Frames& frames() const { return m_frames; } // of all cores
    // Of the core in focus; if it does not run what that text belongs to, of the first core that does.
    const FramePtr& frameOf(const QString& source) const;
    std::shared_ptr<const Loaded> loaded() const { return frame() ? frame()->loaded : nullptr; }
    // The core to which steps apply, and which views show unless pinned to another.
    machine::CoreId focus() const { return m_focus; }
    void setFocus(machine::CoreId core);
    // Somebody shows that core, so that its frames have the counts of its bundles; nothing: no longer.
    void lookAt(const QObject* who, std::optional<machine::CoreId> core);
    // Everything a core has sent to the host up to the clock of its frame.
    const std::vector<machine::TraceWord>& trace(machine::CoreId of) const { return m_traces.at(of.index); }
    // Bundles per second, of all cores, for the present run or the last one.
    double rate() const { return m_rate; }

    // Puts a program on a machine, at clock 0, and keeps the breakpoints that still have a place. `moved`:
    // what some are called in this program, by id; an empty text: they no longer have a place. `inputs`, with
    // absolute paths, are read by the worker and put into memory first.
    void load(std::shared_ptr<LoadedMachine> loaded, std::unique_ptr<machine::Machine> machine,
              const QHash<std::uint32_t, QString>& moved = {}, std::vector<project::Input> inputs = {});
    void unload();
    void perform(machine::Command command);
    // To where that bundle is the next one; breakpoints on the way hold.
    void runTo(const QString& place); // as a breakpoint is written
    void pause();
    // One bundle now and then that many per second; 0: as fast as possible. A single run: its state is
    // Running between two bundles too.
    void runAtSpeed(int bundlesPerSecond);

    // As people write them (machine/breakpoints.h); refused ones are reported by problem().
    const std::vector<machine::Breakpoint>& breakpoints() const { return m_breakpoints; }
    // Nothing: it was added. Otherwise what is wrong with it. Names without a core refer to that one,
    // or to the core in focus.
    std::optional<QString> addBreakpoint(const QString& text, std::optional<machine::CoreId> core = {});
    void removeBreakpoint(std::uint32_t id);
    void setBreakpointEnabled(std::uint32_t id, bool enabled);
    // Exactly these from now on, except for those without a place in the program.
    // Without a program they wait for the next one.
    void restoreBreakpoints(std::vector<project::SavedBreakpoint> list);
    std::vector<project::SavedBreakpoint> savedBreakpoints() const;
    // Whether every unit that makes floats stops at its first NaN or infinity;
    // one switch for that many breakpoints.
    bool breaksOnNan() const;
    void setBreaksOnNan(bool breaks);

    // Expressions that are shown with their values at every stop.
    const QStringList& watches() const { return m_watches; }
    void setWatches(const QStringList& expressions);

    // The answer comes through writerFound().
    void askWhoWrote(const QString& expression);

  Q_SIGNALS:
    void frameChanged();   // a new frame, also in passing
    void stateChanged();   // state() or isBusy()
    void programChanged(); // another program, or none
    void focusChanged();   // another core; a frame of it follows
    void breakpointsChanged();
    void watchesChanged();
    void refused(const QString& text);
    void inputFailed(const QString& text);
    void logged(const std::vector<machine::Hit>& lines); // from breakpoints that only write
    // bundle: the one that did it, or nothing
    void writerFound(const QString& expression, const QString& text, std::optional<machine::BundleOf> bundle);

  private:
    void send(Worker::Call call);
    void takeFrame();
    void beginRate();
    void updateRate();
    std::uint64_t bundlesOfAll() const;
    void tellLookedAt();
    void setState(State state);
    using ScopeOf = std::function<machine::Scope(machine::CoreId)>;
    void addSaved(const project::SavedBreakpoint& saved, const ScopeOf& scopeOf);
    machine::Scope scopeOn(machine::CoreId core) const;
    void changeBreakpoints();
    void sendBreakpoints(std::vector<machine::Breakpoint> list);
    void tick();

    QThread m_thread;
    Worker* m_worker;    // lives on m_thread
    QTimer m_frameTimer; // while running
    QTimer m_stepTimer;  // of slow motion
    State m_state = State::Empty;
    int m_busy = 0;                                  // commands under way
    std::uint64_t m_ticket = 0;                      // of the newest call
    bool m_slowMotion = false;                       // the next tick continues a run
    std::shared_ptr<const LoadedMachine> m_expected; // the one whose frames are wanted
    Frames m_frames;
    std::vector<std::vector<machine::TraceWord>> m_traces; // by core
    QHash<const QObject*, machine::CoreId> m_lookers;
    std::set<machine::CoreId> m_lookedAt{machine::CoreId{}}; // by views, and the one in focus
    machine::CoreId m_focus;
    std::vector<machine::Breakpoint> m_breakpoints;
    std::vector<project::SavedBreakpoint> m_waiting; // breakpoints for the next program
    QStringList m_watches;
    std::uint32_t m_nextBreakpoint = 1;
    QElapsedTimer m_rateClock;
    std::uint64_t m_rateBundles = 0;
    double m_rate = 0;
};

} // namespace lw::session
