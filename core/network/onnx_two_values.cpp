// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

// Operators that combine two values or more, element by element; some may be constant.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

Layer layerOf(Kind kind) {
    Layer layer;
    layer.kind = kind;
    return layer;
}

// The values of two inputs, in one order.
struct Operands {
    Value a, b;
    // The one that has the extents of the result.
    const Value& larger() const {
        return *tensor::countOf(a.view.item) < *tensor::countOf(b.view.item) ? b : a;
    }
};

// A constant beside a value; `change` is applied to each of its numbers.
template <typename Change>
Result<Operands> besideConstant(Use& use, std::size_t input, Value value, const Change& change) {
    LW_TRY(const Shape own, itemOfConstant(use, input, value));
    bool isRepeated = false; // the value, to the extents of the constant
    for (std::size_t i = 0; i < own.size(); ++i) isRepeated |= own[i] > value.view.item[i];
    if (isRepeated) {
        LW_TRY(value, use.apart(1 - input));
    }
    LW_TRY(Tensor numbers, isRepeated ? constantItem(use, input, own, use.arrangementOf(value))
                                      : constantBeside(use, input, value));
    for (std::uint64_t i = 0; i < numbers.count(); ++i) numbers.set(i, change(numbers.at<float>(i)));
    LW_TRY(Value constant, constantValue(use, std::move(numbers), value));
    constant.view.item = own;
    return Operands{std::move(value), std::move(constant)};
}

// Both inputs; `change` is applied to the second one if it is constant.
template <typename Change> Result<Operands> operands(Use& use, const Change& change) {
    if (use.inputs() != 2)
        return use.wrong("it has " + std::to_string(use.inputs()) + " inputs instead of 2");
    if (!use.isConstant(0) && !use.isConstant(1)) {
        LW_TRY(const std::vector<Value> both, inOneOrder(use));
        return Operands{both[0], both[1]};
    }
    if (use.isConstant(1)) {
        LW_TRY(Value value, use.value(0));
        return besideConstant(use, 1, std::move(value), change);
    }
    LW_TRY(Value value, use.value(1));
    LW_TRY(Operands both, besideConstant(use, 0, std::move(value), [](float x) { return x; }));
    std::swap(both.a, both.b);
    return both;
}

Outcome giveOf(Use& use, Kind kind, const Operands& both) {
    return use.giveLike(layerOf(kind), {both.a, both.b}, both.larger());
}

// For numbers the order does not matter: the value comes first.
Outcome ofTwo(Use& use, Kind kind) {
    LW_TRY(Operands both, operands(use, [](float x) { return x; }));
    if (use.isConstant(0)) std::swap(both.a, both.b);
    return giveOf(use, kind, both);
}

} // namespace

Outcome add(Use& use) { return ofTwo(use, Kind::Add); }
Outcome mul(Use& use) { return ofTwo(use, Kind::Mul); }

// From left to right.
Outcome sum(Use& use) {
    LW_TRY(const std::vector<Value> values, inOneOrder(use));
    std::size_t next = 0, first = 0;
    while (use.isConstant(first)) ++first;
    Value total = values[next++];
    if (use.inputs() == 1) return use.give(total);
    for (std::size_t i = 0, added = 1; i < use.inputs(); ++i) {
        if (i == first) continue;
        Value one = total;
        if (use.isConstant(i)) {
            LW_TRY(Tensor numbers, constantBeside(use, i, total));
            LW_TRY(one, constantValue(use, std::move(numbers), total));
        } else {
            one = values[next++];
        }
        const Operands both{total, one};
        if (++added == use.inputs()) return giveOf(use, Kind::Add, both);
        LW_TRY(total, use.beforeLike(layerOf(Kind::Add), {both.a, both.b}, both.larger(), ".sum"));
    }
    return Done{};
}

// x - c is x + (-c), and x - y is x + y * -1: the same bits.
Outcome sub(Use& use) {
    LW_TRY(Operands both, operands(use, [](float x) { return -x; }));
    if (!use.isConstant(1)) {
        Tensor less(DType::F32, Shape(use.shapeOf(both.b).size(), 1));
        less.set(0, -1.0f);
        LW_TRY(const Value factor, constantValue(use, std::move(less), both.b));
        LW_TRY(both.b, use.beforeLike(layerOf(Kind::Mul), {both.b, factor}, both.b, ".negative"));
    }
    return giveOf(use, Kind::Add, both);
}

// x / c is x times the float32 reciprocal of c, which the circuits can do; one more rounding.
Outcome div(Use& use) {
    LW_TRY(const Operands both, operands(use, [](float x) { return 1 / x; }));
    return giveOf(use, use.isConstant(1) ? Kind::Mul : Kind::Div, both);
}

} // namespace lw::network::onnx
