// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/arithmetic.h"
#include "tests/reference/npy.h"

#include <cstdint>
#include <string>
#include <vector>

// The digits example in plain loops: a multilayer perceptron 64-96-48-10, ReLU, mean softmax cross-entropy,
// stochastic gradient descent without momentum, in the chip's arithmetic, adding in the chip's order, so that
// every bit can be compared.
namespace reference {

inline constexpr std::size_t kBatch = 64, kSteps = 200, kPixels = 64, kClasses = 10;

struct Samples {
    Matrix pixels;                    // [count, 64], grey 0 .. 16
    std::vector<std::int32_t> labels; // 0 .. 9
};

struct Layer {
    Matrix weights;          // [in, out]
    std::vector<float> bias; // [out]
};

struct DigitsTask {
    Samples train, test;
    std::vector<std::vector<std::int32_t>> order; // [steps][batch], rows of `train`
    float rate = 0.1f;
    std::size_t watchedStep = 0; // whose logits and gradients are kept
    std::vector<Layer> layers;   // three
};

struct DigitsStep {
    std::vector<Layer> layers; // before it
    float loss = 0;
    Matrix logits; // [batch, 10]
    std::vector<Layer> gradients;
};

struct DigitsResult {
    std::vector<DigitsStep> steps;
    std::vector<Layer> layers; // after the last step
    std::size_t trainCorrect = 0, testCorrect = 0;
};

// Everything that is random comes from the seed, in this order: the split (a shuffle of all samples; the
// first 359 are held out, both parts then in ascending order of their number), the weights of layers 1, 2, 3
// (uniform within +-sqrt(6 / in), row by row; biases are 0), the batches (the training samples are shuffled
// again whenever fewer than 64 are left).
DigitsTask digitsTask(const Samples& all, std::uint64_t seed);

DigitsResult trainOnChip(const DigitsTask& task);

} // namespace reference
