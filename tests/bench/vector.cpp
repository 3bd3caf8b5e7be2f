// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/plain_vector.h"

#include <random>

// Random vector programs over 32 registers of 1024 lanes, against the same operations over plain arrays.
namespace lw::bench {

namespace {

constexpr std::size_t kOps = 512;

std::string textOf(const PlainVectorOp& op) {
    const std::string d = " v" + std::to_string(op.d), x = ", v" + std::to_string(op.x),
                      y = ", v" + std::to_string(op.y);
    switch (op.kind) {
    case PlainVectorKind::Add: return "fadd" + d + x + y;
    case PlainVectorKind::Max: return "fmax" + d + x + y;
    case PlainVectorKind::Min: return "fmin" + d + x + y;
    case PlainVectorKind::Halve: return "fmul" + d + x + ", 0.5";
    case PlainVectorKind::Multiply: return "fmul" + d + x + y;
    }
    return {};
}

// Pairs for the two vector ALUs; the second never writes what the first does.
std::vector<PlainVectorOp> randomOps() {
    std::mt19937 random(7);
    const auto reg = [&] { return static_cast<std::uint8_t>(random() % 32); };
    std::vector<PlainVectorOp> ops;
    for (std::size_t i = 0; i < kOps; i += 2) {
        constexpr PlainVectorKind kFirst[] = {PlainVectorKind::Add, PlainVectorKind::Add,
                                              PlainVectorKind::Max};
        constexpr PlainVectorKind kSecond[] = {PlainVectorKind::Halve, PlainVectorKind::Min,
                                               PlainVectorKind::Max};
        PlainVectorOp a{kFirst[random() % 3], reg(), reg(), reg()};
        PlainVectorOp b{kSecond[random() % 3], reg(), reg(), reg()};
        while (b.d == a.d || b.x == a.d || b.y == a.d) b.d = reg(), b.x = reg(), b.y = reg();
        ops.push_back(a);
        ops.push_back(b);
    }
    return ops;
}

std::string programOf(const std::vector<PlainVectorOp>& ops, int rounds) {
    std::string text = ".chip training\n.tensor out, f32, [256, 128], vmem\n{ s0: movi r1, " +
                       std::to_string(rounds) + " }\n";
    for (int i = 0; i < 32; ++i)
        text += "{ v0: bcast v" + std::to_string(i) + ", " + std::to_string(i % 7 + 1) + " }\n";
    text += "round:\n";
    for (std::size_t i = 0; i < ops.size(); i += 2)
        text += "{ v0: " + textOf(ops[i]) + " ; v1: " + textOf(ops[i + 1]) + " }\n";
    text += "{ s0: sub r1, r1, 1 ; s1: cmp.ne p1, r1, 1 }\n@p1 br round\n";
    for (int i = 0; i < 32; ++i)
        text += "{ vst: [out + " + std::to_string(i * 8) + "], v" + std::to_string(i) + " }\n";
    return text + "halt\n";
}

void begin(PlainVectors& plain) {
    for (std::size_t i = 0; i < 32; ++i) plain.fill(i, static_cast<float>(i % 7 + 1));
}

} // namespace

std::vector<Figure> vectorOperations(Effort effort) {
    const std::vector<PlainVectorOp> ops = randomOps();
    PlainVectors plain;
    Guest once = Guest::fromText(programOf(ops, 1));
    once.runToHalt();
    begin(plain);
    plain.run(ops);
    if (!plain.equals(once.get("out").bytes())) giveUp("the vector program and its anchor differ");

    const int rounds = choose(effort, 400, 2);
    Guest guest = Guest::fromText(programOf(ops, rounds));
    return {measure(effort, {.key = "vector",
                             .unit = "vector ops/s",
                             .work = static_cast<double>(kOps) * rounds,
                             .candidate =
                                 [&] {
                                     guest.reset();
                                     guest.runToHalt();
                                 },
                             .anchor =
                                 [&] {
                                     begin(plain);
                                     for (int i = 0; i < rounds; ++i) plain.run(ops);
                                 },
                             .goal = 0.8})};
}

} // namespace lw::bench
