// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

#include <vector>

// What the operators that become layers have in common.
namespace lw::network::onnx {

// The extent here that is the graph's `axis`, which may count from the end, for a value whose extents are
// apart.
Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value, Arrangement arrangement);
inline Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value) {
    return axisOf(use, axis, value, use.arrangementOf(value));
}

// Layers each of which reads what the previous one makes; the last one gives the node's output.
Outcome giveChain(Use& use, Value input, std::vector<Layer> layers);
// Elements in other places along an extent.
Layer takeOf(std::uint32_t axis, std::vector<std::int64_t> indices);

// The inputs that are not constant, in one order.
Result<std::vector<Value>> inOneOrder(Use& use);
// The same with extents apart, arranged alike.
struct Alike {
    std::vector<Value> values;
    Arrangement arrangement = Arrangement::Straight;
};
Result<Alike> apartAlike(Use& use);

// A constant input beside a value: its extents without the batch, as many as the value has.
Result<tensor::Shape> itemOfConstant(Use& use, std::size_t input, const Value& beside);
// Its numbers in the order of the value; each of its extents is 1 or that of the value.
Result<tensor::Tensor> constantBeside(Use& use, std::size_t input, const Value& beside);
// Its numbers as an item of this shape.
Result<tensor::Tensor> constantItem(Use& use, std::size_t input, const tensor::Shape& item,
                                    Arrangement arrangement);
// As a layer with as many extents as another value.
Result<Value> constantValue(Use& use, tensor::Tensor tensor, const Value& like);
// One number as such a layer.
Result<Value> numberBeside(Use& use, float number, const Value& like);

// onnx_elementwise.cpp
Outcome relu(Use& use);
Outcome sigmoid(Use& use);
Outcome tangent(Use& use);
Outcome clip(Use& use);
Outcome leakyRelu(Use& use);
Outcome parametricRelu(Use& use);
Outcome elu(Use& use);
Outcome exponential(Use& use);
Outcome logarithm(Use& use);
Outcome hardSigmoid(Use& use);
Outcome hardSwish(Use& use);

// onnx_two_values.cpp
Outcome add(Use& use);
Outcome sum(Use& use);
Outcome sub(Use& use);
Outcome mul(Use& use);
Outcome div(Use& use);

// onnx_places.cpp
Outcome concat(Use& use);
Outcome slice(Use& use);
Outcome gather(Use& use);
Outcome split(Use& use);
Outcome pad(Use& use);

// onnx_moves.cpp
// The value with other extents, the first one being the batch if there is one.
Outcome giveSeenAs(Use& use, Value value, tensor::Shape extents);
Outcome flatten(Use& use);
Outcome reshape(Use& use);
Outcome squeeze(Use& use);
Outcome unsqueeze(Use& use);
Outcome transpose(Use& use);

// onnx_products.cpp
Outcome gemm(Use& use);
Outcome matMul(Use& use);

// onnx_recurrent.cpp
Outcome lstm(Use& use);
Outcome gru(Use& use);

// onnx_reductions.cpp
Outcome argMax(Use& use);
Outcome reduceMean(Use& use);
Outcome reduceMax(Use& use);
Outcome reduceSum(Use& use);

// onnx_resize.cpp
Outcome resize(Use& use);
Outcome upsample(Use& use);
Outcome depthToSpace(Use& use);

} // namespace lw::network::onnx
