// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"

#include "core/circuit/line_buffer.h"
#include "core/circuit/systolic_array.h"
#include "core/numeric/host_copies.h"

#include <algorithm>
#include <random>

// The circuits that work clock by clock, against bare loops over the same numbers.
namespace lw::bench {

namespace {

constexpr std::size_t kSide = 128;
constexpr std::size_t kCells = kSide * kSide;

using Bytes = std::vector<std::int8_t>;

// Activations to the right, sums downwards; nothing else of an array.
struct BareArray {
    Bytes activations = Bytes(kCells), weights = activations;
    std::vector<std::int32_t> sums = std::vector<std::int32_t>(kCells + kSide);
};

[[gnu::always_inline]] inline void bareClock(std::int8_t* activations, const std::int8_t* weights,
                                             std::int32_t* sums, const std::int8_t* entering) {
    for (std::size_t r = kSide; r-- > 0;) {
        std::int8_t* x = activations + r * kSide;
        const std::int8_t* w = weights + r * kSide;
        const std::int32_t* __restrict sum = sums + r * kSide;
        std::int32_t* __restrict below = sums + (r + 1) * kSide;
        for (std::size_t n = 0; n < kSide; ++n) below[n] = sum[n] + x[n] * w[n];
        std::copy_backward(x, x + kSide - 1, x + kSide);
        x[0] = entering[r];
    }
    std::fill_n(sums, kSide, 0);
}

Bytes bytes(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    Bytes made(count);
    for (auto& value : made) value = static_cast<std::int8_t>(random());
    return made;
}

using Array = circuit::SystolicArray<std::int8_t, std::int32_t>;
void load(Array& array, const Bytes& weights) {
    for (std::size_t r = kSide; r-- > 0; array.clock())
        array.fetch(std::span(weights).subspan(r * kSide, kSide));
    for (std::size_t n = 0; n < kSide; ++n) array.clock();
}

// What is in every cell, and what leaves, is a part of the product of one vector and a column of weights.
void checkArray(const Array& array, const Bytes& weights, const Bytes& entering) {
    for (std::uint32_t n = 0; n < kSide; ++n)
        for (std::uint32_t r = 1; r <= kSide; ++r) {
            const std::int32_t vector = array.sumVector(r, n);
            if (vector == circuit::kNoVector) giveUp("a cell of the array has nothing to do");
            std::int32_t sum = 0;
            for (std::size_t k = 0; k < r; ++k)
                sum += entering[static_cast<std::size_t>(vector) * kSide + k] * weights[k * kSide + n];
            if (array.sum(r, n) != sum) giveUp("a sum in the array is wrong");
        }
}

// The sums that leave in the last clock: element r met its weight as many clocks ago as there are rows below.
void checkBare(const BareArray& bare, const Bytes& entering) {
    const std::size_t clocks = entering.size() / kSide;
    for (std::size_t n = 0; n < kSide; ++n) {
        std::int32_t sum = 0;
        for (std::size_t r = 0; r < kSide; ++r)
            sum += entering[(clocks - 1 - (kSide - r) - n) * kSide + r] * bare.weights[r * kSide + n];
        if (bare.sums[kCells + n] != sum) giveUp("the bare array is wrong");
    }
}

constexpr std::uint32_t kWidth = 512, kHeight = 512;

// The largest value of each window, straight from the picture.
void poolDirectly(const std::vector<std::int32_t>& picture, const circuit::Window& window,
                  std::vector<std::int32_t>& out) {
    std::size_t next = 0;
    for (std::uint32_t y = 0; y + window.rows <= kHeight; y += window.rowStride)
        for (std::uint32_t x = 0; x + window.columns <= kWidth; x += window.columnStride) {
            std::int32_t largest = picture[std::size_t{y} * kWidth + x];
            for (std::uint32_t i = 0; i < window.rows; ++i)
                for (std::uint32_t j = 0; j < window.columns; ++j)
                    largest = std::max(largest, picture[std::size_t{y + i} * kWidth + x + j]);
            out[next++] = largest;
        }
}

void poolByLines(const std::vector<std::int32_t>& picture, const circuit::Window& window,
                 std::vector<std::int32_t>& out) {
    circuit::LineBuffer<std::int32_t> buffer(window, kWidth);
    std::size_t next = 0;
    for (const std::int32_t value : picture) {
        buffer.push({value, true});
        if (!buffer.isComplete()) continue;
        std::int32_t largest = buffer.at(0, 0).value;
        for (std::uint32_t i = 0; i < window.rows; ++i)
            for (std::uint32_t j = 0; j < window.columns; ++j)
                largest = std::max(largest, buffer.at(i, j).value);
        out[next++] = largest;
    }
}

} // namespace

std::vector<Figure> arrayCycles(Effort effort) {
    const int clocks = choose(effort, 1000, 300); // more than a vector takes through the array
    const Bytes weights = bytes(kCells, 1), entering = bytes(kSide * static_cast<std::size_t>(clocks), 2);
    Array array(kSide, kSide);
    load(array, weights);
    BareArray bare;
    bare.weights = weights;
    const auto runArray = [&] {
        for (int t = 0; t < clocks; ++t) {
            array.enter(std::span(entering).subspan(static_cast<std::size_t>(t) * kSide, kSide), t, t == 0);
            array.clock();
        }
    };
    // The bare loop has no loaders: it takes vectors that are skewed already.
    const auto runBare = [&] {
        for (int t = 0; t < clocks; ++t)
            numeric::atHostLevel<bareClock>(
                bare.activations.data(), static_cast<const std::int8_t*>(bare.weights.data()),
                bare.sums.data(), entering.data() + static_cast<std::size_t>(t) * kSide);
    };
    const auto check = [&] {
        checkArray(array, weights, entering);
        checkBare(bare, entering);
    };
    return {measure(effort, {.key = "array_cycles",
                             .unit = "cells/s",
                             .work = double{kCells} * clocks,
                             .candidate = runArray,
                             .anchor = runBare,
                             .goal = 0.5,
                             .check = check})};
}

std::vector<Figure> lineBuffer(Effort effort) {
    std::vector<Figure> figures;
    std::mt19937 random(3);
    std::vector<std::int32_t> picture(std::size_t{kWidth} * kHeight);
    for (auto& value : picture) value = static_cast<std::int32_t>(random());
    std::vector<std::int32_t> direct(picture.size()), lines(picture.size());
    for (const std::uint32_t side : {2u, 4u}) {
        const circuit::Window window{side, side, side, side};
        const auto name = "line_buffer_" + std::to_string(side) + "x" + std::to_string(side);
        const auto check = [&] {
            if (direct != lines) giveUp("pooling through the line buffer is wrong");
        };
        figures.push_back(measure(effort, {.key = name,
                                           .unit = "values/s",
                                           .work = double{kWidth} * kHeight,
                                           .candidate = [&] { poolByLines(picture, window, lines); },
                                           .anchor = [&] { poolDirectly(picture, window, direct); },
                                           .goal = 0.2,
                                           .check = check}));
    }
    return figures;
}

} // namespace lw::bench
