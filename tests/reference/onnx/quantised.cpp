// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cmath>

// Operators on codes of 8 bits. Sums are exact; what is rounded is rounded once, half to even.
namespace reference::onnx {

namespace {

// A scale or zero of element `index`: one for all, or one for each index along the axis.
double valueAt(const Tensor& of, const Around& around, std::int64_t index) {
    return of.values.size() == 1 ? of[0] : of[index / around.after % around.along];
}

double saturated(double code, bool isUnsigned) {
    return isUnsigned ? std::clamp(code, 0.0, 255.0) : std::clamp(code, -128.0, 127.0);
}

// Numbers as codes; of uint8 where no zero says another type.
Tensor codesOf(const Tensor& x, const Tensor& scale, const Tensor* zero, std::int64_t axis) {
    Tensor out = x;
    out.isWhole = true;
    out.isUnsigned = !zero || zero->isUnsigned;
    const Around around = aroundAxis(x.shape, axis);
    for (std::int64_t i = 0; i < countOf(x.shape); ++i) {
        const double code = std::nearbyint(x[i] / valueAt(scale, around, i));
        out[i] = saturated(code + (zero ? valueAt(*zero, around, i) : 0), out.isUnsigned);
    }
    return out;
}

// Codes less their zero; times the scale if there is one.
Tensor numbersOf(const Tensor& x, const Tensor* scale, const Tensor* zero, std::int64_t axis) {
    Tensor out = x;
    out.isWhole = !scale;
    const Around around = aroundAxis(x.shape, axis);
    for (std::int64_t i = 0; i < countOf(x.shape); ++i) {
        if (zero) out[i] -= valueAt(*zero, around, i);
        if (scale) out[i] *= valueAt(*scale, around, i);
    }
    return out;
}

const Tensor* optional(const Call& call, std::size_t input) {
    return call.has(input) ? call.inputs[input] : nullptr;
}

Outputs quantize(const Call& call) {
    const std::int64_t axis = call.axis(call.node.integer("axis", 1), call.in(0).rank());
    return {codesOf(call.in(0), call.in(1), optional(call, 2), axis)};
}
Outputs dequantize(const Call& call) {
    const std::int64_t axis = call.axis(call.node.integer("axis", 1), call.in(0).rank());
    return {numbersOf(call.in(0), &call.in(1), optional(call, 2), axis)};
}

// A product of codes less their zeros, by the operator of numbers.
Tensor product(const Call& call, const char* operation, const Tensor& a, const Tensor& b,
               const Tensor* bias) {
    Call of{call.node, {&a, &b}, call.operatorSet};
    if (bias) of.inputs.push_back(bias);
    Tensor out = operatorOf(operation)(of).at(0);
    out.isWhole = true;
    return out;
}
// Sums as codes of another scale: that of the second factor may differ along an axis of the result.
Tensor rescaled(const Call& call, Tensor sums, std::int64_t axis) {
    const Around around = aroundAxis(sums.shape, axis);
    for (std::int64_t i = 0; i < countOf(sums.shape); ++i)
        sums[i] *= call.in(1)[0] * valueAt(call.in(4), around, i);
    return codesOf(sums, call.in(6), &call.in(7), axis);
}
Outputs convCodes(const Call& call) {
    const Tensor x = numbersOf(call.in(0), nullptr, &call.in(2), 0),
                 w = numbersOf(call.in(3), nullptr, &call.in(5), 0);
    return {rescaled(call, product(call, "Conv", x, w, optional(call, 8)), 1)};
}
Outputs matMulCodes(const Call& call) {
    const std::int64_t last = call.in(3).rank() - 1;
    const Tensor a = numbersOf(call.in(0), nullptr, &call.in(2), 0);
    const Tensor b = numbersOf(call.in(3), nullptr, &call.in(5), last);
    Tensor sums = product(call, "MatMul", a, b, nullptr);
    const std::int64_t axis = sums.rank() - 1;
    return {rescaled(call, std::move(sums), axis)};
}

Outputs convSums(const Call& call) {
    const Tensor x = numbersOf(call.in(0), nullptr, optional(call, 2), 0);
    const Tensor w = numbersOf(call.in(1), nullptr, optional(call, 3), 0);
    return {product(call, "Conv", x, w, nullptr)};
}
Outputs matMulSums(const Call& call) {
    const Tensor a = numbersOf(call.in(0), nullptr, optional(call, 2), call.in(0).rank() - 2);
    const Tensor b = numbersOf(call.in(1), nullptr, optional(call, 3), call.in(1).rank() - 1);
    return {product(call, "MatMul", a, b, nullptr)};
}

} // namespace

std::vector<NamedOperator> quantisedOperators() {
    return {{"ConvInteger", convSums},  {"DequantizeLinear", dequantize}, {"MatMulInteger", matMulSums},
            {"QLinearConv", convCodes}, {"QLinearMatMul", matMulCodes},   {"QuantizeLinear", quantize}};
}

} // namespace reference::onnx
