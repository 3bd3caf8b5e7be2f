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

Figure contest(const Loop& loop, const std::string& key) {
    Guest guest = Guest::fromText(loop.text);
    PlainInterpreter plain(loop.plain);
    const auto candidate = [&] {
        guest.reset();
        guest.runToHalt();
    };
    candidate();
    plain.run();
    compareRegisters(guest, plain);
    return measure({.key = key,
                    .unit = "bundles/s",
                    .work = loop.bundles,
                    .candidate = candidate,
                    .anchor = [&] { plain.run(); },
                    .goal = 0.8});
}

} // namespace

std::vector<Figure> scalarTimed() {
    return {contest(loopOfFour(), "scalar_timed"), contest(loopOfSixtyFour(), "scalar_timed_64")};
}

std::vector<Figure> recorded() {
    const Loop loop = loopOfFour();
    Guest silent = Guest::fromText(loop.text), telling = Guest::fromText(loop.text);
    machine::Recorder recorder(std::uint64_t{1} << 18);
    return {measure({.key = "recorded",
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
                     .goal = 0.4})};
}

} // namespace lw::bench
