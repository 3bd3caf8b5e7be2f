// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/loops.h"

#include <algorithm>
#include <random>
#include <thread>

// Being watched, going back, and two machines at once.
namespace lw::bench {

namespace {

constexpr const char* kMatmul = LW_ROOT "/examples/training/matmul/random_inputs.lw";
constexpr const char* kDigits = LW_ROOT "/examples/training/digits/program.lw";

// Location breakpoints that are never reached and a viewer that takes the state 60 times a second.
void runWatched(Guest& guest) {
    guest.reset();
    machine::Trigger trigger;
    trigger.bundle = static_cast<std::uint32_t>(guest.program().bundles.size()) + 1;
    guest.timeline().setTriggers({trigger});
    using HostClock = std::chrono::steady_clock;
    auto due = HostClock::now();
    std::shared_ptr<const machine::Snapshot> seen;
    for (;;) {
        const machine::Stop stop = guest.timeline().run({.clock = guest.machine().clock() + 1'000'000});
        if (stop.kind == machine::StopKind::Halted) break;
        if (stop.kind != machine::StopKind::Limit) giveUp("a watched program stopped");
        if (HostClock::now() < due) continue;
        seen = guest.timeline().snapshot();
        due = HostClock::now() + std::chrono::microseconds(16667);
    }
}

Figure watchedBy(Guest guest, const std::string& key) {
    Guest alone = Guest::fromText(".chip training\nhalt\n");
    std::swap(alone, guest);
    const double bundles = [&] {
        alone.reset();
        alone.runToHalt();
        return static_cast<double>(alone.machine().issuedBundles());
    }();
    return measure({.key = key,
                    .unit = "bundles/s",
                    .work = bundles,
                    .candidate = [&] { runWatched(alone); },
                    .anchor =
                        [&] {
                            alone.reset();
                            alone.runToHalt();
                        },
                    .goal = 0.9});
}

struct Seeks {
    double medianMs = 0, worstMs = 0;
    std::uint64_t bundles = 0;
};

// Steps back from random clocks of a finished run.
Seeks stepsBack(Guest& guest, std::uint64_t leastBundles) {
    machine::TimelineOptions options;
    options.memoryBytes = std::uint64_t{2} << 30;
    guest.reset(options);
    guest.runToHalt();
    Seeks seeks;
    seeks.bundles = guest.machine().issuedBundles();
    (void)leastBundles;
    const std::uint64_t end = guest.machine().clock();
    std::mt19937_64 random(11);
    std::vector<double> took;
    for (int i = 0; i < 60; ++i) {
        guest.timeline().seek(1 + random() % (end - 1));
        took.push_back(seconds(Clock::Wall, [&] { guest.timeline().stepBack(1); }) * 1e3);
    }
    seeks.medianMs = median(took);
    seeks.worstMs = *std::max_element(took.begin(), took.end());
    return seeks;
}

Figure stepBackFigure(const std::string& key, Guest guest) {
    const Seeks seeks = stepsBack(guest, 10'000'000);
    Figure figure;
    figure.key = key;
    figure.unit = "ms";
    figure.ratio = figure.highest = seeks.worstMs;
    figure.lowest = figure.candidate = seeks.medianMs;
    figure.goal = 30;
    figure.atMost = true;
    figure.note = "worst; median " + std::to_string(seeks.medianMs) + " ms; run of " +
                  std::to_string(seeks.bundles) + " bundles";
    return figure;
}

} // namespace

std::vector<Figure> watched() {
    return {watchedBy(Guest::fromText(loopOfFour().text), "watched"),
            watchedBy(Guest::fromFile(kMatmul), "watched_matmul")};
}

std::vector<Figure> stepBack() {
    return {stepBackFigure("step_back_ms", Guest::fromFile(kDigits)),
            stepBackFigure("step_back_ms_matmul", Guest::fromFile(kMatmul)),
            stepBackFigure("step_back_ms_scalar", Guest::fromText(loopOfFour().text))};
}

std::vector<Figure> twoCores() {
    Guest first = Guest::fromFile(kMatmul), second = Guest::fromFile(kMatmul);
    const auto run = [](Guest& guest) {
        for (int i = 0; i < 10; ++i) {
            guest.reset();
            guest.runToHalt();
        }
    };
    run(first);
    const double work = 10 * static_cast<double>(first.machine().issuedBundles());
    return {measure({.key = "two_cores",
                     .unit = "bundles/s",
                     .work = 2 * work,
                     .candidate =
                         [&] {
                             std::thread other([&] { run(second); });
                             run(first);
                             other.join();
                         },
                     .anchor = [&] { run(first); },
                     .goal = 1.8,
                     .clock = Clock::Wall,
                     .anchorWork = work})};
}

} // namespace lw::bench
