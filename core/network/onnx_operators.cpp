// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_node.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// The other operators, and the list of those that become layers.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// The same value element by element: order and layout stay.
Outcome elementwise(Use& use, Kind kind) {
    LW_TRY(const Value input, use.value(0));
    Layer layer;
    layer.kind = kind;
    return use.give(std::move(layer), {input}, input.layout, input.image);
}
Outcome relu(Use& use) { return elementwise(use, Kind::Relu); }
Outcome sigmoid(Use& use) { return elementwise(use, Kind::Sigmoid); }
Outcome tangent(Use& use) { return elementwise(use, Kind::Tanh); }

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

Outcome clip(Use& use) {
    constexpr float kMost = std::numeric_limits<float>::max();
    use.ignore("consumed_inputs"); // of the first version
    LW_TRY(const Value input, use.value(0));
    Layer layer;
    layer.kind = Kind::Clip;
    LW_TRY(layer.low, bound(use, 1, "min", -kMost));
    LW_TRY(layer.high, bound(use, 2, "max", kMost));
    if (!(layer.low < kNoBound) || !(layer.high > -kNoBound)) // NaN too
        return use.wrong("a bound is NaN, or an infinity that leaves no other number");
    return use.give(std::move(layer), {input}, input.layout, input.image);
}

Outcome pass(Use& use) {
    if (use.isConstant(0)) return use.wrong("its input is constant");
    LW_TRY(const Value input, use.value(0));
    return use.give(input);
}

Outcome dropout(Use& use) {
    for (const char* name : {"ratio", "seed", "is_test", "consumed_inputs"}) use.ignore(name);
    if (use.has(2)) {
        LW_TRY(const Tensor training, use.constant(2, DType::Bool));
        if (training.count() != 1 || training.at<std::uint8_t>(0) != 0)
            return use.wrong("it drops: training_mode is set");
    }
    return pass(use);
}

// The extents that the graph sees, of one item.
Shape graphShape(const Use& use, const Value& value) {
    const Shape& s = use.shapeOf(value);
    switch (value.layout) {
    case Layout::Image: return {1, s[2], s[0], s[1]};
    case Layout::Flat: return {1, s[0]};
    case Layout::Plain: break;
    }
    return s;
}

// Where element `number` of a row-major [channels, rows, columns] image lies in [rows, columns, channels].
std::uint64_t placeOf(std::uint64_t number, const Shape& image) {
    const std::uint64_t pixels = image[0] * image[1];
    return number % pixels * image[2] + number / pixels;
}

// A constant, repeated to the extents of a value and in this program's order.
Result<Tensor> broadcast(const Use& use, const Tensor& from, const Value& to) {
    const Shape shape = graphShape(use, to);
    Shape given = from.shape();
    if (given.size() > shape.size())
        return use.wrong("the constant has the shape " + tensor::shapeText(given));
    given.insert(given.begin(), shape.size() - given.size(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (given[i] != shape[i] && given[i] != 1)
            return use.wrong("the constant of shape " + tensor::shapeText(from.shape()) + " does not fit " +
                             tensor::shapeText(shape) + " of one item");
    LW_TRY([[maybe_unused]] const Done counted, use.countRepeated(*tensor::countOf(shape)));
    Tensor out(DType::F32, use.shapeOf(to));
    const Shape& image = to.layout == Layout::Image ? out.shape() : to.image;
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        std::uint64_t source = 0, rest = i, step = 1;
        for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis]) {
            if (given[axis] != 1) source += rest % shape[axis] * step;
            step *= given[axis];
        }
        out.set(image.size() == 3 && to.layout != Layout::Plain ? placeOf(i, image) : i,
                from.at<float>(source));
    }
    return out;
}

// What is added to a value: one of the same extents and order, or a constant that is repeated to fit it.
Result<Value> summand(Use& use, std::size_t input, const Value& beside) {
    if (use.isConstant(input)) {
        LW_TRY(const Tensor given, use.constant(input));
        Layer layer;
        layer.kind = Kind::Constant;
        LW_TRY(layer.weights, broadcast(use, given, beside));
        return use.before(std::move(layer), {}, beside.layout, ".constant");
    }
    LW_TRY(Value out, use.value(input));
    if (out.layout != beside.layout || out.image != beside.image)
        return use.wrong("its inputs have other numbers of extents or another order");
    return out;
}

// From left to right.
Outcome sum(Use& use) {
    if (use.inputs() == 1) return pass(use);
    const std::size_t first = use.isConstant(0) ? 1 : 0;
    LW_TRY(Value total, use.value(first));
    for (std::size_t i = 1; i < use.inputs(); ++i) {
        LW_TRY(const Value next, summand(use, i == first ? 0 : i, total));
        Layer layer;
        layer.kind = Kind::Add;
        if (i + 1 == use.inputs())
            return use.give(std::move(layer), {total, next}, total.layout, total.image);
        const Value before = total;
        LW_TRY(total, use.before(std::move(layer), {before, next}, before.layout, ".sum"));
        total.image = before.image;
    }
    return use.wrong("it has no input");
}

Outcome add(Use& use) {
    for (const char* name : {"axis", "broadcast"}) // before version 7 of the operators
        if (use.operatorSet() < 7) {
            LW_TRY(const std::int64_t given, use.integer(name, 0));
            if (given != 0)
                return use.wrong("the attribute " + std::string(name) + " of old files is not supported");
        }
    if (use.inputs() != 2)
        return use.wrong("it has " + std::to_string(use.inputs()) + " inputs instead of 2");
    return sum(use);
}

// The extent here that is the graph's `axis`, which may count from the end.
Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value) {
    const auto extents = static_cast<std::int64_t>(graphShape(use, value).size());
    const std::int64_t at = axis < 0 ? axis + extents : axis;
    if (at < 0 || at >= extents)
        return use.wrong("there is no axis " + std::to_string(axis) + " among its " +
                         std::to_string(extents) + " extents");
    if (value.layout == Layout::Plain) return static_cast<std::uint32_t>(at);
    if (at == 0) return use.wrong("its axis is that of the batch, whose items stay apart");
    if (value.layout == Layout::Flat) return 0u;
    return at == 1 ? 2u : static_cast<std::uint32_t>(at - 2);
}

// Elements that are in the graph's order too: an image of one pixel has one order only.
bool isReordered(const Value& value) {
    return value.image.size() == 3 && value.image[0] * value.image[1] > 1 && value.image[2] > 1;
}

// A constant of one item as a layer, in the order that a value of this layout has here.
Result<Value> constantItem(Use& use, std::size_t input, Layout layout) {
    LW_TRY(const Tensor given, use.constant(input));
    const Shape& s = given.shape();
    Layer layer;
    layer.kind = Kind::Constant;
    layer.weights = given;
    if (layout != Layout::Plain && (s.size() != (layout == Layout::Image ? 4 : 2) || s[0] != 1))
        return use.wrong("the constant of shape " + tensor::shapeText(s) + " is not one item");
    if (layout == Layout::Flat)
        layer.weights = Tensor(DType::F32, {s[1]}, {given.bytes().begin(), given.bytes().end()});
    if (layout == Layout::Image) {
        layer.weights = Tensor(DType::F32, {s[2], s[3], s[1]});
        for (std::uint64_t i = 0; i < given.count(); ++i)
            layer.weights.set(placeOf(i, layer.weights.shape()), given.at<float>(i));
    }
    return use.before(std::move(layer), {}, layout, ".constant");
}

Outcome concat(Use& use) {
    std::size_t first = 0;
    while (first < use.inputs() && use.isConstant(first)) ++first;
    LW_TRY(const Value computed, use.value(first));
    std::vector<Value> values;
    for (std::size_t i = 0; i < use.inputs(); ++i) {
        LW_TRY(Value one, use.isConstant(i) ? constantItem(use, i, computed.layout) : use.value(i));
        if (isReordered(one))
            return use.wrong("it reads a flattened image; concatenate images before Flatten");
        if (!values.empty() && one.layout != values[0].layout)
            return use.wrong("its inputs have other numbers of extents");
        values.push_back(std::move(one));
    }
    LW_TRY(const std::int64_t axis, use.integer("axis", 1));
    Layer layer;
    layer.kind = Kind::Concat;
    LW_TRY(layer.axis, axisOf(use, axis, values[0]));
    if (*layer.axis + 1 == use.shapeOf(values[0]).size()) layer.axis.reset();
    return use.give(std::move(layer), values, values[0].layout);
}

Outcome batchNorm(Use& use) {
    LW_TRY(const Value input, use.value(0));
    if (input.layout == Layout::Plain) return use.wrong("it reads an image or [batch, elements]");
    if (!input.image.empty()) return use.wrong("it reads a flattened image");
    Layer layer;
    layer.kind = Kind::BatchNorm;
    LW_TRY(layer.epsilon, use.real("epsilon", 1e-5));
    LW_TRY(const std::int64_t training, use.integer("training_mode", 0));
    if (training != 0) return use.wrong("it trains: training_mode is set");
    LW_TRY(const std::int64_t spatial, use.integer("spatial", 1));
    if (spatial != 1) return use.wrong("the attribute spatial is not 1");
    for (const char* name : {"momentum", "is_test", "consumed_inputs"}) use.ignore(name);
    LW_TRY(layer.scale, use.constant(1));
    LW_TRY(layer.shift, use.constant(2));
    LW_TRY(layer.mean, use.constant(3));
    LW_TRY(layer.variance, use.constant(4));
    return use.give(std::move(layer), {input}, input.layout);
}

// Weights [inputs][outputs] of a value; the rows of one that was an image follow this program's order.
Tensor denseWeights(const Tensor& given, bool isTransposed, float factor, const Value& input) {
    const Shape& s = given.shape();
    const std::uint64_t inputs = s[isTransposed ? 1 : 0], outputs = s[isTransposed ? 0 : 1];
    Tensor out(DType::F32, {inputs, outputs});
    const bool moves = !input.image.empty() && *tensor::countOf(input.image) == inputs;
    for (std::uint64_t i = 0; i < inputs; ++i)
        for (std::uint64_t n = 0; n < outputs; ++n)
            out.set((moves ? placeOf(i, input.image) : i) * outputs + n,
                    given.at<float>(isTransposed ? n * inputs + i : i * outputs + n) * factor);
    return out;
}

Outcome gemm(Use& use) {
    LW_TRY(const Value input, use.flat(0));
    LW_TRY(const Tensor weights, use.constant(1));
    LW_TRY(const std::int64_t transA, use.integer("transA", 0));
    LW_TRY(const std::int64_t transB, use.integer("transB", 0));
    LW_TRY(const double alpha, use.real("alpha", 1));
    LW_TRY(const double beta, use.real("beta", 1));
    LW_TRY(const std::int64_t old, use.integer("broadcast", 1)); // before version 7
    if (old != 1) return use.wrong("the attribute broadcast of old files must be 1");
    if (transA != 0) return use.wrong("transA is set: the batch would be the last extent");
    if (weights.shape().size() != 2) return use.wrong("its weights are not a matrix");
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.count()));
    Layer layer;
    layer.kind = Kind::Dense;
    layer.weights = denseWeights(weights, transB != 0, static_cast<float>(alpha), input);
    if (use.has(2)) {
        LW_TRY(const Tensor given, use.constant(2));
        const std::uint64_t outputs = layer.weights.shape()[1];
        const bool isRow = given.shape().size() < 2 || (given.shape().size() == 2 && given.shape()[0] == 1);
        if (!isRow || (given.count() != 1 && given.count() != outputs))
            return use.wrong("C of shape " + tensor::shapeText(given.shape()) +
                             " is not one number for each output");
        layer.bias = Tensor(DType::F32, {outputs});
        for (std::uint64_t i = 0; i < outputs; ++i)
            layer.bias->set(i, given.at<float>(given.count() == 1 ? 0 : i) * static_cast<float>(beta));
    }
    return use.give(std::move(layer), {input}, Layout::Flat);
}

Outcome matMul(Use& use) {
    LW_TRY(const Value input, use.flat(0));
    LW_TRY(const Tensor weights, use.constant(1));
    if (weights.shape().size() != 2) return use.wrong("its weights are not a matrix");
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.count()));
    Layer layer;
    layer.kind = Kind::Dense;
    layer.weights = denseWeights(weights, false, 1, input);
    return use.give(std::move(layer), {input}, Layout::Flat);
}

Outcome flattened(Use& use, const Value& input) {
    if (input.layout == Layout::Flat) return use.give(input);
    Layer layer;
    layer.kind = Kind::Flatten;
    return use.give(std::move(layer), {input}, Layout::Flat, use.shapeOf(input));
}

Outcome flatten(Use& use) {
    LW_TRY(const Value input, use.value(0));
    if (input.layout == Layout::Plain) return use.wrong("it reads an image or [batch, elements]");
    LW_TRY(std::int64_t axis, use.integer("axis", 1));
    if (axis < 0) axis += input.layout == Layout::Image ? 4 : 2;
    if (axis != 1) return use.wrong("only axis 1 keeps the items of a batch apart");
    return flattened(use, input);
}

Outcome reshape(Use& use) {
    LW_TRY(const Value input, use.value(0));
    if (input.layout == Layout::Plain) return use.wrong("it reads an image or [batch, elements]");
    LW_TRY([[maybe_unused]] const std::int64_t zero, use.integer("allowzero", 0));
    LW_TRY(const Tensor shape, use.constant(1, DType::I64));
    const auto elements = static_cast<std::int64_t>(*tensor::countOf(use.shapeOf(input)));
    const auto batch = static_cast<std::int64_t>(use.batch());
    const bool isFlat = shape.count() == 2 &&
                        (shape.at<std::int64_t>(0) == 0 || shape.at<std::int64_t>(0) == batch) &&
                        (shape.at<std::int64_t>(1) == -1 || shape.at<std::int64_t>(1) == elements);
    const bool keepsBatch =
        shape.count() == 2 && shape.at<std::int64_t>(0) == -1 && shape.at<std::int64_t>(1) == elements;
    if (!isFlat && !keepsBatch) return use.wrong("only a reshape to [batch, elements] is supported");
    return flattened(use, input);
}

// Of scales [1, 1, rows, columns]: whole factors of rows and columns.
Result<Pair> factors(const Use& use, const Tensor& scales) {
    std::vector<float> given;
    for (std::uint64_t i = 0; i < scales.count(); ++i) given.push_back(scales.at<float>(i));
    const auto isWhole = [](float x) { return x >= 1 && x <= 65535 && x == std::floor(x); };
    if (given.size() != 4 || given[0] != 1 || given[1] != 1 || !isWhole(given[2]) || !isWhole(given[3]))
        return use.wrong("only whole factors of rows and columns from 1 to 65535 are supported");
    return Pair{static_cast<std::uint32_t>(given[2]), static_cast<std::uint32_t>(given[3])};
}

Outcome upsampled(Use& use, std::size_t scalesInput) {
    LW_TRY(const Value input, use.image(0));
    LW_TRY(const std::string mode, use.text("mode", "nearest"));
    if (mode != "nearest") return use.wrong("the mode is \"" + mode + "\", not nearest");
    LW_TRY(const Tensor scales, use.constant(scalesInput));
    Layer layer;
    layer.kind = Kind::UpsampleNearest;
    LW_TRY(layer.factor, factors(use, scales));
    return use.give(std::move(layer), {input}, Layout::Image);
}

Outcome upsample(Use& use) { return upsampled(use, 1); }

// Whole factors make pixels repeat only with these ways of counting places.
Outcome resize(Use& use) {
    LW_TRY(const std::string place, use.text("coordinate_transformation_mode", "half_pixel"));
    LW_TRY(const std::string nearest, use.text("nearest_mode", "round_prefer_floor"));
    const bool repeats = (place == "half_pixel" && nearest.starts_with("round_prefer_")) ||
                         (place == "asymmetric" && nearest == "floor");
    if (!repeats) return use.wrong("places are counted in the way \"" + place + "\", \"" + nearest + "\"");
    for (const char* name : {"cubic_coeff_a", "exclude_outside", "extrapolation_value"}) use.ignore(name);
    if (use.has(3)) return use.wrong("sizes instead of scales are not supported");
    return upsampled(use, use.operatorSet() < 11 ? 1 : 2);
}

Outcome constant(Use& use) {
    LW_TRY(std::optional<Tensor> value, use.tensor("value"));
    if (!value) return use.wrong("only the attribute value is supported");
    return use.give(std::move(*value));
}

constexpr std::array kOperators{
    Operator{"Add", add, "the other summand is a value of the same shape, or a constant that fits one item"},
    Operator{"AveragePool", averagePool, "rows and columns only"},
    Operator{"BatchNormalization", batchNorm, "inference only"},
    Operator{"Clip", clip, "constant bounds"},
    Operator{"Concat", concat, "not along the batch; not of flattened images"},
    Operator{"Constant", constant, "a tensor"},
    Operator{"Conv", conv, "rows and columns only; constant weights"},
    Operator{"ConvTranspose", convTranspose, "rows and columns only; constant weights"},
    Operator{"Dropout", dropout, "passed over; inference only"},
    Operator{"Flatten", flatten, "axis 1"},
    Operator{"Gemm", gemm, "constant B and C; not transA; C one number or one for each output"},
    Operator{"GlobalAveragePool", globalAveragePool, "rows and columns only"},
    Operator{"GlobalMaxPool", globalMaxPool, "rows and columns only"},
    Operator{"Identity", pass, "passed over"},
    Operator{"MatMul", matMul, "[batch, elements] and a constant matrix"},
    Operator{"MaxPool", maxPool, "rows and columns only; not its second output"},
    Operator{"Relu", relu, ""},
    Operator{"Reshape", reshape, "to [batch, elements] only"},
    Operator{"Resize", resize, "nearest, by whole factors"},
    Operator{"Sigmoid", sigmoid, ""},
    Operator{"Sum", sum, "like Add, from left to right"},
    Operator{"Tanh", tangent, ""},
    Operator{"Upsample", upsample, "nearest, by whole factors"},
};

} // namespace

std::span<const Operator> operators() { return kOperators; }

} // namespace lw::network::onnx
