// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace reference::onnx {

namespace {

template <typename F> Outputs each(const Tensor& x, const F& f) {
    Tensor out = x;
    for (double& value : out.values) value = f(value);
    return {out};
}
template <typename F> Tensor both(const Tensor& a, const Tensor& b, const F& f) {
    Tensor out(commonShape(a.shape, b.shape));
    out.isWhole = a.isWhole && b.isWhole;
    for (std::int64_t i = 0; i < countOf(out.shape); ++i)
        out[i] = f(a[placeIn(a.shape, out.shape, i)], b[placeIn(b.shape, out.shape, i)]);
    return out;
}

// Files before version 7 say at which axis the second one's extents begin.
Tensor alignedSecond(const Call& call) {
    Tensor b = call.in(1);
    if (call.operatorSet < 7 && call.node.has("axis")) {
        const std::int64_t axis = call.axis(call.node.integer("axis", 0), call.in(0).rank());
        while (axis + b.rank() < call.in(0).rank()) b.shape.push_back(1);
    }
    return b;
}
template <typename F> Outputs ofTwo(const Call& call, const F& f) {
    return {both(call.in(0), alignedSecond(call), f)};
}
// Of any number, from left to right.
template <typename F> Outputs ofMany(const Call& call, const F& f) {
    Tensor out = call.in(0);
    for (std::size_t i = 1; i < call.inputs.size(); ++i) out = both(out, call.in(i), f);
    return {out};
}

Outputs add(const Call& call) {
    return ofTwo(call, [](double x, double y) { return x + y; });
}
Outputs sub(const Call& call) {
    return ofTwo(call, [](double x, double y) { return x - y; });
}
Outputs mul(const Call& call) {
    return ofTwo(call, [](double x, double y) { return x * y; });
}
Outputs div(const Call& call) {
    const bool isWhole = call.in(0).isWhole && call.in(1).isWhole;
    return ofTwo(call, [&](double x, double y) { return isWhole ? std::trunc(x / y) : x / y; });
}
Outputs power(const Call& call) {
    return ofTwo(call, [](double x, double y) { return std::pow(x, y); });
}
Outputs equal(const Call& call) {
    Outputs out = ofTwo(call, [](double x, double y) { return x == y ? 1.0 : 0.0; });
    out[0].isWhole = true;
    return out;
}
Outputs sum(const Call& call) {
    return ofMany(call, [](double x, double y) { return x + y; });
}
Outputs largest(const Call& call) {
    return ofMany(call, [](double x, double y) { return std::max(x, y); });
}
Outputs smallest(const Call& call) {
    return ofMany(call, [](double x, double y) { return std::min(x, y); });
}
Outputs mean(const Call& call) {
    Outputs out = sum(call);
    for (double& value : out[0].values) value /= static_cast<double>(call.inputs.size());
    return out;
}
Outputs where(const Call& call) {
    const Tensor &which = call.in(0), &x = call.in(1), &y = call.in(2);
    Tensor out(commonShape(which.shape, commonShape(x.shape, y.shape)));
    out.isWhole = x.isWhole;
    for (std::int64_t i = 0; i < countOf(out.shape); ++i)
        out[i] = which[placeIn(which.shape, out.shape, i)] != 0 ? x[placeIn(x.shape, out.shape, i)]
                                                                : y[placeIn(y.shape, out.shape, i)];
    return {out};
}

Outputs pass(const Call& call) { return {call.in(0)}; }
Outputs dropout(const Call& call) {
    if (call.has(2) && call.in(2)[0] != 0) throw std::runtime_error("training is not known here");
    Tensor mask(call.in(0).shape, 1);
    mask.isWhole = true;
    return {call.in(0), mask};
}
Outputs cast(const Call& call) {
    const std::int64_t to = call.node.integer("to", 1);
    if (to == 10) throw std::runtime_error("rounding to float16 is not known here");
    const bool isFloat = to == 1 || to == 11;
    Tensor out = call.in(0);
    for (double& value : out.values) {
        if (to == 9) value = value != 0 ? 1 : 0;
        if (to == 1) value = static_cast<double>(static_cast<float>(value));
        if (!isFloat) value = std::trunc(value);
    }
    out.isWhole = !isFloat;
    return {out};
}

Outputs castLike(const Call& call) {
    if (call.in(1).isHalf) throw std::runtime_error("rounding to float16 is not known here");
    Outputs out{call.in(0)};
    out[0].isWhole = call.in(1).isWhole;
    if (out[0].isWhole)
        for (double& value : out[0].values) value = std::trunc(value);
    return out;
}

Outputs relu(const Call& call) {
    return each(call.in(0), [](double x) { return std::max(x, 0.0); });
}
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
Outputs sigmoid(const Call& call) { return each(call.in(0), logistic); }
Outputs tangent(const Call& call) {
    return each(call.in(0), [](double x) { return std::tanh(x); });
}
Outputs leakyRelu(const Call& call) {
    const double alpha = call.node.real("alpha", static_cast<double>(0.01f));
    return each(call.in(0), [&](double x) { return x < 0 ? alpha * x : x; });
}
Outputs elu(const Call& call) {
    const double alpha = call.node.real("alpha", 1);
    return each(call.in(0), [&](double x) { return x < 0 ? alpha * (std::exp(x) - 1) : x; });
}
double hardSigmoidOf(double x, double alpha, double beta) {
    return std::max(0.0, std::min(1.0, alpha * x + beta));
}
Outputs hardSigmoid(const Call& call) {
    const double alpha = call.node.real("alpha", static_cast<double>(0.2f)),
                 beta = call.node.real("beta", 0.5);
    return each(call.in(0), [&](double x) { return hardSigmoidOf(x, alpha, beta); });
}
Outputs hardSwish(const Call& call) {
    return each(call.in(0), [](double x) { return x * hardSigmoidOf(x, 1.0 / 6, 0.5); });
}
// The slopes are broadcast from the last axis on, except in the oldest files, which give one for each
// channel.
Outputs parametricRelu(const Call& call) {
    Tensor slopes = call.in(1);
    if (call.operatorSet < 7 && slopes.rank() == 1)
        for (std::int64_t i = 2; i < call.in(0).rank(); ++i) slopes.shape.push_back(1);
    return {both(call.in(0), slopes, [](double x, double slope) { return x < 0 ? slope * x : x; })};
}
Outputs clip(const Call& call) {
    constexpr double kMost = std::numeric_limits<double>::infinity();
    const double low = call.has(1) ? call.in(1)[0] : call.node.real("min", -kMost);
    const double high = call.has(2) ? call.in(2)[0] : call.node.real("max", kMost);
    return each(call.in(0), [&](double x) { return std::min(std::max(x, low), high); });
}
Outputs squareRoot(const Call& call) {
    return each(call.in(0), [](double x) { return std::sqrt(x); });
}
Outputs exponential(const Call& call) {
    return each(call.in(0), [](double x) { return std::exp(x); });
}
Outputs logarithm(const Call& call) {
    return each(call.in(0), [](double x) { return std::log(x); });
}
Outputs errorFunction(const Call& call) {
    return each(call.in(0), [](double x) { return std::erf(x); });
}
Outputs negative(const Call& call) {
    return each(call.in(0), [](double x) { return -x; });
}
Outputs lower(const Call& call) {
    return each(call.in(0), [](double x) { return std::floor(x); });
}

} // namespace

Shape commonShape(const Shape& a, const Shape& b) {
    Shape out(std::max(a.size(), b.size()), 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1,
                           y = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (x != y && x != 1 && y != 1) throw std::runtime_error("two shapes do not fit each other");
        out[out.size() - 1 - i] = x == 1 ? y : x;
    }
    return out;
}

std::int64_t placeIn(const Shape& from, const Shape& shape, std::int64_t index) {
    std::int64_t place = 0, step = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::int64_t extent = shape[shape.size() - 1 - i], at = index % extent;
        index /= extent;
        if (i >= from.size()) break;
        const std::int64_t own = from[from.size() - 1 - i];
        if (own != 1) place += at * step;
        step *= own;
    }
    return place;
}

std::vector<NamedOperator> elementwiseOperators() {
    return {{"Add", add},
            {"Cast", cast},
            {"CastLike", castLike},
            {"Clip", clip},
            {"Div", div},
            {"Dropout", dropout},
            {"Elu", elu},
            {"Equal", equal},
            {"Erf", errorFunction},
            {"Exp", exponential},
            {"Floor", lower},
            {"HardSigmoid", hardSigmoid},
            {"HardSwish", hardSwish},
            {"Identity", pass},
            {"LeakyRelu", leakyRelu},
            {"Log", logarithm},
            {"Max", largest},
            {"Mean", mean},
            {"Min", smallest},
            {"Mul", mul},
            {"Neg", negative},
            {"PRelu", parametricRelu},
            {"Pow", power},
            {"Relu", relu},
            {"Sigmoid", sigmoid},
            {"Sqrt", squareRoot},
            {"Sub", sub},
            {"Sum", sum},
            {"Tanh", tangent},
            {"Where", where}};
}

} // namespace reference::onnx
