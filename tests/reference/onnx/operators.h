// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/onnx/graph.h"

#include <functional>

// What the operators of ONNX mean, from the standard's text: each a plain function on double precision. A
// node gets its inputs, null where it leaves one out, and gives its outputs.
namespace reference::onnx {

struct Call {
    const Node& node;
    std::vector<const Tensor*> inputs;
    std::int64_t operatorSet;

    bool has(std::size_t input) const { return input < inputs.size() && inputs[input]; }
    const Tensor& in(std::size_t input) const;
    // Numbers that old files give as an attribute and newer ones as an input.
    Shape numbers(std::string_view attribute, std::size_t input, const Shape& otherwise) const;
    // An axis counted from the front.
    std::int64_t axis(std::int64_t given, std::int64_t rank) const {
        return given < 0 ? given + rank : given;
    }
};
using Outputs = std::vector<Tensor>;
using Operator = Outputs (*)(const Call&);

// Null for an operator that no function here stands for.
Operator operatorOf(std::string_view name);

struct NamedOperator {
    std::string_view name;
    Operator run;
};
std::vector<NamedOperator> windowOperators();      // Conv and pooling
std::vector<NamedOperator> elementwiseOperators(); // of one value or of two
std::vector<NamedOperator> channelOperators();     // normalisations, softmax, reductions, products
std::vector<NamedOperator> placeOperators();       // what only moves elements, and constants
std::vector<NamedOperator> resizeOperators();
std::vector<NamedOperator> quantisedOperators(); // of codes of 8 bits

// The shape that two shapes have in common, as numpy says.
Shape commonShape(const Shape& a, const Shape& b);
// Element `index` of a tensor of `shape` in one of `from`, whose extents are equal or 1.
std::int64_t placeIn(const Shape& from, const Shape& shape, std::int64_t index);

// [before, extent of the axis, after] of a tensor: its elements around one axis.
struct Around {
    std::int64_t before = 1, along = 1, after = 1;
};
Around aroundAxis(const Shape& shape, std::int64_t axis);

// out[i] = of[places[i]], or `otherwise` where a place is negative.
Tensor taken(const Tensor& of, const Shape& shape, const std::function<std::int64_t(const Shape&)>& place,
             double otherwise = 0);
// Elements along one axis.
Tensor takenAlong(const Tensor& of, std::int64_t axis, const Shape& indices);

} // namespace reference::onnx
