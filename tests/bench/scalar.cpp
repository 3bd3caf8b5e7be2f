// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/loops.h"

#include "core/machine/recorder.h"

// Scalar loops: timed and counted, against a bare interpreter;
// recording into the bounded ring, against not recording.
namespace lw::bench {

namespace {

void compareRegisters(Guest& guest, const PlainInterpreter& plain) {
    for (std::size_t i = 0; i < 32; ++i)
        if (guest.scalar(i) != plain.scalar(i))
            giveUp("the scalar loop and its anchor differ in r" + std::to_string(i));
}

// A first run: in a later one everything that the run before made ready counts still.
void compareClocks(Guest& guest, const Loop& loop) {
    if (PlainInterpreter(loop.plain).run() != guest.machine().clock())
        giveUp("the scalar loop and its anchor differ in clocks");
}

Figure contest(Effort effort, const Loop& loop, const std::string& key) {
    Guest guest = Guest::fromText(loop.text);
    PlainInterpreter plain(loop.plain);
    return measure(effort, {.key = key,
                            .unit = "bundles/s",
                            .work = loop.bundles,
                            .candidate =
                                [&] {
                                    guest.reset();
                                    guest.runToHalt();
                                },
                            .anchor = [&] { plain.run(); },
                            .goal = 0.8,
                            .check =
                                [&] {
                                    compareRegisters(guest, plain);
                                    compareClocks(guest, loop);
                                }});
}

// Recording leaves no trace in the machine, and the newest events are the last bundles, clock by clock.
void checkRecorded(Guest& telling, Guest& silent, machine::Recorder& recorder) {
    if (telling.machine().store().hash() != silent.machine().store().hash())
        giveUp("a recorded run has another result");
    recorder.flush();
    std::uint64_t issues = 0, last = 0;
    for (const machine::Event& event : recorder.events()) {
        if (event.kind != machine::EventKind::Issue) continue;
        ++issues;
        last = event.clock;
    }
    if (issues == 0 || last + 1 != silent.machine().clock()) giveUp("a run was not recorded to its end");
}

} // namespace

std::vector<Figure> scalarTimed(Effort effort) {
    return {contest(effort, loopOfFour(effort), "scalar_timed"),
            contest(effort, loopOfSixtyFour(effort), "scalar_timed_64")};
}

std::vector<Figure> recorded(Effort effort) {
    const Loop loop = loopOfFour(effort);
    Guest silent = Guest::fromText(loop.text), telling = Guest::fromText(loop.text);
    machine::Recorder recorder(std::uint64_t{1} << 18);
    return {measure(effort, {.key = "recorded",
                             .unit = "bundles/s",
                             .work = loop.bundles,
                             .candidate =
                                 [&] {
                                     telling.reset();
                                     telling.timeline().setRecorder(&recorder);
                                     telling.runToHalt();
                                 },
                             .anchor =
                                 [&] {
                                     silent.reset();
                                     silent.runToHalt();
                                 },
                             .goal = 0.4,
                             .check = [&] { checkRecorded(telling, silent, recorder); }})};
}

} // namespace lw::bench
