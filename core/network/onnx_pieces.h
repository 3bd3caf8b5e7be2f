// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

#include <vector>

// What the operators that become layers have in common: extents as the graph counts them, and the way of a
// value from this program's order of elements into the graph's and back.
namespace lw::network::onnx {

// The extents that the graph sees of one item, without the batch; all of a Plain value.
tensor::Shape itemShape(const Use& use, const Value& value);
// Where element `number` of a row-major [channels, rows, columns] image lies in [rows, columns, channels].
std::uint64_t placeOf(std::uint64_t number, const tensor::Shape& image);
// A list whose elements are not in the graph's order: it was an image, which has another one here.
bool isReordered(const Value& value);
// The extent here that is the graph's `axis`, which may count from the end.
Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value);

// Reshapes and transpositions of a value, of which the last one gives the node's output; what changes
// nothing is left out.
class Moves {
  public:
    Moves(Use& use, const Value& from);

    void reshape(tensor::Shape shape);
    void transpose(std::vector<std::uint32_t> order);
    // The elements in the graph's order, and an item of these extents made of that.
    void toGraphOrder();
    void fromGraphOrder(const tensor::Shape& item);

    Outcome give();
    // The same before the node's own layer.
    Result<Value> finish();

  private:
    Use& m_use;
    Value m_value;
    tensor::Shape m_shape; // of what the last layer makes
    std::vector<Layer> m_layers;
};

// Layers each of which reads what the one before makes; the last one gives the node's output.
Outcome giveChain(Use& use, Value input, std::vector<Layer> layers);
// Elements in other places along an extent.
Layer takeOf(std::uint32_t axis, std::vector<std::int64_t> indices);

// A list in the graph's order; what is in it already, as it is.
Result<Value> inGraphOrder(Use& use, const Value& value);

// onnx_elementwise.cpp
Outcome relu(Use& use);
Outcome sigmoid(Use& use);
Outcome tangent(Use& use);
Outcome clip(Use& use);
Outcome leakyRelu(Use& use);
Outcome parametricRelu(Use& use);
Outcome elu(Use& use);
Outcome hardSigmoid(Use& use);
Outcome hardSwish(Use& use);
Outcome add(Use& use);
Outcome sum(Use& use);
Outcome sub(Use& use);
Outcome mul(Use& use);
Outcome div(Use& use);
// A constant of one item as a layer, in the order that a value of this layout has here.
Result<Value> constantItem(Use& use, std::size_t input, const Value& beside);

// onnx_places.cpp
Outcome flatten(Use& use);
Outcome reshape(Use& use);
Outcome squeeze(Use& use);
Outcome unsqueeze(Use& use);
Outcome transpose(Use& use);
Outcome concat(Use& use);
Outcome slice(Use& use);
Outcome split(Use& use);
Outcome pad(Use& use);

// onnx_resize.cpp
Outcome resize(Use& use);
Outcome upsample(Use& use);

} // namespace lw::network::onnx
