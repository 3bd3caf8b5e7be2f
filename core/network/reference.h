// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/sum_pass.h"

#include <atomic>
#include <span>
#include <vector>

// What a network means, by plain loops: the oracle for everything that computes it in another way.
//
// float32, each operation rounded to nearest even, denormals kept: the sums of conv, conv_transpose and dense
// run as passes.h says (one fused chain for each pass), then the bias is added, then the
// activation applied. average_pool adds a window in row-major order and divides. batch_norm multiplies by one
// number for each channel and adds another (foldNorm), two roundings. A NaN result is 0x7fc00000. float64:
// the same loops without fusing; batch_norm by its formula. int8: exact; sums wrap in int32; a value counts
// from its code for zero; average_pool rounds half to even.
namespace lw::network {

enum class Arithmetic : std::uint8_t { F32, F64 };

// The sigmoid of the chips (core/numeric/activations.h), the same bits on every host.
float sigmoidOf(float x);
float tanhOf(float x);

struct ReferenceOptions {
    Arithmetic arithmetic = Arithmetic::F32; // for a float32 network
    // The order of sums: input channels of one chain, 0 for all, and whether adjacent taps share a chain
    // as far as they fit (passes.h).
    std::uint32_t blockChannels = 0;
    bool fold = false;
    // Larger average pools over a whole image sum blocks of it, then those sums; 0: none is too large.
    std::uint32_t poolWindow = 0;
    std::span<const SumPass> passes{};   // of one conv or dense layer, instead: one chain each, in this order
    float (*sigmoid)(float) = sigmoidOf; // of F32
    float (*tanh)(float) = tanhOf;
    const std::atomic<bool>* stop = nullptr; // ends it early
};

// The input as the network reads it: of its shape (E575), float32 or, with F64, float64; int8 for an int8
// network (E577 with F64). A missing channel extent of 1 is added. uint8 becomes the same numbers, or what
// the input's mean and scale make of them. For an int8 network these and float32 are quantised by the input's
// step (E592); without one uint8 are codes counted from the code for zero (E502 where they do not fit). Where
// codes of the input are unsigned, uint8 are such codes.
Result<tensor::Tensor> asInput(const Network& network, const tensor::Tensor& input, Arithmetic arithmetic);

// One layer. `inputs` are the values it reads, of the types of this arithmetic.
tensor::Tensor computeLayer(const Network& network, const Layer& layer,
                            std::span<const tensor::Tensor* const> inputs, const ReferenceOptions& options);
// Every value, by its ValueId; none when `stop` became true. `input` comes from asInput().
std::vector<tensor::Tensor> computeAll(const Network& network, tensor::Tensor input,
                                       const ReferenceOptions& options);

// batch_norm as factor and summand for each channel, computed in double and rounded once.
struct FoldedNorm {
    std::vector<float> factor, summand;
};
FoldedNorm foldNorm(const Layer& layer);
// The factors of negative numbers in leaky_relu and prelu: one number for each channel, or one for all.
std::vector<float> slopesOf(const Layer& layer);

} // namespace lw::network
