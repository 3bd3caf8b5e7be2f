// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"

#include <algorithm>

// Extents, and numbers in other places.
namespace lw::network::onnx::fold {

// ---- extents

Outcome shapeOperator(Use& use) {
    LW_TRY(const Shape shape, use.extentsOf(0));
    const auto count = static_cast<std::int64_t>(shape.size());
    const auto clamped = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + count : at, 0, count);
    };
    LW_TRY(const std::int64_t start, use.integer("start", 0));
    LW_TRY(const std::int64_t end, use.integer("end", count));
    Numbers out;
    for (std::int64_t i = clamped(start); i < clamped(end); ++i)
        out.push_back(static_cast<std::int64_t>(shape[static_cast<std::size_t>(i)]));
    return use.give(wholeNumbersOf({out.size()}, out));
}

Outcome sizeOperator(Use& use) {
    LW_TRY(const Shape shape, use.extentsOf(0));
    const auto count = tensor::countOf(shape);
    if (!count) return use.wrong("its result is too large");
    return use.give(wholeNumbersOf({}, {static_cast<std::int64_t>(*count)}));
}

Outcome identity(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    return giveReshaped(use, *given, given->shape());
}

Outcome reshapedBy(Use& use, Result<Shape> (*newShape)(Use&, const Shape&)) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(Shape shape, newShape(use, given->shape()));
    return giveReshaped(use, *given, std::move(shape));
}
Outcome unsqueeze(Use& use) { return reshapedBy(use, unsqueezedShape); }
Outcome squeeze(Use& use) { return reshapedBy(use, squeezedShape); }
Outcome reshape(Use& use) { return reshapedBy(use, reshapedShape); }

// ---- moving numbers

Outcome concat(Use& use) {
    std::vector<const Tensor*> parts;
    for (std::size_t i = 0; i < use.inputs(); ++i) {
        LW_TRY(const Tensor* const part, use.anyConstant(i));
        parts.push_back(part);
    }
    if (parts.empty()) return use.wrong("it has no input");
    Shape shape = parts[0]->shape();
    LW_TRY(const std::int64_t given, use.integer("axis", 1)); // of the first version, where none is given
    LW_TRY(const std::size_t axis, axisOf(use, given, shape.size()));
    shape[axis] = 0;
    for (const Tensor* const part : parts) {
        Shape expected = shape;
        if (part->shape().size() == shape.size()) expected[axis] = part->shape()[axis];
        if (part->shape() != expected || part->dtype() != parts[0]->dtype())
            return use.wrong("its inputs do not fit together");
        shape[axis] += part->shape()[axis];
    }
    LW_TRY([[maybe_unused]] const Done counted, countResult(use, shape));
    Tensor out(parts[0]->dtype(), shape);
    const std::size_t size = tensor::sizeOf(out.dtype());
    std::size_t at = 0; // in bytes
    for (const Tensor* const part : parts) {
        const std::size_t run = part->shape()[axis] * stepOf(shape, axis) * size,
                          whole = shape[axis] * stepOf(shape, axis) * size;
        for (std::size_t i = 0; run != 0 && i * run < part->bytes().size(); ++i)
            std::memcpy(out.bytes().data() + i * whole + at, part->bytes().data() + i * run, run);
        at += run;
    }
    return use.give(std::move(out));
}

Outcome gather(Use& use) {
    LW_TRY(const Tensor* const data, use.anyConstant(0));
    LW_TRY(const Tensor* const where, use.anyConstant(1));
    LW_TRY(const Numbers places, wholeNumbers(use, 1));
    LW_TRY(const std::int64_t given, use.integer("axis", 0));
    LW_TRY(const std::size_t axis, axisOf(use, given, data->shape().size()));
    const auto extent = static_cast<std::int64_t>(data->shape()[axis]);
    for (const std::int64_t place : places)
        if (place < -extent || place >= extent)
            return use.wrong("it takes number " + std::to_string(place) + " of " + std::to_string(extent));
    Shape shape = data->shape();
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), where->shape().begin(),
                 where->shape().end());
    const std::uint64_t step = stepOf(data->shape(), axis), taken = places.size();
    LW_TRY(Tensor out, gathered(use, *data, std::move(shape), [&](std::uint64_t i) {
               const std::int64_t place = places[i / step % taken];
               const auto row = static_cast<std::uint64_t>(place < 0 ? place + extent : place);
               return (i / step / taken * static_cast<std::uint64_t>(extent) + row) * step + i % step;
           }));
    return use.give(std::move(out));
}

Outcome transpose(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const std::vector<std::size_t> order, orderOf(use, given->shape().size()));
    Shape shape, steps;
    for (const std::size_t axis : order) {
        shape.push_back(given->shape()[axis]);
        steps.push_back(stepOf(given->shape(), axis));
    }
    LW_TRY(Tensor out, gathered(use, *given, shape, [&](std::uint64_t i) {
               std::uint64_t source = 0;
               for (std::size_t axis = shape.size(); axis-- > 0; i /= shape[axis])
                   source += i % shape[axis] * steps[axis];
               return source;
           }));
    return use.give(std::move(out));
}

Outcome slice(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    const Shape& old = given->shape();
    LW_TRY(const std::vector<Cut> cuts, cutsOf(use, old));
    Shape shape, places;
    for (std::size_t axis = 0; axis < cuts.size(); ++axis) {
        shape.push_back(cuts[axis].count);
        places.push_back(stepOf(old, axis));
    }
    LW_TRY(Tensor out, gathered(use, *given, shape, [&](std::uint64_t i) {
               std::uint64_t source = 0;
               for (std::size_t axis = shape.size(); axis-- > 0; i /= shape[axis]) {
                   const auto step = static_cast<std::int64_t>(i % shape[axis]) * cuts[axis].step;
                   source += static_cast<std::uint64_t>(cuts[axis].start + step) * places[axis];
               }
               return source;
           }));
    return use.give(std::move(out));
}

} // namespace lw::network::onnx::fold
