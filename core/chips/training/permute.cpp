// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/permute.h"

#include "core/chips/training/lane_loops.h"
#include "core/numeric/flush.h"

#include <algorithm>
#include <array>

namespace lw::training {

using namespace numeric;

namespace {

using u32 = std::uint32_t;
using Words = const u32*;

constexpr std::size_t kMostLanes = 128;
constexpr std::size_t kMostWords = kMostLanes * 8;

[[gnu::always_inline]] inline u32 endOfSegment(Words segments, u32 begin, u32 lanes) {
    u32 end = begin + 1;
    while (end < lanes && segments[end] == segments[begin]) ++end;
    return end;
}

// Where the host flushes, a NaN stays a NaN; which one is settled when the sum is complete.
[[gnu::always_inline]] inline float hostSum(float x, float y) { return x + y; }
[[gnu::always_inline]] inline float softwareSum(float x, float y) {
    return floatOf(addFlushed(bitsOf(x), bitsOf(y)));
}

// Whole rows, side by side: their sums do not wait for each other.
template <auto Plus, u32 Rows> void sumRows(Words x, u32* d, u32 lanes) {
    std::array<float, Rows> sums;
    for (u32 row = 0; row < Rows; ++row) sums[row] = floatOf(flushed(x[row * lanes]));
    for (u32 lane = 1; lane < lanes; ++lane)
        for (u32 row = 0; row < Rows; ++row) sums[row] = Plus(sums[row], floatOf(x[row * lanes + lane]));
    for (u32 row = 0; row < Rows; ++row) std::fill_n(d + row * lanes, lanes, canonical(bitsOf(sums[row])));
}

template <auto Plus> void sumSegments(Words x, Words segments, u32* d, u32 lanes) {
    for (u32 begin = 0; begin < lanes;) {
        const u32 end = endOfSegment(segments, begin, lanes);
        float total = floatOf(flushed(x[begin]));
        for (u32 lane = begin + 1; lane < end; ++lane) total = Plus(total, floatOf(x[lane]));
        std::fill(d + begin, d + end, canonical(bitsOf(total)));
        begin = end;
    }
}

template <auto Plus> [[gnu::noinline]] void sums(Words x, Words segments, u32* d, VectorShape shape) {
    if (!segments && shape.sublanes == 8) return sumRows<Plus, 8>(x, d, shape.lanes);
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes) {
        if (segments)
            sumSegments<Plus>(x + row, segments + row, d + row, shape.lanes);
        else
            sumRows<Plus, 1>(x + row, d + row, shape.lanes);
    }
}

// The sum of every segment, or of the row if there are no segments,
// into all its lanes: from the first lane up.
void sum(Words x, Words segments, u32* d, VectorShape shape) {
    if (hostLevel() == HostLevel::Portable) return sums<softwareSum>(x, segments, d, shape);
    const FlushScope flushing;
    sums<hostSum>(x, segments, d, shape);
}

// Floats as integers in the order of fmax and fmin, with NaN at the winning end.
struct Larger {
    static constexpr std::int32_t kNan = 0x7fffffff;
    [[gnu::always_inline]] static std::int32_t of(std::int32_t x, std::int32_t y) { return x > y ? x : y; }
};
struct Smaller {
    static constexpr std::int32_t kNan = -0x7fffffff - 1;
    [[gnu::always_inline]] static std::int32_t of(std::int32_t x, std::int32_t y) { return x < y ? x : y; }
};
// Reverses the order of the negative numbers, and restores it.
[[gnu::always_inline]] inline std::int32_t turned(std::int32_t key) { return key ^ (key >> 31 & 0x7fffffff); }

template <class Which>
[[gnu::always_inline]] inline std::int32_t best(const std::int32_t* keys, u32 begin, u32 end) {
    std::int32_t found = keys[begin];
    for (u32 lane = begin; lane < end; ++lane) found = Which::of(found, keys[lane]);
    return found;
}

// The largest or smallest of every segment, or of the row, into all its lanes.
template <class Which>
[[gnu::always_inline]] inline void extremes(Words x, Words segments, u32* d, VectorShape shape) {
    std::array<std::int32_t, kMostWords> keys;
    for (std::size_t i = 0; i < shape.words(); ++i)
        keys[i] = isNan(x[i]) ? Which::kNan : turned(static_cast<std::int32_t>(flushed(x[i])));
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes) {
        for (u32 begin = 0; begin < shape.lanes;) {
            const u32 end = segments ? endOfSegment(segments + row, begin, shape.lanes) : shape.lanes;
            const auto bits = static_cast<u32>(turned(best<Which>(keys.data() + row, begin, end)));
            std::fill(d + row + begin, d + row + end, canonical(bits));
            begin = end;
        }
    }
}

void largest(Words x, Words segments, u32* d, VectorShape shape) {
    detail::atHostLevel<extremes<Larger>>(x, segments, d, shape);
}
void smallest(Words x, Words segments, u32* d, VectorShape shape) {
    detail::atHostLevel<extremes<Smaller>>(x, segments, d, shape);
}

void permuteRows(Words x, Words pattern, u32* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        for (std::size_t lane = 0; lane < shape.lanes; ++lane) d[row + lane] = x[row + pattern[row + lane]];
}

template <auto Reduce>
void permutedReduce(Words x, const PermuteState& state, Words segments, u32* d, VectorShape shape) {
    std::array<u32, kMostWords> permuted{};
    permuteRows(x, state.pattern, permuted.data(), shape);
    Reduce(permuted.data(), segments, d, shape);
}

template <auto Reduce> void reducePermute(Words x, const PermuteState& state, u32* d, VectorShape shape) {
    std::array<u32, kMostWords> reduced{};
    Reduce(x, state.segments, reduced.data(), shape);
    permuteRows(reduced.data(), state.pattern, d, shape);
}

} // namespace

bool patternInRange(const std::uint32_t* pattern, VectorShape shape) {
    return std::all_of(pattern, pattern + shape.words(), [&](u32 lane) { return lane < shape.lanes; });
}

void pushRedSum(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    sum(x, nullptr, d, shape);
}
void pushRedMax(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    largest(x, nullptr, d, shape);
}
void pushRedMin(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    smallest(x, nullptr, d, shape);
}
void pushPermredSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<sum>(x, state, nullptr, d, shape);
}
void pushPermredMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<largest>(x, state, nullptr, d, shape);
}
void pushPermredMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<smallest>(x, state, nullptr, d, shape);
}
void pushSegredSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<sum>(x, state, state.segments, d, shape);
}
void pushSegredMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<largest>(x, state, state.segments, d, shape);
}
void pushSegredMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permutedReduce<smallest>(x, state, state.segments, d, shape);
}
void pushRedpermSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    reducePermute<sum>(x, state, d, shape);
}
void pushRedpermMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    reducePermute<largest>(x, state, d, shape);
}
void pushRedpermMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    reducePermute<smallest>(x, state, d, shape);
}
void pushPerm(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permuteRows(x, state.pattern, d, shape);
}
void pushRot(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    const u32 right = state.rotate % shape.lanes;
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes) {
        std::copy_n(x + row, shape.lanes - right, d + row + right);
        std::copy_n(x + row + shape.lanes - right, right, d + row);
    }
}
void pushRotperm(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    std::array<u32, kMostWords> rotated{};
    pushRot(x, state, rotated.data(), shape);
    permuteRows(rotated.data(), state.pattern, d, shape);
}

} // namespace lw::training
