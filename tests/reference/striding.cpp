// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/examples.h"

// Layers with a stride, done directly and by mask and pooling.
namespace reference {

namespace {

constexpr std::size_t kSide = 8, kStride = 4, kOut = 2;
using Picture = std::vector<float>; // [8][8]

// Cross-correlation with 3 x 3 weights and one pixel of zeros around the picture, at every pixel.
Picture convolved(const Picture& x, const std::vector<float>& weights) {
    Picture out(kSide * kSide);
    for (std::size_t i = 0; i < kSide; ++i)
        for (std::size_t j = 0; j < kSide; ++j)
            for (std::size_t a = 0; a < 3; ++a)
                for (std::size_t b = 0; b < 3; ++b) {
                    const std::size_t row = i + a, column = j + b; // of the padded picture
                    if (row < 1 || column < 1 || row > kSide || column > kSide) continue;
                    out[i * kSide + j] += weights[a * 3 + b] * x[(row - 1) * kSide + column - 1];
                }
    return out;
}

Picture masked(Picture t) {
    for (std::size_t i = 0; i < kSide; ++i)
        for (std::size_t j = 0; j < kSide; ++j)
            if (i % kStride != 0 || j % kStride != 0) t[i * kSide + j] = 0;
    return t;
}

template <typename Join> std::vector<float> pooled(const Picture& t, Join join) {
    std::vector<float> out;
    for (std::size_t a = 0; a < kOut; ++a)
        for (std::size_t b = 0; b < kOut; ++b) {
            float value = t[a * kStride * kSide + b * kStride];
            for (std::size_t i = a * kStride; i < (a + 1) * kStride; ++i)
                for (std::size_t j = b * kStride; j < (b + 1) * kStride; ++j)
                    value = join(value, t[i * kSide + j]);
            out.push_back(value);
        }
    return out;
}

std::vector<float> direct(const Picture& t) {
    return {t[0], t[kStride], t[kStride * kSide], t[kStride * kSide + kStride]};
}

// A picture and a filter that give sums of both signs.
const std::vector<float> kEdges{-1, 0, 1, -2, 0, 2, -1, 0, 1};
Picture edgePicture() {
    Picture x;
    for (std::size_t i = 0; i < kSide; ++i)
        for (std::size_t j = 0; j < kSide; ++j)
            x.push_back(static_cast<float>((3 * i * i + 5 * i * j + 7 * j) % 11));
    return x;
}

float larger(float x, float y) { return x > y ? x : y; }
float smaller(float x, float y) { return x < y ? x : y; }

Array square(const std::vector<float>& values, std::size_t side) {
    return arrayOf<float>({side, side}, values);
}

// Weights as the circuit loads them: one to a granule of 16 bytes.
Array granules(const std::vector<float>& weights) {
    std::vector<float> out;
    for (const float w : weights) out.insert(out.end(), {w, 0, 0, 0});
    return arrayOf<float>({weights.size(), 4}, out);
}

} // namespace

Files stridedLayer(const Request&) {
    const std::vector<float> weights{1, 2, 1, 2, 4, 2, 1, 2, 1};
    Picture x;
    for (std::size_t i = 0; i < kSide * kSide; ++i) x.push_back(static_cast<float>(i));
    const Picture t1 = convolved(x, weights), t2 = masked(t1);
    return {{"x.npy", square(x, kSide)},
            {"w.npy", granules(weights)},
            {"mask.npy", square(masked(Picture(kSide * kSide, 1)), kSide)},
            {"expected/t1.npy", square(t1, kSide)},
            {"expected/t2.npy", square(t2, kSide)},
            {"expected/y.npy", square(direct(t1), kOut)}};
}

Files negativeTrap(const Request&) {
    Picture barrier;
    for (std::size_t i = 0; i < kSide; ++i)
        for (std::size_t j = 0; j < kSide; ++j)
            barrier.push_back(i % kStride == 0 && j % kStride == 0 ? 0.0f : -__builtin_inff());
    const Picture x = edgePicture(), t1 = convolved(x, kEdges), t2 = masked(t1);
    return {{"x.npy", square(x, kSide)},
            {"w.npy", granules(kEdges)},
            {"mask.npy", square(masked(Picture(kSide * kSide, 1)), kSide)},
            {"barrier.npy", square(barrier, kSide)},
            {"expected/largest.npy", square(pooled(t2, larger), kOut)},
            {"expected/smallest.npy", square(pooled(t2, smaller), kOut)},
            {"expected/direct.npy", square(direct(t1), kOut)}};
}

// Three weights to a column, four vectors: sums by rows and columns.
Files arrayWave(const Request&) {
    const std::vector<float> weights{1, 2, 3, 4, 5, 6}, vectors{1, 0, 2, 0, 1, 1, 2, 2, 2, 1, 1, 0};
    std::vector<float> sums;
    for (std::size_t m = 0; m < 4; ++m)
        for (std::size_t n = 0; n < 2; ++n)
            sums.push_back(vectors[m * 3] * weights[n] + vectors[m * 3 + 1] * weights[2 + n] +
                           vectors[m * 3 + 2] * weights[4 + n]);
    return {{"x.npy", arrayOf<float>({4, 3}, vectors)},
            {"w.npy", arrayOf<float>({3, 2}, weights)},
            {"expected/y.npy", arrayOf<float>({4, 2}, sums)}};
}

Files lineBuffer(const Request&) {
    const Picture t2 = masked(convolved(edgePicture(), kEdges));
    return {{"t2.npy", square(t2, kSide)}, {"expected/y.npy", square(pooled(t2, larger), kOut)}};
}

} // namespace reference
