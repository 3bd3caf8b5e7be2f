// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/measure.h"

#include "core/chips/catalog.h"

#include <string>
#include <thread>
#include <utility>

// Several cores in one machine: beside as many machines of one core, on as many threads, at the same time;
// and beside one core alone.
namespace lw::bench {

namespace {

// Of the chip's largest machine, with that many cores and ways between them.
std::string boardJson(unsigned cores) {
    const auto chip = chips::chipNamed("training");
    if (!chip) giveUp(textOf(chip.problem()));
    const auto machine = chips::machineNamed(**chip, "training");
    if (!machine) giveUp(textOf(machine.problem()));
    std::string json = machine->json;
    json.insert(json.find("\"sizes\""),
                "\"cores\": {\"count\": " + std::to_string(cores) +
                    ", \"source\": \"invented\", \"latency\": {\"clocks\": 100, \"source\": \"invented\"},"
                    " \"bandwidth\": {\"bytes\": 64, \"clocks\": 1, \"source\": \"invented\"}},\n  ");
    return json;
}

// Works for `clocks` a round; what follows goes to the other core, a whole register of rows (4 KiB).
std::string exchanging(bool exchanges, int rounds) {
    std::string text =
        ".chip training\n.tensor mine, f32, [8, 128], vmem\n.tensor other, f32, [8, 128], vmem\n"
        ".data smem\nsend: .word granule(mine), granule(other), 0, 256, 1, 1, 1, 0, 0, 1, 0, 0, 1, "
        "0, 0\n";
    text += exchanges ? "place: .word TO_VMEM + FROM_VMEM, 1\n" : "place: .word 0, 1\n";
    // Says that the other one may send again.
    text += "free: .word 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0\nfreed: .word 0, 2\n";
    text += ".text\n{ s0: li r0, 0 ; s1: li r9, " + std::to_string(rounds) + " }\n{ s0: li r5, 0 }\n";
    // The other core's number.
    if (exchanges)
        text += "rdcore r1\n{ s0: xor r1, r1, 1 }\n{ s0: add r1, r1, TO_VMEM + FROM_VMEM }\n"
                "st [r0+place], r1\nrdcore r1\n{ s0: xor r1, r1, 1 }\nst [r0+freed], r1\nli r6, 0\n";
    text += "{ v0: bcast v1, 1.5 }\n{ v0: bcast v2, 0.25 }\n{ vst: [mine], v1 }\n{ vst: [other], v2 }\n"
            "round: { s0: li r2, 2500 ; s1: add r5, r5, 256 }\n"
            "work: { v0: fadd v1, v1, v2 ; v1: fmul v3, v2, v2 }\n"
            "{ v0: fmax v4, v1, v3 ; v1: fmul v5, v3, v2 ; s0: sub r2, r2, 1 }\n"
            "{ v0: fmin v1, v1, v4 ; s0: cmp.ne p1, r2, 0 }\n@p1 br work\n"
            "{ vst: [mine], v1 }\n";
    if (exchanges) text += "sync.wait f2, r6\ndma.remote [r0+send]\nsync.wait f0, r5\nsync.wait f1, r5\n";
    text += "{ vld: v2, [other] }\n";
    if (exchanges) text += "{ s0: dma.remote [r0+free] ; s1: add r6, r6, 1 }\n";
    return text + "{ s0: sub r9, r9, 1 }\n{ s0: cmp.ne p1, r9, 0 }\n@p1 br round\nhalt\n";
}

struct Pair {
    Guest board, first, second;

    void runApart() {
        std::thread other([this] { runOne(second); });
        runOne(first);
        other.join();
    }
    static void runOne(Guest& guest) {
        guest.reset();
        guest.runToHalt();
    }
};

Figure together(Effort effort, const std::string& key, Pair pair, double goal) {
    Pair::runOne(pair.first);
    const double work = 2 * static_cast<double>(pair.first.machine().issuedBundles());
    const auto check = [&] {
        for (const machine::Core* const core : std::as_const(pair.board.machine()).cores())
            if (!core->halted()) giveUp("a core of the board did not halt");
    };
    return measure(effort, {.key = key,
                            .unit = "bundles/s",
                            .work = work,
                            .candidate = [&] { Pair::runOne(pair.board); },
                            .anchor = [&] { pair.runApart(); },
                            .goal = goal,
                            .clock = Clock::Wall,
                            .check = check});
}

Pair sameOnBoth(const char* path) {
    return {Guest::fromFileOn(path, boardJson(2)), Guest::fromFile(path), Guest::fromFile(path)};
}

// A core that works, alone and as the first of eight of which the others halt at once.
struct OneOfEight {
    explicit OneOfEight(int rounds)
        : board(Guest::fromTextOn(working(rounds, "rdcore r1\n{ s0: cmp.ne p1, r1, 0 }\n{ s0: @p1 halt }\n"),
                                  boardJson(8)))
        , alone(Guest::fromText(working(rounds, ""))) {}

    Guest board, alone;

  private:
    static std::string working(int rounds, const std::string& first) {
        return ".chip training\n" + first + ".tensor x, f32, [8, 128], vmem = 1.5\n{ s0: li r2, " +
               std::to_string(rounds) +
               " }\nwork: { vld: v1, [x] ; s0: sub r2, r2, 1 }\n{ s0: cmp.ne p1, r2, 0 }\n"
               "{ v0: fadd v2, v1, v1 ; v1: fmul v3, v1, v1 }\n{ vst: [x], v3 }\n@p1 br work\nhalt\n";
    }
};

Figure oneOfEight(Effort effort) {
    OneOfEight pair(choose(effort, 400000, 400));
    Pair::runOne(pair.alone);
    return measure(effort, {.key = "one_core_of_eight",
                            .unit = "bundles/s",
                            .work = static_cast<double>(pair.alone.machine().issuedBundles()),
                            .candidate = [&] { Pair::runOne(pair.board); },
                            .anchor = [&] { Pair::runOne(pair.alone); },
                            .goal = 0.95});
}

// From clocks here and there in the whole run.
void stepBackOften(Guest& guest, int times) {
    const std::uint64_t end = guest.timeline().furthestClock();
    for (int i = 1; i <= times; ++i) {
        guest.timeline().seek(1 + static_cast<std::uint64_t>(i) * 7919 * 7907 % (end - 1));
        guest.timeline().stepBack(1, {});
    }
}

// A step back of it costs at most 1.3 of one of the core alone.
Figure stepBackOfEight(Effort effort) {
    OneOfEight pair(choose(effort, 400000, 400));
    const int times = choose(effort, 60, 3);
    for (Guest* const guest : {&pair.board, &pair.alone}) Pair::runOne(*guest);
    const auto check = [&] {
        for (Guest* const guest : {&pair.board, &pair.alone}) {
            const std::uint64_t middle = guest->timeline().furthestClock() / 2;
            guest->timeline().seek(middle);
            const std::uint64_t before = guest->machine().core({}).issuedBundles();
            guest->timeline().stepBack(1, {});
            if (guest->machine().core({}).issuedBundles() + 1 != before)
                giveUp("a step back of one core of eight is not one bundle");
        }
    };
    return measure(effort, {.key = "step_back_of_eight",
                            .unit = "steps/s",
                            .work = static_cast<double>(times),
                            .candidate = [&] { stepBackOften(pair.board, times); },
                            .anchor = [&] { stepBackOften(pair.alone, times); },
                            .goal = 1 / 1.3,
                            .clock = Clock::Wall,
                            .check = check});
}

} // namespace

std::vector<Figure> boards(Effort effort) {
    const int rounds = choose(effort, 60, 2);
    Pair exchange{Guest::fromTextOn(exchanging(true, rounds), boardJson(2)),
                  Guest::fromText(exchanging(false, rounds)), Guest::fromText(exchanging(false, rounds))};
    return {together(effort, "board_matmul", sameOnBoth(kMatmul), 0.95),
            together(effort, "board_digits", sameOnBoth(kDigits), 0.95),
            together(effort, "board_exchange", std::move(exchange), 0.8), oneOfEight(effort),
            stepBackOfEight(effort)};
}

} // namespace lw::bench
