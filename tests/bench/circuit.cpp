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
constexpr int kClocks = 1000;

// Activations to the right, sums downwards; nothing else of an array.
struct BareArray {
    std::vector<std::int8_t> activations = std::vector<std::int8_t>(kCells), weights = activations;
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

std::vector<std::int8_t> bytes(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<std::int8_t> made(count);
    for (auto& value : made) value = static_cast<std::int8_t>(random());
    return made;
}

template <typename Array> void load(Array& array, const std::vector<std::int8_t>& weights) {
    for (std::size_t r = kSide; r-- > 0; array.clock())
        array.fetch(std::span(weights).subspan(r * kSide, kSide));
    for (std::size_t n = 0; n < kSide; ++n) array.clock();
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

std::vector<Figure> arrayCycles() {
    const auto weights = bytes(kCells, 1), entering = bytes(kSide * kClocks, 2);
    circuit::SystolicArray<std::int8_t, std::int32_t> array(kSide, kSide);
    load(array, weights);
    BareArray bare;
    bare.weights = weights;
    const auto runArray = [&] {
        for (int t = 0; t < kClocks; ++t) {
            array.enter(std::span(entering).subspan(static_cast<std::size_t>(t) * kSide, kSide), t, t == 0);
            array.clock();
        }
    };
    // The bare loop has no loaders: it takes vectors that are skewed already.
    const auto runBare = [&] {
        for (int t = 0; t < kClocks; ++t)
            numeric::atHostLevel<bareClock>(
                bare.activations.data(), static_cast<const std::int8_t*>(bare.weights.data()),
                bare.sums.data(), entering.data() + static_cast<std::size_t>(t) * kSide);
    };
    return {measure({.key = "array_cycles",
                     .unit = "cells/s",
                     .work = double{kCells} * kClocks,
                     .candidate = runArray,
                     .anchor = runBare,
                     .goal = 0.5})};
}

std::vector<Figure> lineBuffer() {
    std::vector<Figure> figures;
    std::mt19937 random(3);
    std::vector<std::int32_t> picture(std::size_t{kWidth} * kHeight);
    for (auto& value : picture) value = static_cast<std::int32_t>(random());
    std::vector<std::int32_t> direct(picture.size()), lines(picture.size());
    for (const std::uint32_t side : {2u, 4u}) {
        const circuit::Window window{side, side, side, side};
        poolDirectly(picture, window, direct);
        poolByLines(picture, window, lines);
        if (direct != lines) giveUp("pooling through the line buffer is wrong");
        const auto name = "line_buffer_" + std::to_string(side) + "x" + std::to_string(side);
        figures.push_back(measure({.key = name,
                                   .unit = "values/s",
                                   .work = double{kWidth} * kHeight,
                                   .candidate = [&] { poolByLines(picture, window, lines); },
                                   .anchor = [&] { poolDirectly(picture, window, direct); },
                                   .goal = 0.2}));
    }
    return figures;
}

} // namespace lw::bench
