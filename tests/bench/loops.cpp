// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/loops.h"

#include <random>

namespace lw::bench {

namespace {

constexpr const char* kNames[kPlainOps] = {"nop", "add", "sub", "xor", "and", "shl", "mul", "cmp.ne"};

std::string textOf(const PlainSlot& slot) {
    if (slot.op == PlainOp::Nop) return "nop";
    const bool compares = slot.op == PlainOp::NotEqual;
    return std::string(kNames[static_cast<std::size_t>(slot.op)]) + (compares ? " p" : " r") +
           std::to_string(slot.d) + ", r" + std::to_string(slot.x) + ", " +
           (slot.constant ? std::to_string(slot.value) : "r" + std::to_string(slot.y));
}

std::string textOf(const PlainBundle& bundle, std::size_t number) {
    std::string out = "b" + std::to_string(number) + ": { ";
    if (bundle.halt) return out + "s0: halt }\n";
    out += "s0: " + textOf(bundle.first) + " ; s1: ";
    out += bundle.branchTo >= 0
               ? "@p" + std::to_string(bundle.branchIf) + " br b" + std::to_string(bundle.branchTo)
               : textOf(bundle.second);
    return out + " }\n";
}

PlainSlot reg(PlainOp op, int d, int x, int y) {
    return {
        op, static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), false,
        0};
}
PlainSlot con(PlainOp op, int d, int x, std::uint32_t value) {
    return {op, static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(x), 0, true, value};
}

// Registers begin as small constants; r4 counts down to zero.
// The body follows, its last bundle branches back to its first.
Loop finished(std::vector<PlainBundle> body, std::uint32_t rounds) {
    Loop loop;
    const auto begin = [&](int d, std::uint32_t value) { return con(PlainOp::Add, d, 31, value); };
    loop.text = ".chip training\n{ s0: movi r31, 0 ; s1: movi r30, 0 }\n";
    loop.plain.push_back({con(PlainOp::And, 31, 31, 0), con(PlainOp::And, 30, 31, 0)});
    for (int i = 0; i < 30; i += 2)
        loop.plain.push_back({begin(i, i == 4 ? rounds : static_cast<std::uint32_t>(i * 77 + 3)),
                              begin(i + 1, static_cast<std::uint32_t>(i * 99 + 5))});
    const auto first = static_cast<std::int32_t>(loop.plain.size());
    body.back().branchTo = first;
    body.back().branchIf = 1;
    for (PlainBundle& bundle : body) loop.plain.push_back(bundle);
    PlainBundle halt;
    halt.halt = true;
    loop.plain.push_back(halt);
    for (std::size_t i = 1; i < loop.plain.size(); ++i) loop.text += textOf(loop.plain[i], i);
    loop.bundles = static_cast<double>(first) + 1.0 + static_cast<double>(body.size()) * rounds;
    return loop;
}

} // namespace

Loop loopOfFour(Effort effort) {
    return finished({{reg(PlainOp::Add, 1, 1, 2), reg(PlainOp::Xor, 3, 3, 1)},
                     {reg(PlainOp::Add, 5, 5, 1), con(PlainOp::Sub, 4, 4, 1)},
                     {reg(PlainOp::Sub, 6, 5, 3), con(PlainOp::NotEqual, 1, 4, 0)},
                     {reg(PlainOp::Add, 8, 8, 7), {}}},
                    choose(effort, 10'000'000u, 50'000u));
}

Loop loopOfSixtyFour(Effort effort) {
    std::mt19937 random(12345);
    const auto below = [&](std::uint32_t n) { return static_cast<int>(random() % n); };
    std::vector<PlainBundle> body;
    for (int i = 0; i < 61; ++i) {
        const int d = 8 + below(22), e = 8 + (d - 8 + 1 + below(21)) % 22;
        const auto op = [&] { return static_cast<PlainOp>(1 + below(5)); };
        PlainBundle bundle{reg(op(), d, 8 + below(22), 8 + below(22)), {}};
        bundle.second = below(2) == 0 ? reg(op(), e, 8 + below(22), 8 + below(22))
                                      : con(op(), e, 8 + below(22), static_cast<std::uint32_t>(below(65536)));
        body.push_back(bundle);
    }
    body.push_back({con(PlainOp::Sub, 4, 4, 1), reg(PlainOp::Add, 1, 1, 2)});
    body.push_back({con(PlainOp::NotEqual, 1, 4, 0), reg(PlainOp::Xor, 3, 3, 1)});
    body.push_back({reg(PlainOp::Add, 5, 5, 1), {}});
    return finished(std::move(body), choose(effort, 600'000u, 1'000u));
}

} // namespace lw::bench
