// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/normalise.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"

#include <algorithm>
#include <cmath>

// An input that somebody gives, in the form that the network reads.
namespace lw::network {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

// Of one input, without the axis of the batch that frameworks keep; a last extent of 1 may be missing.
Shape shapeOfOne(const Network& network, Shape shape) {
    const Shape& wanted = network.input.shape;
    const bool hasOne = wanted.size() == 3 && wanted[2] == 1;
    const auto isOne = [&](const Shape& given) {
        return given == wanted || (hasOne && given == Shape{wanted[0], wanted[1]});
    };
    if (!isOne(shape) && !shape.empty() && shape.front() == 1 && isOne(Shape(shape.begin() + 1, shape.end())))
        shape.erase(shape.begin());
    if (hasOne && shape.size() == 2) shape.push_back(1);
    return shape;
}

std::string wayOut(const Network& network, const Tensor& input, bool fits) {
    const Shape& given = input.shape();
    if (!fits && !given.empty() && Shape(given.begin() + 1, given.end()) == network.input.shape)
        return "they are " + std::to_string(given.front()) + " inputs, of which array[0] is the first";
    if (!fits) return "crop, scale or turn it first";
    if (network.precision == Precision::I8 && !network.input.step) return "quantise it to codes first";
    if (input.dtype() != DType::I8) return "array.astype('float32') converts it";
    // In a mixed file the part before is an int8 network.
    return "`lw net run --dequantise` writes what codes of an int8 network stand for, array.astype('float32') converts "
           "numbers";
}

Problem badInput(const Network& network, const Tensor& input, bool fits) {
    const bool isInt8 = network.precision == Precision::I8;
    std::string wanted(tensor::nameOf(isInt8 ? DType::I8 : DType::F32));
    if (isInt8 && network.input.step) wanted += " or float32";
    return {&messages::kInputShape,
            {std::move(wanted), tensor::shapeText(network.input.shape),
             std::string(tensor::nameOf(input.dtype())), tensor::shapeText(input.shape()),
             wayOut(network, input, fits)},
            {},
            {},
            {}};
}

// Numbers as codes of the input's scale.
Result<Tensor> quantised(const Input& by, const Tensor& numbers) {
    LW_TRY(const Tensor reals, tensor::cast(numbers, DType::F32));
    Tensor out(DType::I8, numbers.shape());
    for (std::uint64_t i = 0; i < reals.count(); ++i) {
        const float x = reals.at<float>(i);
        if (std::isnan(x))
            return Problem{
                &messages::kNoCode, {tensor::shapeText(tensor::indexOf(numbers.shape(), i))}, {}, {}, {}};
        out.set(i, static_cast<std::int8_t>(codeOf(x, *by.step, by.zero)));
    }
    return out;
}

// Bytes as codes: either they already are, or they count from the code for zero.
Result<Tensor> ofBytes(const Input& by, const Tensor& bytes) {
    LW_TRY(Tensor wide, tensor::cast(bytes, DType::I16));
    const std::int32_t more = by.isUnsigned ? -128 : by.zero;
    for (std::uint64_t i = 0; i < wide.count(); ++i)
        wide.set(i, static_cast<std::int16_t>(wide.at<std::int16_t>(i) + more));
    return tensor::cast(wide, DType::I8);
}

Result<Tensor> codesOf(const Input& by, const Tensor& input) {
    if (input.dtype() == DType::I8) return input;
    const bool isBytes = input.dtype() == DType::U8;
    if (isBytes && (by.isUnsigned || !by.step)) return ofBytes(by, input);
    return quantised(by, isBytes ? normalised(by.normalise, input) : input);
}

} // namespace

Result<Tensor> asInput(const Network& network, const Tensor& input, Arithmetic arithmetic) {
    const bool isInt8 = network.precision == Precision::I8;
    if (isInt8 && arithmetic == Arithmetic::F64)
        return Problem{&messages::kOtherPrecision, {"f64"}, {}, {}, {}};
    const DType wanted = isInt8 ? DType::I8 : arithmetic == Arithmetic::F64 ? DType::F64 : DType::F32;
    Shape shape = shapeOfOne(network, input.shape());
    const bool areReal = input.dtype() == DType::F32 || input.dtype() == DType::F16;
    const bool areNumbers = areReal && (!isInt8 || network.input.step);
    const bool fits = shape == network.input.shape;
    if (!fits || (input.dtype() != wanted && input.dtype() != DType::U8 && !areNumbers))
        return badInput(network, input, fits);
    const bool isBytes = input.dtype() == DType::U8;
    LW_TRY(const Tensor converted,
           isInt8 ? codesOf(network.input, input)
                  : tensor::cast(isBytes ? normalised(network.input.normalise, input) : input, wanted));
    return Tensor(wanted, std::move(shape), {converted.bytes().begin(), converted.bytes().end()});
}

} // namespace lw::network
