// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

#include <cstring>
#include <functional>
#include <numeric>

// What the operators computed while a file is read have in common.
namespace lw::network::onnx::fold {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;
using Numbers = std::vector<std::int64_t>;

// The numbers of a constant input of whole numbers: axes, extents, places.
inline Result<Numbers> wholeNumbers(const Use& use, std::size_t input) {
    LW_TRY(const Tensor* const given, use.anyConstant(input));
    if (given->dtype() != DType::I64 && given->dtype() != DType::I32)
        return use.wrong("input " + std::to_string(input) + " holds " +
                         std::string(tensor::nameOf(given->dtype())) + ", not whole numbers");
    Numbers out;
    out.reserve(given->count());
    for (std::uint64_t i = 0; i < given->count(); ++i)
        out.push_back(given->dtype() == DType::I64 ? given->at<std::int64_t>(i) : given->at<std::int32_t>(i));
    return out;
}

// An attribute in files of older versions, an input in newer ones.
inline Result<std::optional<Numbers>> numbersOf(Use& use, std::string_view name, std::size_t input) {
    if (use.has(input)) {
        LW_TRY(Numbers given, wholeNumbers(use, input));
        return std::optional(std::move(given));
    }
    return use.list(name);
}

// An axis counted from the end is negative.
inline Result<std::size_t> axisOf(const Use& use, std::int64_t axis, std::size_t extents) {
    const auto count = static_cast<std::int64_t>(extents);
    if (axis < -count || axis >= count)
        return use.wrong("there is no axis " + std::to_string(axis) + " among " + std::to_string(count));
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

inline Result<std::vector<bool>> axesOf(const Use& use, const Numbers& axes, std::size_t extents) {
    std::vector<bool> out(extents);
    for (const std::int64_t axis : axes) {
        LW_TRY(const std::size_t one, axisOf(use, axis, extents));
        if (out[one]) return use.wrong("axis " + std::to_string(axis) + " is given twice");
        out[one] = true;
    }
    return out;
}

// What a node gives, before it is made: small files could ask for a great deal of it.
inline Outcome countResult(const Use& use, const Shape& shape) {
    const auto count = tensor::countOf(shape);
    if (!count) return use.wrong("its result is too large");
    if (shape.size() > kMostConstantExtents)
        return use.wrong("its result has " + std::to_string(shape.size()) + " extents; at most " +
                         std::to_string(kMostConstantExtents) + " are supported");
    return use.countMade(*count);
}

// A tensor of this shape whose elements are those of another one, from wherever `sourceOf` says.
template <typename SourceOf>
Result<Tensor> gathered(const Use& use, const Tensor& from, Shape shape, const SourceOf& sourceOf) {
    LW_TRY([[maybe_unused]] const Done counted, countResult(use, shape));
    Tensor out(from.dtype(), std::move(shape));
    const std::size_t size = tensor::sizeOf(from.dtype());
    for (std::uint64_t i = 0; i < out.count(); ++i)
        std::memcpy(out.bytes().data() + i * size, from.bytes().data() + sourceOf(i) * size, size);
    return out;
}

inline Outcome giveReshaped(Use& use, const Tensor& from, Shape shape) {
    LW_TRY([[maybe_unused]] const Done counted, countResult(use, shape));
    return use.give(Tensor(from.dtype(), std::move(shape), {from.bytes().begin(), from.bytes().end()}));
}

inline Tensor wholeNumbersOf(Shape shape, const Numbers& numbers) {
    return Tensor::of<std::int64_t>(DType::I64, std::move(shape), numbers);
}

// Elements from one index of an axis to the next.
inline std::uint64_t stepOf(const Shape& shape, std::size_t axis) {
    return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end(),
                           std::uint64_t{1}, std::multiplies<>());
}

// The shapes that the node makes from one (onnx_shapes.cpp).
Result<Shape> unsqueezedShape(Use& use, const Shape& old);
Result<Shape> squeezedShape(Use& use, const Shape& old);
Result<Shape> reshapedShape(Use& use, const Shape& old);
// Which axis each one was: perm of Transpose.
Result<std::vector<std::size_t>> orderOf(Use& use, std::size_t extents);

// For one axis of a Slice: from where, in which steps, and how many.
struct Cut {
    std::int64_t start = 0, step = 1;
    std::uint64_t count = 0;
};
Result<std::vector<Cut>> cutsOf(Use& use, const Shape& old);

// Operators that only move numbers or look at extents (onnx_fold_moves.cpp).
Outcome shapeOperator(Use& use);
Outcome sizeOperator(Use& use);
Outcome identity(Use& use);
Outcome unsqueeze(Use& use);
Outcome squeeze(Use& use);
Outcome reshape(Use& use);
Outcome concat(Use& use);
Outcome gather(Use& use);
Outcome transpose(Use& use);
Outcome slice(Use& use);

// onnx_fold.cpp
Outcome castTo(Use& use, tensor::DType dtype);

// onnx_fold_range.cpp
Outcome range(Use& use);

} // namespace lw::network::onnx::fold
