// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

#include <cmath>
#include <limits>

// Operators that work element by element.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// The same value element by element: order and layout stay.
Outcome elementwise(Use& use, Layer layer) {
    LW_TRY(const Value input, use.value(0));
    return use.giveLike(std::move(layer), {input}, input);
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

// A bound: an attribute in old files, else an input of one number. A missing bound is the largest number,
// as the standard says: only then does an infinity become a number.
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

} // namespace

Outcome relu(Use& use) { return elementwise(use, layerOf(Kind::Relu)); }
Outcome sigmoid(Use& use) { return elementwise(use, layerOf(Kind::Sigmoid)); }
Outcome tangent(Use& use) { return elementwise(use, layerOf(Kind::Tanh)); }
Outcome exponential(Use& use) { return elementwise(use, layerOf(Kind::Exp)); }
Outcome logarithm(Use& use) { return elementwise(use, layerOf(Kind::Log)); }

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

// max(x, 0) + slope * min(x, 0), if slopes differ among pixels. An infinite slope times 0 would be NaN.
Outcome slopesOfElements(Use& use, const Value& input, Tensor slopes) {
    for (std::uint64_t i = 0; i < slopes.count(); ++i)
        if (!std::isfinite(slopes.at<float>(i)))
            return use.wrong("a slope among those of pixels is not finite");
    LW_TRY(const Value above, use.beforeLike(layerOf(Kind::Relu), {input}, input, ".above"));
    LW_TRY(const Value below, use.beforeLike(clipTo(-kNoBound, 0), {input}, input, ".below"));
    LW_TRY(const Value slope, constantValue(use, std::move(slopes), input));
    LW_TRY(const Value scaled, use.beforeLike(layerOf(Kind::Mul), {below, slope}, input, ".scaled"));
    return use.giveLike(layerOf(Kind::Add), {above, scaled}, input);
}

Outcome parametricRelu(Use& use) {
    LW_TRY(Value input, use.value(0));
    if (input.layout != Layout::Flat) {
        LW_TRY(input, use.apart(0));
    }
    LW_TRY(Tensor slopes, constantBeside(use, 1, input));
    if (slopes.count() != 1 && slopes.count() != slopes.shape().back())
        return slopesOfElements(use, input, std::move(slopes));
    Layer layer = layerOf(Kind::PRelu);
    const Shape list{slopes.count()};
    layer.weights = Tensor(DType::F32, list, {slopes.bytes().begin(), slopes.bytes().end()});
    return use.giveLike(std::move(layer), {input}, input);
}

// max(0, min(1, alpha * x + beta)), as three layers.
Result<Value> hardSigmoidOf(Use& use, const Value& input, float alpha, float beta) {
    LW_TRY(const Value factor, numberBeside(use, alpha, input));
    LW_TRY(const Value scaled, use.beforeLike(layerOf(Kind::Mul), {input, factor}, input, ".scaled"));
    LW_TRY(const Value summand, numberBeside(use, beta, input));
    return use.beforeLike(layerOf(Kind::Add), {scaled, summand}, input, ".shifted");
}

Outcome hardSigmoid(Use& use) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const double alpha, use.real("alpha", 0.2));
    LW_TRY(const double beta, use.real("beta", 0.5));
    LW_TRY(const Value line, hardSigmoidOf(use, input, static_cast<float>(alpha), static_cast<float>(beta)));
    return use.giveLike(clipTo(0, 1), {line}, input);
}

Outcome hardSwish(Use& use) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Value line, hardSigmoidOf(use, input, 1.0f / 6, 0.5f));
    LW_TRY(const Value gate, use.beforeLike(clipTo(0, 1), {line}, input, ".gate"));
    return use.giveLike(layerOf(Kind::Mul), {input, gate}, input);
}

} // namespace lw::network::onnx
