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

Outcome unsqueeze(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 1));
    if (!axes) return use.wrong("no axes are given");
    LW_TRY(const std::vector<bool> isNew, axesOf(use, *axes, given->shape().size() + axes->size()));
    Shape shape;
    for (std::size_t i = 0, old = 0; i < isNew.size(); ++i)
        shape.push_back(isNew[i] ? 1 : given->shape()[old++]);
    return giveReshaped(use, *given, std::move(shape));
}

Outcome squeeze(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 1));
    const Shape& old = given->shape();
    std::vector<bool> goes(old.size());
    for (std::size_t i = 0; i < old.size(); ++i) goes[i] = old[i] == 1;
    if (axes) {
        LW_TRY(goes, axesOf(use, *axes, old.size()));
    }
    Shape shape;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (goes[i] && old[i] != 1) return use.wrong("it takes away an extent that is not 1");
        if (!goes[i]) shape.push_back(old[i]);
    }
    return giveReshaped(use, *given, std::move(shape));
}

Outcome reshape(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const std::optional<Numbers> wanted, numbersOf(use, "shape", 1));
    LW_TRY(const std::int64_t allowZero, use.integer("allowzero", 0));
    if (!wanted) return use.wrong("no shape is given");
    Shape shape;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        const std::int64_t extent = (*wanted)[i];
        if (extent < -1 || (extent == -1 && open) ||
            (extent == 0 && !allowZero && i >= given->shape().size()))
            return use.wrong("its shape has the extent " + std::to_string(extent));
        if (extent == -1) open = i;
        shape.push_back(extent == -1                ? 1
                        : extent == 0 && !allowZero ? given->shape()[i]
                                                    : static_cast<std::uint64_t>(extent));
    }
    const std::uint64_t known = tensor::countOf(shape).value_or(0);
    if (open && known == 0) return use.wrong("its open extent follows from no number");
    if (open) shape[*open] = given->count() / known;
    if (tensor::countOf(shape) != given->count())
        return use.wrong("its shape does not hold the " + std::to_string(given->count()) + " numbers");
    return giveReshaped(use, *given, std::move(shape));
}

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
    LW_TRY(const std::optional<Numbers> order, use.list("perm"));
    const std::size_t extents = given->shape().size();
    Numbers axes(extents);
    for (std::size_t i = 0; i < extents; ++i) axes[i] = static_cast<std::int64_t>(extents - 1 - i);
    if (order) axes = *order;
    LW_TRY([[maybe_unused]] const std::vector<bool> each, axesOf(use, axes, extents));
    if (axes.size() != extents) return use.wrong("perm must name each axis once");
    Shape shape, steps;
    for (const std::int64_t axis : axes) {
        LW_TRY(const std::size_t one, axisOf(use, axis, extents));
        shape.push_back(given->shape()[one]);
        steps.push_back(stepOf(given->shape(), one));
    }
    LW_TRY(Tensor out, gathered(use, *given, shape, [&](std::uint64_t i) {
               std::uint64_t source = 0;
               for (std::size_t axis = extents; axis-- > 0; i /= shape[axis])
                   source += i % shape[axis] * steps[axis];
               return source;
           }));
    return use.give(std::move(out));
}

namespace {

// Of one axis: from where, in which steps, and how many.
struct Cut {
    std::int64_t start = 0, step = 1;
    std::uint64_t count = 0;
};

// As the standard says: a start lies inside, an end may be before the first.
Cut cutOf(std::int64_t extent, std::int64_t start, std::int64_t end, std::int64_t step) {
    if (extent == 0) return {0, step, 0};
    const std::int64_t high = step > 0 ? extent : extent - 1;
    const auto inside = [&](std::int64_t at, std::int64_t low) {
        if (at < 0) at = at < -extent ? low : at + extent;
        return std::clamp(at, low, high);
    };
    Cut out{inside(start, 0), step, 0};
    const std::int64_t last = inside(end, step > 0 ? 0 : -1),
                       way = step > 0 ? last - out.start : out.start - last;
    const auto size = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
    if (way > 0) out.count = (static_cast<std::uint64_t>(way) - 1) / size + 1;
    return out;
}

} // namespace

Outcome slice(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const std::optional<Numbers> starts, numbersOf(use, "starts", 1));
    LW_TRY(const std::optional<Numbers> ends, numbersOf(use, "ends", 2));
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 3));
    LW_TRY(const std::optional<Numbers> steps, numbersOf(use, "steps", 4));
    const std::size_t count = starts ? starts->size() : 0;
    if (count == 0 || !ends || ends->size() != count || (axes && axes->size() != count) ||
        (steps && steps->size() != count))
        return use.wrong("its starts, ends, axes and steps are not equally many");
    const Shape& old = given->shape();
    std::vector<Cut> cuts;
    for (const std::uint64_t extent : old) cuts.push_back({0, 1, extent});
    for (std::size_t i = 0; i < count; ++i) {
        LW_TRY(const std::size_t axis,
               axisOf(use, axes ? (*axes)[i] : static_cast<std::int64_t>(i), old.size()));
        const std::int64_t step = steps ? (*steps)[i] : 1;
        if (step == 0) return use.wrong("a step is 0");
        cuts[axis] = cutOf(static_cast<std::int64_t>(old[axis]), (*starts)[i], (*ends)[i], step);
    }
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
