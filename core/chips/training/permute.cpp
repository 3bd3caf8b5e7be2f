// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/permute.h"

#include "core/numeric/flush.h"

#include <algorithm>
#include <array>

namespace lw::training {

using namespace numeric;

namespace {

using u32 = std::uint32_t;
using Words = const u32*;

constexpr std::size_t kMostWords = 128 * 8;
using Register = std::array<u32, kMostWords>;

// What a reduction of one lane gives: the value as arithmetic reads and writes it.
u32 first(u32 x) { return canonical(flushed(x)); }

// Reduces the lanes of one sublane in ascending order, afresh where the segment number changes; every lane of
// a segment gets its result. Without segments the whole sublane is one.
template <auto Combine> void reduceRow(Words x, Words segments, u32* d, u32 lanes) {
    for (u32 begin = 0; begin < lanes;) {
        u32 result = first(x[begin]);
        u32 end = begin + 1;
        for (; end < lanes && (!segments || segments[end] == segments[begin]); ++end)
            result = Combine(result, x[end]);
        std::fill(d + begin, d + end, result);
        begin = end;
    }
}

template <auto Combine> void reduceRows(Words x, Words segments, u32* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        reduceRow<Combine>(x + row, segments ? segments + row : nullptr, d + row, shape.lanes);
}

void permuteRows(Words x, Words pattern, u32* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        for (std::size_t lane = 0; lane < shape.lanes; ++lane) d[row + lane] = x[row + pattern[row + lane]];
}

template <auto Combine>
void permutedReduce(Words x, const PermuteState& state, Words segments, u32* d, VectorShape shape) {
    Register permuted{};
    permuteRows(x, state.pattern, permuted.data(), shape);
    reduceRows<Combine>(permuted.data(), segments, d, shape);
}

template <auto Combine> void reducePermute(Words x, const PermuteState& state, u32* d, VectorShape shape) {
    Register reduced{};
    reduceRows<Combine>(x, state.segments, reduced.data(), shape);
    permuteRows(reduced.data(), state.pattern, d, shape);
}

} // namespace

bool patternInRange(const std::uint32_t* pattern, VectorShape shape) {
    return std::all_of(pattern, pattern + shape.words(), [&](u32 lane) { return lane < shape.lanes; });
}

void reduceSum(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    reduceRows<addFlushed>(x, nullptr, d, shape);
}
void reduceMax(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    reduceRows<maxFlushed>(x, nullptr, d, shape);
}
void reduceMin(const std::uint32_t* x, const PermuteState&, std::uint32_t* d, VectorShape shape) {
    reduceRows<minFlushed>(x, nullptr, d, shape);
}
void permutedReduceSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape) {
    permutedReduce<addFlushed>(x, state, nullptr, d, shape);
}
void permutedReduceMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape) {
    permutedReduce<maxFlushed>(x, state, nullptr, d, shape);
}
void permutedReduceMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape) {
    permutedReduce<minFlushed>(x, state, nullptr, d, shape);
}
void segmentedReduceSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape) {
    permutedReduce<addFlushed>(x, state, state.segments, d, shape);
}
void segmentedReduceMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape) {
    permutedReduce<maxFlushed>(x, state, state.segments, d, shape);
}
void segmentedReduceMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape) {
    permutedReduce<minFlushed>(x, state, state.segments, d, shape);
}
void reducePermuteSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                      VectorShape shape) {
    reducePermute<addFlushed>(x, state, d, shape);
}
void reducePermuteMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                      VectorShape shape) {
    reducePermute<maxFlushed>(x, state, d, shape);
}
void reducePermuteMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                      VectorShape shape) {
    reducePermute<minFlushed>(x, state, d, shape);
}
void permute(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    permuteRows(x, state.pattern, d, shape);
}
void rotate(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        std::rotate_copy(x + row, x + row + (shape.lanes - state.rotate % shape.lanes) % shape.lanes,
                         x + row + shape.lanes, d + row);
}
void rotatePermute(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape) {
    Register rotated{};
    rotate(x, state, rotated.data(), shape);
    permuteRows(rotated.data(), state.pattern, d, shape);
}

} // namespace lw::training
