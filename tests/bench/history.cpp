// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/loops.h"

#include "core/tensor/npy.h"
#include "core/trace/statistics.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

// Being watched, going back, and two machines at once.
namespace lw::bench {

namespace {

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

Figure watchedBy(Effort effort, Guest guest, const std::string& key) {
    const auto alone = [&] {
        guest.reset();
        guest.runToHalt();
    };
    alone();
    const auto bundles = static_cast<double>(guest.machine().issuedBundles());
    const std::uint64_t hash = guest.machine().store().hash();
    runWatched(guest);
    if (guest.machine().store().hash() != hash) giveUp("a watched run has another result");
    return measure(effort, {.key = key,
                            .unit = "bundles/s",
                            .work = bundles,
                            .candidate = [&] { runWatched(guest); },
                            .anchor = alone,
                            .goal = 0.9});
}

// An example that starts again from its beginning, so often that its run is a long one: what a second round
// would find changed is put back first.
struct Rounds {
    const char* path;
    const char* start; // its first label
    const char* restore;
    const char* result; // a tensor that is the same after every round
};

constexpr Rounds kDigitsRounds{kDigits, "start", "", "loss"};
constexpr Rounds kMatmulRounds{kMatmul, "make_inputs",
                               "{ s0: movi r1, granule(A) ; s1: movi r2, granule(A) + PANEL_GRANULES }\n"
                               "{ s0: st [r0+a_panels], r1 }\n"
                               "{ s0: st [r0+a_panels+DESCRIPTOR], r2 }\n",
                               "checksum"};

std::string textOfFile(const char* path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Guest repeated(const Rounds& rounds, std::uint64_t times) {
    std::string text = textOfFile(rounds.path);
    const std::string halt = "s0: halt";
    const std::size_t found = text.find(halt);
    if (found == std::string::npos || text.find(halt, found + 1) != std::string::npos)
        giveUp("a program to be repeated must halt in one place");
    text.replace(found, halt.size(), "s0: br again");
    text += "\n.tensor rounds_left, i32, [1], smem = " + std::to_string(times) + "\n.text\nagain:\n" +
            "{ s0: movi r0, 0 }\n" + rounds.restore +
            "{ s0: ld r1, [r0+rounds_left] }\n"
            "{ s0: sub r1, r1, 1 }\n"
            "{ s0: st [r0+rounds_left], r1 ; s1: cmp.ne p1, r1, 0 }\n"
            "{ s0: @p1 br " +
            rounds.start + " }\n{ s0: halt }\n";
    return Guest::fromText(text, rounds.path);
}

std::uint64_t longRun(Effort effort) { return choose<std::uint64_t>(effort, 10'000'000, 200'000); } // bundles

// The long run of an example. Its last round must give what a single one gives.
Guest longRunOf(Effort effort, const Rounds& rounds) {
    Guest once = Guest::fromFile(rounds.path);
    once.runToHalt();
    const std::uint64_t bundles = once.machine().issuedBundles();
    Guest many = repeated(rounds, longRun(effort) / bundles + 1);
    many.runToHalt();
    if (many.get(rounds.result) != once.get(rounds.result)) giveUp("a repeated run has another result");
    return many;
}

struct Seeks {
    double medianMs = 0, worstMs = 0;
    std::uint64_t bundles = 0, steps = 0;
};

// Where steps back from these clocks lead is where a run without history comes by one bundle earlier.
void checkStepsBack(Guest& guest, std::vector<std::uint64_t> clocks) {
    std::sort(clocks.begin(), clocks.end());
    const std::unique_ptr<machine::Machine> fresh = guest.machineAtStart();
    for (const std::uint64_t clock : clocks) {
        guest.timeline().seek(clock);
        const std::uint64_t bundles = guest.machine().issuedBundles();
        guest.timeline().stepBack(1, {});
        fresh->run({.clock = guest.machine().clock()});
        if (guest.machine().issuedBundles() + 1 != bundles ||
            guest.machine().store().hash() != fresh->store().hash())
            giveUp("a step back leads to another state");
    }
}

// Steps back from random clocks of a finished run, with the history that the product keeps; at every
// twentieth place ten more in a row.
Seeks stepsBack(Effort effort, Guest& guest) {
    guest.reset({});
    guest.runToHalt();
    Seeks seeks;
    seeks.bundles = guest.machine().issuedBundles();
    if (seeks.bundles < longRun(effort)) giveUp("a run to step back in is too short");
    const std::uint64_t end = guest.machine().clock();
    std::mt19937_64 random(11);
    std::vector<std::uint64_t> clocks(static_cast<std::size_t>(choose(effort, 1000, 3)));
    std::vector<double> took;
    const auto stepBack = [&] {
        took.push_back(seconds(Clock::Wall, [&] { guest.timeline().stepBack(1, {}); }) * 1e3);
    };
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        clocks[i] = 1 + random() % (end - 1);
        guest.timeline().seek(clocks[i]);
        stepBack();
        for (int more = 0; i % 20 == 0 && more < 10; ++more) stepBack();
    }
    seeks.steps = took.size();
    seeks.medianMs = median(took);
    seeks.worstMs = *std::max_element(took.begin(), took.end());
    clocks.resize(3);
    checkStepsBack(guest, clocks);
    return seeks;
}

Figure stepBackFigure(Effort effort, const std::string& key, Guest guest) {
    const Seeks seeks = stepsBack(effort, guest);
    Figure figure;
    figure.key = key;
    figure.unit = "ms";
    figure.ratio = figure.highest = seeks.worstMs;
    figure.lowest = figure.candidate = seeks.medianMs;
    figure.goal = 30;
    figure.atMost = true;
    figure.note = "worst of " + std::to_string(seeks.steps) + "; median " + std::to_string(seeks.medianMs) +
                  " ms; run of " + std::to_string(seeks.bundles) + " bundles";
    return figure;
}

} // namespace

std::vector<Figure> watched(Effort effort) {
    return {watchedBy(effort, Guest::fromText(loopOfFour(effort).text), "watched"),
            watchedBy(effort, Guest::fromFile(kMatmul), "watched_matmul")};
}

std::vector<Figure> stepBack(Effort effort) {
    return {stepBackFigure(effort, "step_back_ms", longRunOf(effort, kDigitsRounds)),
            stepBackFigure(effort, "step_back_ms_matmul", longRunOf(effort, kMatmulRounds)),
            stepBackFigure(effort, "step_back_ms_scalar", Guest::fromText(loopOfFour(effort).text))};
}

// What the matmul example moves, by a plain loop: copies between HBM and vector memory, rows read from and
// written to vector memory, as many bytes as its counters say.
class PlainTraffic {
  public:
    explicit PlainTraffic(const machine::Machine& ended) {
        for (const trace::UnitUse& unit : trace::statisticsOf(ended, {}, {}, {}).units) {
            if (unit.title == "DMA engine") m_copied = unit.bytes;
            if (unit.title == "vector load port") m_read = unit.bytes;
            if (unit.title == "vector store port") m_written = unit.bytes;
        }
        if (m_copied == 0 || m_read == 0 || m_written == 0) giveUp("the matmul example moves nothing");
    }
    void run() {
        for (std::uint64_t done = 0; done < m_copied; done += kPiece)
            std::memcpy(m_near.data() + done % kNear / 4, m_far.data() + done % kFar / 4, kPiece);
        for (std::uint64_t done = 0; done < m_written; done += kPiece)
            std::fill_n(m_near.data() + done % kNear / 4, kPiece / 4, static_cast<std::uint32_t>(done));
        for (std::uint64_t done = 0; done < m_read; done += kPiece) {
            std::uint32_t sum = 0;
            for (std::uint64_t i = 0; i < kPiece / 4; ++i) sum += m_near[done % kNear / 4 + i];
            m_sum += sum;
        }
    }
    std::uint32_t sum() const { return m_sum; }

  private:
    static constexpr std::uint64_t kPiece = 4096, kNear = 6 << 20, kFar = 6 << 20;
    std::uint64_t m_copied = 0, m_read = 0, m_written = 0; // bytes
    std::vector<std::uint32_t> m_near = std::vector<std::uint32_t>(kNear / 4),
                               m_far = std::vector<std::uint32_t>(kFar / 4);
    std::uint32_t m_sum = 0;
};

std::vector<Figure> twoCores(Effort effort) {
    Guest first = Guest::fromFile(kMatmul), second = Guest::fromFile(kMatmul);
    const auto wanted = tensor::readNpy(LW_ROOT "/examples/training/matmul/expected/checksum.npy");
    if (!wanted) giveUp(textOf(wanted.problem()));
    const int times = choose(effort, 10, 1);
    const auto run = [&](Guest& guest) {
        for (int i = 0; i < times; ++i) {
            guest.reset();
            guest.runToHalt();
        }
    };
    run(first);
    run(second);
    if (first.get("checksum") != *wanted || second.get("checksum") != *wanted)
        giveUp("one of two machines at once has a wrong product");
    PlainTraffic near(first.machine()), far(first.machine());
    const auto runPlain = [&](PlainTraffic& traffic) {
        for (int i = 0; i < 4 * times; ++i) traffic.run();
    };
    // How many times as much two threads do as one.
    const auto gain = [](const std::function<void()>& one, const std::function<void()>& other) {
        const double alone = seconds(Clock::Wall, one) + seconds(Clock::Wall, other);
        const double together = seconds(Clock::Wall, [&] {
            std::thread thread(other);
            one();
            thread.join();
        });
        return alone / together;
    };
    std::vector<double> machines, loops;
    for (int round = 0; round < roundsOf(effort); ++round) {
        machines.push_back(gain([&] { run(first); }, [&] { run(second); }));
        loops.push_back(gain([&] { runPlain(near); }, [&] { runPlain(far); }));
    }
    if (near.sum() != far.sum()) giveUp("two plain loops have read different numbers");
    Figure figure = figureOf("two_cores", "times one", machines, loops);
    figure.goal = 0.95;
    figure.note = "two threads against one; the anchor are plain loops of the same memory traffic";
    return {figure};
}

} // namespace lw::bench
