// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/reference.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

// A float32 network as one of int8 that computes nearly the same ("post-training quantisation").
//
// Every value gets a step and a code for 0, so that the codes -128 to 127 reach from the least to the
// greatest number that it takes for the samples, 0 included: step = (high - low) / 255, zero = -128 - low /
// step. Weights have steps of their own, max |w| / 127, and 0 as the code for 0; biases are int32 in steps of
// input times weights. A sum is scaled by float32(input step * weight step / output step), exactly.
// batch_norm is folded into the layer before it, or is a convolution of 1 x 1, and so are mul and add with a
// number for each channel; clip is what codes do anyway at their ends.
namespace lw::network {

struct QuantiseOptions {
    bool isByChannel = true; // steps of weights, for each output channel
    ReferenceOptions reference{};
    std::string_view file = "NETWORK"; // in the commands that problems suggest
};

struct Quantised {
    Network network; // int8; the scale of every value is known
    Network real;    // float32: the network of which `network` is the converted part, with the same outputs
    std::vector<std::vector<float>> weightSteps; // by layer of `network`: one, one for each channel, or none
    std::vector<Problem> notes;                  // what was left out
};

// `samples` come from asInput(). E541 to E546.
Result<Quantised> quantise(const Network& network, std::span<const tensor::Tensor> samples,
                           const QuantiseOptions& options);

} // namespace lw::network
