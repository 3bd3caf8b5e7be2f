// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// The shapes of function that give the training chip's instructions their meaning.
// A row of the table names exactly one.
namespace lw::training {

class Core;
struct Issue;

// The size of a vector register: `sublanes` rows of `lanes` 32-bit words, word [sublane * lanes + lane].
struct VectorShape {
    std::uint32_t lanes = 0;
    std::uint32_t sublanes = 0;
    constexpr std::size_t words() const { return std::size_t{lanes} * sublanes; }
};

// The second operand of a vector instruction: a register, or one word for every lane.
struct LaneSource {
    const std::uint32_t* lanes = nullptr; // null: broadcast
    std::uint32_t scalar = 0;
};

// State that the reduction and permute unit reads besides the register pushed into it.
// Words [sublane * lanes + lane].
struct PermuteState {
    const std::uint32_t* pattern = nullptr; // source lane of each lane
    // Segment number of each lane; a change from lane to lane begins a segment.
    const std::uint32_t* segments = nullptr;
    std::uint32_t rotate = 0; // lanes to the right
};

// Scalar arithmetic and comparison (0 or 1): no state, no errors.
using ScalarFunction = std::uint32_t (*)(std::uint32_t x, std::uint32_t y);
// One vector register from one or two others, lane by lane;
// `d` may be one of the sources. `sel` reads d first.
using VectorFunction = void (*)(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
// One register through the reduction and permute unit; `d` is never a source.
using PermuteFunction = void (*)(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                                 VectorShape shape);
// Everything that touches the rest of the machine: memories, flags, queues, program counter.
using CoreFunction = void (*)(Core& core, const Issue& issue);

// Which of a row's functions it has. Told apart by this, not by null pointers:
// under sanitizers g++ does not take a function's address as non-null at compile time.
enum class MeaningKind : std::uint8_t { Scalar, Vector, Permute, Core };

struct Meaning {
    MeaningKind kind = MeaningKind::Core;
    union {
        ScalarFunction scalar;
        VectorFunction vector;
        PermuteFunction permute;
        CoreFunction core = nullptr;
    };

    constexpr Meaning() {}
    constexpr Meaning(ScalarFunction f) : kind(MeaningKind::Scalar), scalar(f) {}
    constexpr Meaning(VectorFunction f) : kind(MeaningKind::Vector), vector(f) {}
    constexpr Meaning(PermuteFunction f) : kind(MeaningKind::Permute), permute(f) {}
    constexpr Meaning(CoreFunction f) : core(f) {}
};

} // namespace lw::training
