// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

#include <cmath>
#include <limits>

// Operators that work element by element, of one value or of two.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// The same value element by element: order and layout stay.
Outcome elementwise(Use& use, Layer layer) {
    LW_TRY(const Value input, use.value(0));
    return use.give(std::move(layer), {input}, input.layout, input.image);
}
Layer layerOf(Kind kind) {
    Layer layer;
    layer.kind = kind;
    return layer;
}
Layer clipTo(float low, float high) {
    Layer layer = layerOf(Kind::Clip);
    layer.low = low;
    layer.high = high;
    return layer;
}

// A bound: an attribute in old files, else an input of one number. One that is missing is the largest number,
// as the standard says: only then an infinity becomes a number.
Result<float> bound(Use& use, std::size_t input, std::string_view name, float most) {
    if (use.operatorSet() < 11) {
        if (use.has(input)) return use.wrong("bounds are inputs from version 11 of the operators on");
        LW_TRY(const double given, use.real(name, most));
        return static_cast<float>(given);
    }
    if (!use.has(input)) return most;
    LW_TRY(const Tensor given, use.constant(input));
    if (given.count() != 1) return use.wrong("its bound " + std::string(name) + " is not one number");
    return given.at<float>(0);
}

// One number as a value that fits any other of so many extents.
Tensor numberOf(float number, std::size_t extents) {
    Tensor out(DType::F32, Shape(extents, 1));
    out.set(0, number);
    return out;
}
Result<Value> constantValue(Use& use, Tensor tensor, Layout layout) {
    Layer layer = layerOf(Kind::Constant);
    layer.weights = std::move(tensor);
    return use.before(std::move(layer), {}, layout, ".constant");
}

// Old files say at which axis a constant's extents begin; those after them are 1.
Result<Shape> alignedShape(Use& use, const Tensor& given, std::size_t extents) {
    Shape shape = given.shape();
    if (use.operatorSet() < 7) {
        LW_TRY(const std::int64_t repeats, use.integer("broadcast", 0));
        LW_TRY(std::int64_t axis, use.integer("axis", -1));
        const auto all = static_cast<std::int64_t>(extents), own = std::ssize(shape);
        if (axis < 0) axis = all - own;
        if (repeats != 0 && axis + own < all) shape.resize(extents - static_cast<std::size_t>(axis), 1);
    }
    if (shape.size() < extents) shape.insert(shape.begin(), extents - shape.size(), 1);
    return shape;
}

// A constant in this program's order, for a value that it is combined with.
Result<Tensor> constantBeside(Use& use, const Tensor& given, const Value& beside) {
    Shape seen = itemShape(use, beside);
    const bool hasBatch = beside.layout != Layout::Plain;
    if (hasBatch) seen.insert(seen.begin(), 1);
    LW_TRY(Shape shape, alignedShape(use, given, seen.size()));
    bool fits = shape.size() == seen.size();
    for (std::size_t i = 0; fits && i < seen.size(); ++i)
        fits = shape[i] == seen[i] || shape[i] == 1 || (seen[i] == 1 && !(hasBatch && i == 0));
    if (!fits)
        return use.wrong("the constant of shape " + tensor::shapeText(given.shape()) + " does not fit " +
                         tensor::shapeText(seen) + " of one item");
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(given.count()));
    if (hasBatch) shape.erase(shape.begin());
    if (beside.layout == Layout::Image) shape = {shape[1], shape[2], shape[0]};
    Tensor out(DType::F32, shape);
    const Shape& image = beside.layout == Layout::Image ? shape : beside.image;
    const bool moves = image.size() == 3 && out.count() > 1;
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(moves ? placeOf(i, image) : i, given.at<float>(i));
    return out;
}

// What is combined with a value: another one of the same layout and order, or a constant that fits it.
template <typename Change>
Result<Value> operand(Use& use, std::size_t input, const Value& beside, const Change& change) {
    if (use.isConstant(input)) {
        LW_TRY(const Tensor given, use.constant(input));
        LW_TRY(Tensor fitting, constantBeside(use, given, beside));
        for (std::uint64_t i = 0; i < fitting.count(); ++i) fitting.set(i, change(fitting.at<float>(i)));
        return constantValue(use, std::move(fitting), beside.layout);
    }
    LW_TRY(Value out, use.value(input));
    if (out.layout != beside.layout || use.shapeOf(out).size() != use.shapeOf(beside).size())
        return use.wrong("its inputs have other numbers of extents");
    return out;
}
Result<Value> operand(Use& use, std::size_t input, const Value& beside) {
    return operand(use, input, beside, [](float x) { return x; });
}

// Two values in one order.
Outcome alike(Use& use, Value& a, Value& b) {
    if (a.image == b.image || use.shapeOf(a) == Shape{1} || use.shapeOf(b) == Shape{1}) return Done{};
    LW_TRY(a, inGraphOrder(use, a));
    LW_TRY(b, inGraphOrder(use, b));
    return Done{};
}
Outcome giveBoth(Use& use, Kind kind, Value a, Value b) {
    LW_TRY([[maybe_unused]] const Done same, alike(use, a, b));
    return use.give(layerOf(kind), {a, b}, a.layout, a.image.empty() ? b.image : a.image);
}

Outcome checkTwo(const Use& use) {
    if (use.inputs() == 2) return Done{};
    return use.wrong("it has " + std::to_string(use.inputs()) + " inputs instead of 2");
}

// Layer for two inputs of which one may be constant; of numbers the order does not matter.
Outcome ofTwo(Use& use, Kind kind) {
    LW_TRY([[maybe_unused]] const Done two, checkTwo(use));
    const std::size_t first = use.isConstant(0) ? 1 : 0;
    LW_TRY(const Value value, use.value(first));
    LW_TRY(Value other, operand(use, 1 - first, value));
    if (use.isConstant(1 - first)) other.image = value.image;
    return giveBoth(use, kind, value, other);
}

} // namespace

Outcome relu(Use& use) { return elementwise(use, layerOf(Kind::Relu)); }
Outcome sigmoid(Use& use) { return elementwise(use, layerOf(Kind::Sigmoid)); }
Outcome tangent(Use& use) { return elementwise(use, layerOf(Kind::Tanh)); }

Outcome clip(Use& use) {
    constexpr float kMost = std::numeric_limits<float>::max();
    use.ignore("consumed_inputs"); // of the first version
    LW_TRY(const float low, bound(use, 1, "min", -kMost));
    LW_TRY(const float high, bound(use, 2, "max", kMost));
    if (!(low < kNoBound) || !(high > -kNoBound)) // NaN too
        return use.wrong("a bound is NaN, or an infinity that leaves no other number");
    return elementwise(use, clipTo(low, high));
}

Outcome withAlpha(Use& use, Kind kind, double otherwise) {
    use.ignore("consumed_inputs");
    LW_TRY(const double alpha, use.real("alpha", otherwise));
    Layer layer = layerOf(kind);
    layer.alpha = static_cast<float>(alpha);
    if (!std::isfinite(layer.alpha)) return use.wrong("the attribute alpha is not finite");
    return elementwise(use, std::move(layer));
}
Outcome leakyRelu(Use& use) { return withAlpha(use, Kind::LeakyRelu, 0.01); }
Outcome elu(Use& use) { return withAlpha(use, Kind::Elu, 1); }

// Slopes for each channel, or one; where they differ among pixels as well it is no layer here.
Outcome parametricRelu(Use& use) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Tensor given, use.constant(1));
    LW_TRY(Tensor slopes, constantBeside(use, given, input));
    if (slopes.count() != 1 && slopes.count() != slopes.shape().back())
        return use.wrong("its slope differs among pixels; only one for each channel is supported");
    Layer layer = layerOf(Kind::PRelu);
    const Shape list{slopes.count()};
    layer.weights = Tensor(DType::F32, list, {slopes.bytes().begin(), slopes.bytes().end()});
    return elementwise(use, std::move(layer));
}

// max(0, min(1, alpha * x + beta)), as three layers.
Result<Value> hardSigmoidOf(Use& use, const Value& input, float alpha, float beta) {
    const std::size_t extents = use.shapeOf(input).size();
    LW_TRY(const Value factor, constantValue(use, numberOf(alpha, extents), input.layout));
    LW_TRY(const Value scaled, use.before(layerOf(Kind::Mul), {input, factor}, input.layout, ".scaled"));
    LW_TRY(const Value summand, constantValue(use, numberOf(beta, extents), input.layout));
    return use.before(layerOf(Kind::Add), {scaled, summand}, input.layout, ".shifted");
}

Outcome hardSigmoid(Use& use) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const double alpha, use.real("alpha", 0.2));
    LW_TRY(const double beta, use.real("beta", 0.5));
    LW_TRY(const Value line, hardSigmoidOf(use, input, static_cast<float>(alpha), static_cast<float>(beta)));
    return use.give(clipTo(0, 1), {line}, input.layout, input.image);
}

Outcome hardSwish(Use& use) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Value line, hardSigmoidOf(use, input, 1.0f / 6, 0.5f));
    LW_TRY(const Value gate, use.before(clipTo(0, 1), {line}, input.layout, ".gate"));
    return use.give(layerOf(Kind::Mul), {input, gate}, input.layout, input.image);
}

// From left to right.
Outcome sum(Use& use) {
    if (use.inputs() == 1) {
        LW_TRY(const Value only, use.value(0));
        return use.give(only);
    }
    const std::size_t first = use.isConstant(0) ? 1 : 0;
    LW_TRY(Value total, use.value(first));
    for (std::size_t i = 1; i < use.inputs(); ++i) {
        const std::size_t input = i == first ? 0 : i;
        LW_TRY(Value next, operand(use, input, total));
        if (use.isConstant(input)) next.image = total.image;
        if (i + 1 == use.inputs()) return giveBoth(use, Kind::Add, total, next);
        LW_TRY([[maybe_unused]] const Done same, alike(use, total, next));
        const tensor::Shape image = total.image;
        LW_TRY(total, use.before(layerOf(Kind::Add), {total, next}, total.layout, ".sum"));
        total.image = image;
    }
    return use.wrong("it has no input");
}

Outcome add(Use& use) { return ofTwo(use, Kind::Add); }
Outcome mul(Use& use) { return ofTwo(use, Kind::Mul); }

// x - c is x + (-c), and x - y is x + y * -1: the same bits.
Outcome sub(Use& use) {
    LW_TRY([[maybe_unused]] const Done two, checkTwo(use));
    const std::size_t first = use.isConstant(0) ? 1 : 0;
    LW_TRY(const Value value, use.value(first));
    if (use.isConstant(1)) {
        LW_TRY(Value other, operand(use, 1, value, [](float x) { return -x; }));
        other.image = value.image;
        return giveBoth(use, Kind::Add, value, other);
    }
    LW_TRY(Value minuend, operand(use, 0, value));
    LW_TRY(const Value subtrahend, use.value(1));
    if (first == 1) minuend.image = subtrahend.image;
    LW_TRY(const Value less,
           constantValue(use, numberOf(-1, use.shapeOf(subtrahend).size()), subtrahend.layout));
    LW_TRY(Value negative,
           use.before(layerOf(Kind::Mul), {subtrahend, less}, subtrahend.layout, ".negative"));
    negative.image = subtrahend.image;
    return giveBoth(use, Kind::Add, minuend, negative);
}

// x / c is x times the float32 reciprocal of c, which the circuits can do; one rounding more.
Outcome div(Use& use) {
    LW_TRY([[maybe_unused]] const Done two, checkTwo(use));
    const std::size_t first = use.isConstant(0) ? 1 : 0;
    LW_TRY(const Value value, use.value(first));
    if (use.isConstant(1)) {
        LW_TRY(Value other, operand(use, 1, value, [](float x) { return 1 / x; }));
        other.image = value.image;
        return giveBoth(use, Kind::Mul, value, other);
    }
    LW_TRY(Value dividend, operand(use, 0, value));
    LW_TRY(const Value divisor, use.value(1));
    if (first == 1) dividend.image = divisor.image;
    return giveBoth(use, Kind::Div, dividend, divisor);
}

Result<Value> constantItem(Use& use, std::size_t input, const Value& beside) {
    LW_TRY(const Tensor given, use.constant(input));
    Shape shape = given.shape();
    if (beside.layout != Layout::Plain) {
        if (shape.empty() || shape[0] != 1 || shape.size() != use.shapeOf(beside).size() + 1)
            return use.wrong("the constant of shape " + tensor::shapeText(shape) + " is not one item");
        shape.erase(shape.begin());
    }
    if (beside.layout == Layout::Image) shape = {shape[1], shape[2], shape[0]};
    Tensor out(DType::F32, shape);
    for (std::uint64_t i = 0; i < given.count(); ++i)
        out.set(beside.layout == Layout::Image ? placeOf(i, shape) : i, given.at<float>(i));
    return constantValue(use, std::move(out), beside.layout);
}

} // namespace lw::network::onnx
