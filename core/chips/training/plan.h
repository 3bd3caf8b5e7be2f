// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/chain.h"
#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/isa/bundle.h"
#include "core/program/program.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

// A program decoded once, at load: what the interpreter runs. Nothing here is state.
namespace lw::training {

// Clocks in the scoreboard are packed as clock << 20 | bundle, so that the latest of several
// ready times also names the bundle that wrote it. The present clock has all its low bits set:
// ready <= now exactly when it can be read.
inline constexpr unsigned kClockShift = 20;
inline constexpr std::uint64_t kClockTick = std::uint64_t{1} << kClockShift;
inline constexpr std::uint64_t kBundleMask = kClockTick - 1;
// Never written: later than every time for an unsigned comparison, earlier than every time for a signed one.
inline constexpr std::uint64_t kNeverWritten = std::uint64_t{3} << 62;
// A time that never comes by itself: the result of an incomplete square, or a flag that only another
// core brings to its value.
inline constexpr std::uint64_t kUnknownTime = kNeverWritten - 1;

constexpr std::uint64_t packedNow(std::uint64_t clock) { return clock << kClockShift | kBundleMask; }
constexpr std::uint64_t clockOf(std::uint64_t packed) { return packed >> kClockShift; }

// An operand with its place found: a word among the scalar registers and constants, or a vector register.
struct Argument {
    enum class Kind : std::uint8_t { None, Scalar, Vector, Number } kind = Kind::None;
    std::uint8_t number = 0; // register number in its file, or the plain number
    std::uint8_t readyIndex = kReadyConstant;
    std::uint32_t value = 0; // index into Context::value of a scalar or constant
};

inline constexpr std::uint8_t kNoArgument = 0xff;

enum class Work : std::uint8_t { Scalar, Compare, Vector, Unary, Permute, Core };

// One instruction of a bundle, with everything worked out that does not depend on the state.
struct Issue {
    isa::OpId op = isa::kNoOp;
    Work work = Work::Core;
    std::uint8_t slot = 0;
    isa::UnitId unit{};
    std::uint8_t predicate = 0;  // as encoded: 0..15 if set, 16..31 if not set
    std::uint8_t port = kNoPort; // port taken by it
    std::uint8_t popsQueue = 0xff;
    std::uint8_t pushesQueue = 0xff;
    std::uint8_t destination = 0xff; // scoreboard index it writes
    std::uint8_t copied = 0xff; // scoreboard index of data whose never-written state is copied, not refused
    std::uint8_t readCount = 0;
    std::array<std::uint8_t, 4> reads{};           // scoreboard indices it reads
    std::uint8_t x = kNoArgument, y = kNoArgument; // of arithmetic: the arguments that are its operands
    bool keepsOld = false;                         // a vector operation that reads its destination
    bool checks = false;                           // it may fault, and looks before it acts
    std::uint32_t bundle = 0;
    std::uint32_t latency = 0; // clocks from issue to result
    std::uint32_t portClocks = 0;
    Meaning meaning;
    std::array<Argument, isa::kMaxOperands> arguments{};
};

// A bundle that is more than unpredicated scalar arithmetic.
struct Plan {
    std::vector<Issue> issues;       // in slot order
    std::vector<std::uint8_t> order; // in which to act: readers of a vector register before its writer
    std::uint8_t copied = 0xff;     // a vector register to set aside first (two writers that read each other)
    std::uint8_t copyReader = 0xff; // the issue that then reads the copy
    std::uint8_t load = 0xff, store = 0xff; // the issues that load and store vector memory, if there are both
    std::uint32_t slots = 0;                // bit set of the slots that are present
    std::uint32_t all = 0, checked = 0;     // bit sets of the issues: all, and those that may fault
    bool predicated = false;
    bool waits = false; // waits for more than registers, ports and queues
};

struct Decoded;
struct Context;
// One handler per shape of bundle; it runs the bundle and continues with the next one.
using Handler = void (*)(const Decoded* at, Context* context, std::uint32_t* value, std::uint64_t now,
                         std::uint64_t end);

struct ScalarSlot {
    std::uint32_t y = 0; // index of a register or constant
    std::uint8_t x = 0, d = 0;
    std::uint8_t readyY = kReadyConstant;
    std::uint8_t readyD = 0;
};

struct Decoded {
    Handler handler = nullptr;
    ScalarSlot first, second;
    // Added to now: when the result can be read, and who wrote it.
    std::uint64_t firstReady = 0, secondReady = 0;
    const Decoded* target = nullptr; // of a direct branch
    std::uint32_t branch = 0;        // its number among the direct branches
    std::uint8_t branchPredicate = 15;
    const Plan* plan = nullptr;
};

inline constexpr std::uint32_t kNoChain = 0xffffffff;

// The decoded program: one entry per bundle and one after the last, which faults.
struct DecodedProgram {
    std::vector<Decoded> bundles;
    std::vector<Plan> plans;                  // one per bundle
    std::vector<std::uint32_t> constants;     // follow the scalar registers in Context::value
    std::vector<std::uint32_t> branchBundles; // bundle of each direct branch, by its number
    std::vector<Handler> handlers;            // as decoded; Decoded::handler may be replaced
    std::vector<Chain> chains;                // that do not overlap, in the order of the program
    std::vector<std::uint32_t> chainAt;       // the chain that begins with each bundle, or kNoChain
};

Result<std::unique_ptr<DecodedProgram>> decodeProgram(const program::Program& program, const Config& config);

} // namespace lw::training
