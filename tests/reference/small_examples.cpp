// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/arithmetic.h"
#include "tests/reference/examples.h"
#include "tests/reference/random.h"
#include "tests/reference/unary.h"

#include <algorithm>

namespace reference {

namespace {

constexpr std::size_t kLanes = 128, kSublanes = 8;

Matrix picture(const Request& request, const char* name) {
    return {256, 256, floatsOf(readNpy(request.dataFolder + "/" + name))};
}

Array arrayOf(const Matrix& m) { return reference::arrayOf<float>({m.rows, m.columns}, m.values); }

} // namespace

Files firstBundle(const Request&) {
    const Matrix a(2, 4, {1, 2, 3, 4, 5, 6, 7, 8}), b(2, 4, {10, 20, 30, 40, 0.5f, 0.25f, -7, -8});
    Matrix c = a;
    for (std::size_t i = 0; i < c.values.size(); ++i) c.values[i] = add(a.values[i], b.values[i]);
    return {{"a.npy", arrayOf(a)},
            {"b.npy", arrayOf(b)},
            {"expected/c.npy", arrayOf(c)},
            {"expected/count.npy", reference::arrayOf<std::int32_t>({1}, {8})}};
}

Files readBeforeWrite(const Request&) {
    const Matrix x(2, 4, {1, 2, 3, 4, 5, 6, 7, 8});
    Matrix after = x;
    for (float& v : after.values) v = add(v, v);
    return {{"x.npy", arrayOf(x)},
            {"expected/stored.npy", arrayOf(Matrix(2, 4, std::vector<float>(8, 100.0f)))},
            {"expected/after.npy", arrayOf(after)},
            {"expected/swapped.npy", reference::arrayOf<std::int32_t>({2}, {22, 11})}};
}

Files saxpy(const Request& request) {
    const Matrix x = picture(request, "camera_256x256_grey.npy"),
                 y = picture(request, "astronaut_256x256_grey.npy");
    Matrix z = x;
    for (std::size_t i = 0; i < z.values.size(); ++i)
        z.values[i] = add(multiply(0.3f, x.values[i]), y.values[i]);
    return {{"expected/z.npy", arrayOf(z)}};
}

Files stridedLoads(const Request& request) {
    const Matrix image = picture(request, "camera_256x256_grey.npy");
    Matrix coarse(64, 128), flipped(256, 256), striped = image;
    for (std::size_t line = 0; line < 256; ++line)
        for (std::size_t column = 0; column < 256; ++column) {
            if (line % 4 == 0 && column < 128) coarse.at(line / 4, column) = image.at(line, column);
            flipped.at(255 - line, column) = image.at(line, column);
            if (line % 2 == 1) striped.at(line, column) = 0.0f;
        }
    return {{"expected/coarse.npy", arrayOf(coarse)},
            {"expected/flipped.npy", arrayOf(flipped)},
            {"expected/striped.npy", arrayOf(striped)}};
}

Files transposeSquare(const Request& request) {
    const Matrix image = picture(request, "camera_256x256_grey.npy");
    Matrix square(kLanes, kLanes);
    std::vector<std::uint8_t> pixels;
    for (std::size_t r = 0; r < kLanes; ++r)
        for (std::size_t c = 0; c < kLanes; ++c) {
            square.at(r, c) = image.at(r + 40, c + 64); // where the photographer stands
            pixels.push_back(static_cast<std::uint8_t>(square.at(r, c)));
        }
    return {{"x.npy", reference::arrayOf<std::uint8_t>({kLanes, kLanes}, pixels)},
            {"expected/y.npy", arrayOf(transposed(square))}};
}

Files softmaxOverLanes(const Request&) {
    constexpr std::size_t kRows = 64, kColumns = 100, kSegment = 32;
    Random random(2024);
    Matrix scores(kRows, kColumns);
    for (float& v : scores.values) v = random.symmetric(6.0f);
    Matrix probabilities = scores, largest(kRows, 1), smallest(kRows, 1), sums(kRows, 1),
           quarters(kRows, kLanes);
    for (std::size_t r = 0; r < kRows; ++r) {
        float* const row = &probabilities.values[r * kColumns];
        largest.at(r, 0) = laneMax(row, kColumns);
        smallest.at(r, 0) = row[0];
        for (std::size_t c = 1; c < kColumns; ++c) smallest.at(r, 0) = smaller(smallest.at(r, 0), row[c]);
        sums.at(r, 0) = laneSum(row, kColumns, kLanes);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t first = lane / kSegment * kSegment;
            const std::size_t count = std::min(kSegment, kColumns - first);
            quarters.at(r, lane) = laneSum(row + first, count, kSegment);
        }
        for (std::size_t c = 0; c < kColumns; ++c) row[c] = exponential(subtract(row[c], largest.at(r, 0)));
        const float share = reciprocal(laneSum(row, kColumns, kLanes));
        for (std::size_t c = 0; c < kColumns; ++c) row[c] = multiply(row[c], share);
    }
    return {{"scores.npy", arrayOf(scores)},
            {"expected/probabilities.npy", arrayOf(probabilities)},
            {"expected/row_max.npy", arrayOf(largest)},
            {"expected/row_min.npy", arrayOf(smallest)},
            {"expected/row_sum.npy", arrayOf(sums)},
            {"expected/quarter_sums.npy", arrayOf(quarters)}};
}

Files randomHistogram(const Request&) {
    constexpr std::size_t kDraws = 64, kKept = 8;
    std::vector<std::uint32_t> sample;
    std::vector<float> uniform;
    std::vector<std::int32_t> histogram(16);
    for (std::uint32_t draw = 0; draw < kDraws; ++draw)
        for (std::uint32_t sublane = 0; sublane < kSublanes; ++sublane)
            for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
                const std::uint32_t word = philox({draw, lane, sublane, 0}, {0x1234, 0x5678})[0];
                ++histogram[word >> 28];
                if (draw >= kKept) continue;
                sample.push_back(word);
                uniform.push_back(static_cast<float>(word >> 8) * 0x1p-24f);
            }
    return {{"expected/sample.npy", reference::arrayOf<std::uint32_t>({kKept * kSublanes, kLanes}, sample)},
            {"expected/uniform.npy", reference::arrayOf<float>({kKept * kSublanes, kLanes}, uniform)},
            {"expected/histogram.npy", reference::arrayOf<std::int32_t>({16}, histogram)}};
}

Files matrixUnitByHand(const Request&) {
    const Matrix w(4, 4, {1, 2, 3, 4, 0, 1, 0, 1, 2, 0, 2, 0, 1, 1, 1, 1}),
        x(2, 4, {1, 2, 3, 4, 0, 1, 0, -1});
    return {{"w.npy", arrayOf(w)},
            {"x.npy", arrayOf(x)},
            {"expected/y.npy", arrayOf(matrixUnit(x, w))},
            {"expected/z.npy", arrayOf(matrixUnit(x, transposed(w)))}};
}

// What the fixed program leaves, and what the half-mended one leaves after y: there x is followed by y
// itself, whose first rows are results by then.
Files oneTripTooMany(const Request&) {
    const Matrix w(4, 4, {1, 2, 3, 4, 0, 1, 0, 1, 2, 0, 2, 0, 1, 1, 1, 1});
    Matrix x(8, 4);
    for (std::size_t i = 0; i < x.values.size(); ++i)
        x.values[i] = static_cast<float>(static_cast<int>(i * 7 % 11) - 5);
    Matrix y = matrixUnit(x, w);
    for (float& v : y.values) v = larger(v, 0.0f);
    Matrix first(2, 4, {y.values.begin(), y.values.begin() + 8});
    Matrix behind = matrixUnit(first, w);
    for (float& v : behind.values) v = larger(v, 0.0f);
    return {{"w.npy", arrayOf(w)},
            {"x.npy", arrayOf(x)},
            {"expected/y.npy", arrayOf(y)},
            {"expected/behind_kept.npy", arrayOf(Matrix(2, 4, std::vector<float>(8, 7.0f)))},
            {"expected/behind_lost.npy", arrayOf(behind)}};
}

} // namespace reference
