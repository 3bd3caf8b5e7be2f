// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

// The anchor of the digits figure: the training of the digits example in plain loops over float arrays,
// in the order that a compiler turns into vector code; operands of products rounded
// to bfloat16, everything else float32.
namespace lw::bench {

struct PlainLayer {
    std::size_t in = 0, out = 0;
    std::vector<float> weights, bias;
};

struct PlainTask {
    std::vector<float> pixels; // [samples][64], 0 .. 16
    std::vector<std::int32_t> labels;
    std::vector<std::int32_t> order; // [steps][64]
    std::vector<PlainLayer> layers;  // 64-96-48-10
    float rate = 0.1f;
};

// The loss of each step; trains `task.layers`.
std::vector<float> trainPlainly(PlainTask& task);

} // namespace lw::bench
