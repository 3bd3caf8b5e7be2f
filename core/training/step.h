// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/held.h"

#include <cstdint>
#include <span>
#include <vector>

// One step of training by plain loops: what every value, every gradient and the loss of a batch are, in the
// order in which the training chip adds (NOTES.md). The oracle of everything that computes a step otherwise.
namespace lw::train {

// F64: the same sums in double. F32: in float, each operation rounded, denormals kept, sums of products
// fused. Chip: as the training chip computes, to the bit: products of bfloat16, denormals are zero. exp, log,
// rsqrt and 1/x of F32 are the chip's.
enum class Arithmetic : std::uint8_t { F64, F32, Chip };

struct Options {
    Arithmetic arithmetic = Arithmetic::F64;
    std::uint32_t lanes = 128, sublanes = 8; // of the machine, which say in which order sums run
};

// Tensors are float64 with F64, else float32; one without elements is not there.
struct LayerWeights {
    tensor::Tensor weights, bias; // conv, dense: as network::Layer has them
    tensor::Tensor scale, shift;  // batch_norm
};
// What a network has learnt, by layer.
struct State {
    std::vector<LayerWeights> weights;
    std::vector<LayerWeights> velocities;       // of SGD with momentum; 0 in the beginning
    std::vector<tensor::Tensor> mean, variance; // of batch_norm, running along; variance of a sample
};
State stateOf(const network::Network& network, Arithmetic arithmetic);
// The network with what was learnt in place of its weights, rounded to float32.
network::Network learnt(network::Network network, const State& state);

// Statistics of the batch, of a batch_norm; each [channels].
struct Statistics {
    tensor::Tensor mean, variance; // variance divided by the number of elements
    tensor::Tensor inverse;        // 1 / sqrt(variance + epsilon)
};
struct Step {
    double loss = 0;
    std::vector<tensor::Tensor> values;    // by ValueId, [batch, extents of the value ...]
    std::vector<tensor::Tensor> gradients; // of the loss, by these; 0 where the loss does not depend on them
    std::vector<LayerWeights> weightGradients; // by layer
    std::vector<Statistics> statistics;        // by layer
};

// What a step is done in, of a layer that computes a value.
enum class Work : std::uint8_t {
    Forward,        // the value, and the statistics of a batch_norm the first time; later the same bits again
    Loss,           // the loss, and its gradient by the network's first output
    NormSums,       // gradients of a batch_norm's scale and shift
    DataGradient,   // gradients of what the layer reads, added to those of readers before it
    WeightGradient, // of weights and bias, of conv and dense
    Spill,          // the value, or its gradient, is copied to where it is not released
    Fetch,          // and back; the images are there from the beginning
    Narrow,         // the value is rounded to a format that is stored
    Pack,           // the same, and kept beside the value
    Unpack,         // the value is what was packed
    KeepMask,       // a bit for each number of the value: whether it is above 0
};
enum class Format : std::uint8_t { F32, Bf16, F16 };
// From which value of the forward pass the gradient of a layer is told where two would do. Usual: batch_norm
// from what it read, an activation from its result. A batch_norm's result is taken back to what it read.
// Mask: of an activation the bits that were kept.
enum class From : std::uint8_t { Usual, Input, Result, Mask };

using network::Held;
using network::Part;
struct Task {
    Work work = Work::Forward;
    network::ValueId value = network::kInput;
    From from = From::Usual;         // NormSums, and DataGradient of batch_norm and activations
    Format format = Format::F32;     // Narrow, Pack
    Part part = Part::Value;         // Spill, Fetch: what is copied; no statistics, no mask
    std::vector<Held> released = {}; // after it; from then on every number of these is NaN
};
// Everything kept: all layers forward, the loss, all layers backward, the gradient of weights after that of
// data.
std::vector<Task> plainOrder(const network::Network& network);

// The network's batch of images [batch, extents of the input ...] (F32), and labels [batch] (I64, I32 or U8)
// or targets [batch, extents of the first output ...] (F32). E901 to E910.
Result<Step> run(const network::Network& network, const State& state, const tensor::Tensor& images,
                 const tensor::Tensor& labels, const Options& options);
// The same by another order of its work, which must compute what it needs.
Result<Step> run(const network::Network& network, const State& state, const tensor::Tensor& images,
                 const tensor::Tensor& labels, const Options& options, std::span<const Task> order);

// What a network computes that is not being trained: its first output [images, extents ...], of any number of
// images, with the running statistics in each batch_norm. E901 to E906, E908 to E910.
Result<tensor::Tensor> computed(const network::Network& network, const State& state,
                                const tensor::Tensor& images, const Options& options);

// Weights after a step, and the running statistics.
void update(const network::Network& network, const Step& step, const Options& options, State& state);

} // namespace lw::train
