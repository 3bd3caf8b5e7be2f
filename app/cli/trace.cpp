// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "core/base/file.h"
#include "core/machine/recorder.h"
#include "core/trace/event_trace.h"

#include <algorithm>

// lw trace: runs a program and writes what happened for Chrome's tracing page or Perfetto.
namespace lw::cli {

namespace {

constexpr std::uint64_t kDefaultEvents = 1'000'000;
constexpr std::uint64_t kMostEvents = 100'000'000;

} // namespace

Result<Exit> runTrace(const Arguments& arguments, Console& console) {
    LW_TRY(const std::uint64_t most, arguments.number("--events", kDefaultEvents, kMostEvents));
    if (console.json() && !arguments.has("--output"))
        return Problem{&messages::kTraceNeedsFile, {}, {}, {}, {}};
    LW_TRY(const auto run, prepareRun(arguments.operands().front(), arguments, console));
    if (!run) return Exit::Usage;
    machine::Recorder recorder(most);
    machine::Timeline timeline(*run->machine);
    LW_TRY(const std::uint64_t from, arguments.number("--from", 0, machine::kForever));
    if (from > 0) {
        RunLimits lead = run->limits;
        lead.clocks = std::min(from, lead.clocks);
        const RunEnd before = runToEnd(timeline, lead, console);
        if (before.stop.kind != machine::StopKind::Limit) {
            console.line(stopText(*run->machine, before));
            return exitOf(before);
        }
    }
    timeline.setRecorder(&recorder);
    const RunEnd end = runToEnd(timeline, run->limits, console);
    timeline.setRecorder(nullptr);
    recorder.flush();
    const std::vector<machine::Event> events = recorder.events();
    std::string text;
    const auto cores = std::as_const(*run->machine).cores();
    trace::ChromeTrace chrome([&](std::string_view piece) { text += piece; },
                              cores.size() > 1 ? cores.front()->name() : arguments.operands().front());
    for (const machine::Core* const core : cores) {
        if (core != cores.front()) chrome.process(core->id().index, core->name());
        const trace::EventNames names{&core->program(), &core->target(), trace::stallRules(*core),
                                      core->id()};
        trace::writeEvents(events, names, chrome);
    }
    chrome.finish();
    const auto output = arguments.value("--output");
    if (output) {
        noteClocks(run->options.dma, console);
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(*output, text));
        console.line(stopText(*run->machine, end));
        console.line(groupedText(events.size()) + " events in " + *output +
                     (recorder.dropped()
                          ? ", " + groupedText(recorder.dropped()) + " older ones dropped (see --events)"
                          : std::string()));
    } else {
        console.print(text);
    }
    Json& out = console.document();
    out["stop"] = stopJson(*run->machine, end);
    out["events"] = events.size();
    out["dropped"] = recorder.dropped();
    return exitOf(end);
}

} // namespace lw::cli
