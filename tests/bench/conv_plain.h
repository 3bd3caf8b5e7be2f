// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Training steps of a convolutional network in plain loops of float32, written for a compiler: 8 x 8 images,
// 3 x 3 convolutions with batch norm and ReLU, and a dense layer with softmax and cross-entropy.
namespace lw::bench {

struct PlainBlock {
    std::size_t inputs = 0, outputs = 0;
    std::vector<float> weights; // [tap][input][output]
    std::vector<float> scale, shift;
};

struct PlainConvNet {
    std::vector<PlainBlock> blocks;
    std::vector<float> dense; // [pixel][channel][class]
    std::size_t classes = 10;
    float rate = 0, epsilon = 1e-5F;
};

// One step over a batch of images [image][8][8]; the mean loss before it.
float stepPlainly(PlainConvNet& network, const std::vector<float>& images,
                  const std::vector<std::int32_t>& labels);

} // namespace lw::bench
