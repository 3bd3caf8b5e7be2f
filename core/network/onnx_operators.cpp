// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

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

// With elements: [2^62, 0] has none, and very many rows to go through.
Outcome checkMatrix(const Use& use, const Tensor& weights) {
    if (weights.shape().size() == 2 && weights.count() > 0) return Done{};
    return use.wrong("its weights of shape " + tensor::shapeText(weights.shape()) +
                     " are not a matrix with elements");
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
    LW_TRY([[maybe_unused]] const Done matrix, checkMatrix(use, weights));
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
    LW_TRY([[maybe_unused]] const Done matrix, checkMatrix(use, weights));
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.count()));
    Layer layer;
    layer.kind = Kind::Dense;
    layer.weights = denseWeights(weights, false, 1, input);
    return use.give(std::move(layer), {input}, Layout::Flat);
}

Outcome lrn(Use& use) {
    LW_TRY(const Value input, use.image(0));
    LW_TRY(const std::int64_t size, use.integer("size", 0));
    if (size < 1 || size > 65535) return use.wrong("the attribute size is " + std::to_string(size));
    LW_TRY(const double alpha, use.real("alpha", 0.0001));
    LW_TRY(const double beta, use.real("beta", 0.75));
    LW_TRY(const double bias, use.real("bias", 1));
    Layer layer;
    layer.kind = Kind::Lrn;
    layer.size = static_cast<std::uint32_t>(size);
    layer.alpha = static_cast<float>(alpha);
    layer.beta = static_cast<float>(beta);
    layer.k = static_cast<float>(bias);
    if (!std::isfinite(layer.alpha) || !std::isfinite(layer.beta) || !std::isfinite(layer.k))
        return use.wrong("an attribute is not finite");
    return use.give(std::move(layer), {input}, Layout::Image);
}

// Along one axis; before version 13 along all axes from it on, which are one only if the others are 1.
Outcome softmaxOf(Use& use, Kind kind) {
    LW_TRY(const Value input, use.value(0));
    const bool isOld = use.operatorSet() < 13;
    LW_TRY(std::int64_t axis, use.integer("axis", isOld ? 1 : -1));
    Layer layer;
    layer.kind = kind;
    LW_TRY(const Shape seen, use.extentsOf(0));
    if (isOld && axis < 0) axis += std::ssize(seen);
    if (isOld && input.layout == Layout::Image && axis == 1 && seen[2] * seen[3] > 1) {
        Layer flat;
        flat.kind = Kind::Flatten;
        LW_TRY(const Value list, use.before(std::move(flat), {input}, Layout::Flat, ".flat"));
        LW_TRY(const Value made, use.before(std::move(layer), {list}, Layout::Flat, ".softmax"));
        Layer back;
        back.kind = Kind::Reshape;
        back.newShape = use.shapeOf(input);
        return use.give(std::move(back), {made}, Layout::Image);
    }
    for (std::size_t i = static_cast<std::size_t>(std::max<std::int64_t>(axis, 0)) + 1;
         isOld && i < seen.size(); ++i)
        if (seen[i] != 1 && !(input.layout == Layout::Image && axis == 1))
            return use.wrong("before version 13 of the operators it works along axis " +
                             std::to_string(axis) +
                             " and all after it, of which more than one is larger than 1");
    LW_TRY(layer.axis, axisOf(use, axis, input));
    if (*layer.axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
    return use.give(std::move(layer), {input}, input.layout, input.image);
}
Outcome softmax(Use& use) { return softmaxOf(use, Kind::Softmax); }
Outcome logSoftmax(Use& use) { return softmaxOf(use, Kind::LogSoftmax); }

// Over rows and columns: as the average pool of all.
Outcome reduceMean(Use& use) {
    LW_TRY(const Value input, use.image(0));
    LW_TRY(const std::optional<fold::Numbers> axes, fold::numbersOf(use, "axes", 1));
    LW_TRY(const std::int64_t keeps, use.integer("keepdims", 1));
    LW_TRY(const std::int64_t passes, use.integer("noop_with_empty_axes", 0));
    const bool isAll = !axes || axes->empty();
    if (isAll && passes != 0) return use.give(input);
    LW_TRY(const std::vector<bool> goes, fold::axesOf(use, axes.value_or(fold::Numbers{}), 4));
    if (isAll || goes != std::vector<bool>{false, false, true, true})
        return use.wrong("only the mean over rows and columns, axes 2 and 3, is supported");
    const Shape image = use.shapeOf(input);
    Layer layer;
    layer.kind = Kind::AveragePool;
    layer.kernel = {static_cast<std::uint32_t>(image[0]), static_cast<std::uint32_t>(image[1])};
    if (keeps != 0) return use.give(std::move(layer), {input}, Layout::Image);
    LW_TRY(const Value mean, use.before(std::move(layer), {input}, Layout::Image, ".mean"));
    Moves moves(use, mean);
    moves.fromGraphOrder({image[2]});
    return moves.give();
}

Outcome constant(Use& use) {
    LW_TRY(std::optional<Tensor> value, use.tensor("value"));
    if (!value) return use.wrong("only the attribute value is supported");
    return use.give(std::move(*value));
}

constexpr std::string_view kTwo = "two values whose extents are equal or 1, or one and a constant";
constexpr std::string_view kMoves = "the first axis stays that of the batch";

constexpr std::array kOperators{
    Operator{"Add", add, kTwo},
    Operator{"AveragePool", averagePool, "rows and columns only"},
    Operator{"BatchNormalization", batchNorm, "inference only"},
    Operator{"Clip", clip, "constant bounds"},
    Operator{"Concat", concat, "not along the batch"},
    Operator{"Constant", constant, "a tensor"},
    Operator{"Conv", conv, "rows and columns only; constant weights"},
    Operator{"ConvTranspose", convTranspose, "rows and columns only; constant weights"},
    Operator{"Div", div, "as Mul; division by a constant is multiplication by its float32 reciprocal"},
    Operator{"Dropout", dropout, "passed over; inference only; not its second output"},
    Operator{"Elu", elu, ""},
    Operator{"Flatten", flatten, "axis 1"},
    Operator{"Gemm", gemm, "constant B and C; not transA; C one number or one for each output"},
    Operator{"GlobalAveragePool", globalAveragePool, "rows and columns only"},
    Operator{"GlobalMaxPool", globalMaxPool, "rows and columns only"},
    Operator{"HardSigmoid", hardSigmoid, "becomes mul, add and clip"},
    Operator{"HardSwish", hardSwish, "becomes mul, add, clip and mul"},
    Operator{"Identity", pass, "passed over"},
    Operator{"LRN", lrn, "of an image"},
    Operator{"LeakyRelu", leakyRelu, ""},
    Operator{"LogSoftmax", logSoftmax, "as Softmax"},
    Operator{"MatMul", matMul, "[batch, elements] and a constant matrix"},
    Operator{"MaxPool", maxPool, "rows and columns only; not its second output"},
    Operator{"Mul", mul, kTwo},
    Operator{"PRelu", parametricRelu, "constant slope, one for all or one for each channel"},
    Operator{"Pad", pad, "constant, edge, reflect or wrap; not the batch"},
    Operator{"ReduceMean", reduceMean, "over rows and columns"},
    Operator{"Relu", relu, ""},
    Operator{"Reshape", reshape, kMoves},
    Operator{"Resize", resize, "rows and columns; not antialias, tf_crop_and_resize"},
    Operator{"Sigmoid", sigmoid, ""},
    Operator{"Slice", slice, "constant; not the batch"},
    Operator{"Softmax", softmax, "not along the batch"},
    Operator{"Split", split, "constant; not the batch"},
    Operator{"Squeeze", squeeze, kMoves},
    Operator{"Sub", sub, kTwo},
    Operator{"Sum", sum, "like Add, from left to right"},
    Operator{"Tanh", tangent, ""},
    Operator{"Transpose", transpose, kMoves},
    Operator{"Unsqueeze", unsqueeze, kMoves},
    Operator{"Upsample", upsample, "rows and columns; scales as an input"},
};

} // namespace

std::span<const Operator> operators() { return kOperators; }

} // namespace lw::network::onnx
