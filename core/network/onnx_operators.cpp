// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"
#include "core/network/onnx_quantise.h"

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
    LW_TRY(const Value given, use.value(0));
    LW_TRY(const Value input,
           given.layout == Layout::Flat ? use.arranged(0, Arrangement::Straight) : use.image(0));
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
    return use.give(std::move(layer), {input}, input.layout);
}

// Along one axis; before version 13 along all axes from it on.
Outcome softmaxOf(Use& use, Kind kind) {
    const bool isOld = use.operatorSet() < 13;
    LW_TRY(std::int64_t axis, use.integer("axis", isOld ? 1 : -1));
    Layer layer;
    layer.kind = kind;
    LW_TRY(const Shape seen, use.extentsOf(0));
    if (isOld && axis < 0) axis += std::ssize(seen);
    const auto after = std::span(seen).subspan(std::min(seen.size(), static_cast<std::size_t>(axis) + 1));
    if (isOld && std::ranges::any_of(after, [](std::uint64_t extent) { return extent != 1; })) {
        LW_TRY(const Value all, use.value(0));
        if (all.layout == Layout::Plain || axis != 1)
            return use.wrong("before version 13 of the operators it works along axis " +
                             std::to_string(axis) +
                             " and all after it, and more than one of them is larger than 1");
        Layer flat, back;
        flat.kind = Kind::Flatten;
        LW_TRY(const Value list, use.before(std::move(flat), {all}, Layout::Flat, ".flat"));
        LW_TRY(const Value made, use.before(std::move(layer), {list}, Layout::Flat, ".softmax"));
        back.kind = Kind::Reshape;
        back.newShape = use.shapeOf(all);
        return use.give(std::move(back), {made}, all.layout, all.view);
    }
    LW_TRY(const Value input, use.apart(0));
    LW_TRY(layer.axis, axisOf(use, axis, input));
    if (*layer.axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
    return use.giveLike(std::move(layer), {input}, input);
}
Outcome softmax(Use& use) { return softmaxOf(use, Kind::Softmax); }
Outcome logSoftmax(Use& use) { return softmaxOf(use, Kind::LogSoftmax); }

// In one of several attributes: a tensor, or numbers, which are int64 and float32.
Outcome constant(Use& use) {
    const Attributes& given = use.node().attributes;
    if (given.size() != 1) return use.wrong("it needs exactly one attribute with its value");
    const auto& [name, attribute] = *given.begin();
    LW_TRY(std::optional<Tensor> value, use.tensor("value"));
    if (value) return use.give(std::move(*value));
    use.ignore(name);
    if (name == "value_int" && attribute.integer)
        return use.give(Tensor::of<std::int64_t>(DType::I64, {}, std::vector{*attribute.integer}));
    if (name == "value_ints")
        return use.give(
            Tensor::of<std::int64_t>(DType::I64, {attribute.integers.size()}, attribute.integers));
    if (name == "value_float" && attribute.real)
        return use.give(Tensor::of<float>(DType::F32, {}, std::vector{*attribute.real}));
    LW_TRY(const auto reals, use.reals("value_floats"));
    if (!reals)
        return use.wrong("its value is the attribute " + name +
                         "; value, value_int, value_ints, value_float and value_floats are supported");
    return use.give(Tensor::of<float>(DType::F32, {reals->size()}, *reals));
}

// Between types of floats: all are float32 here.
Outcome castTo(Use& use, std::optional<DType> type, const std::string& name) {
    if (type != DType::F32 && type != DType::F64 && type != DType::F16)
        return use.wrong("it casts what layers compute to " + name);
    LW_TRY(const Value input, use.value(0));
    if (use.isInt8() && use.readsCodes(0)) return use.wrong("it casts int8 codes to " + name);
    if (type == DType::F16) use.import().hasHalf = true;
    LW_TRY([[maybe_unused]] const Done given, use.give(input));
    use.import().codes.erase(use.node().outputs[0]);
    return Done{};
}
Outcome castReal(Use& use) {
    LW_TRY(const std::int64_t to, use.integer("to", 0));
    use.ignore("saturate");
    return castTo(use, dtypeOf(to), elementTypeName(to));
}
// To the type of another value, which layers compute as float32, or of a constant.
Outcome castLike(Use& use) {
    use.ignore("saturate");
    DType type = DType::F32;
    if (use.isConstant(1)) {
        LW_TRY(const Tensor* const like, use.anyConstant(1));
        type = like->dtype();
    } else {
        LW_TRY([[maybe_unused]] const Value like, use.value(1));
        if (use.readsCodes(1)) return use.wrong("it casts to the type of int8 codes");
    }
    return use.isConstant(0) ? fold::castTo(use, type) : castTo(use, type, std::string(tensor::nameOf(type)));
}

constexpr std::string_view kTwo = "two values whose extents are equal or 1, or one and a constant";
constexpr std::string_view kQuantisedText =
    "int8 and uint8; one scale for all, of constants also one for each number along an axis";
constexpr std::string_view kMoves = "the first axis stays that of the batch, unless that is 1 for good";
constexpr std::string_view kWindow = "rows and columns, or a length";
constexpr std::string_view kRecurrent =
    "forward, a batch of 1, constant weights and beginnings; Sigmoid and Tanh; not clip";
constexpr std::string_view kReduces = "not over the batch";

constexpr std::array kOperators{
    Operator{"Add", add, kTwo},
    Operator{"ArgMax", argMax,
             "not along the batch; its numbers become float32, of int8 codes int32; not select_last_index"},
    Operator{"AveragePool", averagePool, kWindow},
    Operator{"BatchNormalization", batchNorm, "inference only"},
    Operator{"Cast", castReal, "to types of floats: passed over; of constants", true},
    Operator{"CastLike", castLike, "as Cast", true},
    Operator{"Clip", clip, "constant bounds"},
    Operator{"Concat", concat, "not along the batch", true},
    Operator{"Constant", constant, "a tensor, or numbers"},
    Operator{"Conv", conv, "rows and columns, or a length; constant weights"},
    Operator{"ConvInteger", convInteger, "as Conv; int8 throughout", true},
    Operator{"ConvTranspose", convTranspose, "rows and columns, or a length; constant weights"},
    Operator{"DepthToSpace", depthToSpace, "rows and columns", true},
    Operator{"DequantizeLinear", dequantizeLinear, kQuantisedText, true},
    Operator{"Div", div, "as Mul; division by a constant is multiplication by its float32 reciprocal"},
    Operator{"Dropout", dropout, "passed over; inference only; not its second output"},
    Operator{"Elu", elu, ""},
    Operator{"Exp", exponential, ""},
    Operator{"Flatten", flatten, kMoves, true},
    Operator{"GRU", gru, kRecurrent},
    Operator{"Gather", gather, "constant places; not along the batch", true},
    Operator{"Gemm", gemm, "constant B and C; not transA; C one number or one for each output"},
    Operator{"GlobalAveragePool", globalAveragePool, kWindow},
    Operator{"GlobalMaxPool", globalMaxPool, kWindow, true},
    Operator{"HardSigmoid", hardSigmoid, "becomes mul, add and clip"},
    Operator{"HardSwish", hardSwish, "becomes mul, add, clip and mul"},
    Operator{"Identity", pass, "passed over", true},
    Operator{"LRN", lrn, "of an image"},
    Operator{"LSTM", lstm, kRecurrent},
    Operator{"LeakyRelu", leakyRelu, ""},
    Operator{"Log", logarithm, ""},
    Operator{"LogSoftmax", logSoftmax, "as Softmax"},
    Operator{"MatMul", matMul, "by a constant matrix, along the last axis"},
    Operator{"MatMulInteger", matMulInteger, "as MatMul; int8 throughout", true},
    Operator{"MaxPool", maxPool, "rows and columns, or a length; not its second output", true},
    Operator{"Mul", mul, kTwo},
    Operator{"PRelu", parametricRelu,
             "constant slopes; where they differ among pixels it becomes relu, clip, mul and add"},
    Operator{"Pad", pad, "constant, edge, reflect or wrap, negative in the first two; not the batch", true},
    Operator{"QLinearConv", qLinearConv, "as Conv", true},
    Operator{"QLinearMatMul", qLinearMatMul, "as MatMul", true},
    Operator{"QuantizeLinear", quantizeLinear, kQuantisedText},
    Operator{"ReduceMax", reduceMax, kReduces},
    Operator{"ReduceMean", reduceMean, kReduces},
    Operator{"ReduceSum", reduceSum, kReduces},
    Operator{"Relu", relu, "", true},
    Operator{"Reshape", reshape, kMoves, true},
    Operator{"Resize", resize, "rows and columns; not antialias, tf_crop_and_resize", true},
    Operator{"Sigmoid", sigmoid, ""},
    Operator{"Slice", slice, "constant; not the batch", true},
    Operator{"Softmax", softmax, "not along the batch"},
    Operator{"Split", split, "constant; not the batch", true},
    Operator{"Squeeze", squeeze, kMoves, true},
    Operator{"Sub", sub, kTwo},
    Operator{"Sum", sum, "like Add, from left to right"},
    Operator{"Tanh", tangent, ""},
    Operator{"Transpose", transpose, kMoves, true},
    Operator{"Unsqueeze", unsqueeze, kMoves, true},
    Operator{"Upsample", upsample, "rows and columns", true},
};

} // namespace

std::span<const Operator> operators() { return kOperators; }

} // namespace lw::network::onnx
