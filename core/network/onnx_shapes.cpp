// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"

#include <algorithm>

// What Reshape and the like do to extents, of constants and of values that layers compute.
namespace lw::network::onnx::fold {

Result<Shape> unsqueezedShape(Use& use, const Shape& old) {
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 1));
    if (!axes) return use.wrong("no axes are given");
    LW_TRY(const std::vector<bool> isNew, axesOf(use, *axes, old.size() + axes->size()));
    Shape shape;
    for (std::size_t i = 0, at = 0; i < isNew.size(); ++i) shape.push_back(isNew[i] ? 1 : old[at++]);
    return shape;
}

Result<Shape> squeezedShape(Use& use, const Shape& old) {
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 1));
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
    return shape;
}

Result<Shape> reshapedShape(Use& use, const Shape& old) {
    LW_TRY(const std::optional<Numbers> wanted, numbersOf(use, "shape", 1));
    LW_TRY(const std::int64_t allowZero, use.integer("allowzero", 0));
    if (!wanted) return use.wrong("no shape is given");
    Shape shape;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < wanted->size(); ++i) {
        const std::int64_t extent = (*wanted)[i];
        if (extent < -1 || (extent == -1 && open) || (extent == 0 && !allowZero && i >= old.size()))
            return use.wrong("its shape has the extent " + std::to_string(extent));
        if (extent == -1) open = i;
        shape.push_back(extent == -1                ? 1
                        : extent == 0 && !allowZero ? old[i]
                                                    : static_cast<std::uint64_t>(extent));
    }
    const std::uint64_t known = tensor::countOf(shape).value_or(0), count = tensor::countOf(old).value_or(0);
    if (open && known == 0) return use.wrong("its open extent follows from no number");
    if (open) shape[*open] = count / known;
    if (tensor::countOf(shape) != count)
        return use.wrong("its shape does not hold the " + std::to_string(count) + " numbers");
    return shape;
}

Result<std::vector<std::size_t>> orderOf(Use& use, std::size_t extents) {
    LW_TRY(const std::optional<Numbers> order, use.list("perm"));
    std::vector<std::size_t> out;
    for (std::size_t i = extents; i-- > 0;) out.push_back(i);
    if (!order) return out;
    LW_TRY([[maybe_unused]] const std::vector<bool> each, axesOf(use, *order, extents));
    if (order->size() != extents) return use.wrong("perm must name each axis once");
    for (std::size_t i = 0; i < extents; ++i) {
        LW_TRY(out[i], axisOf(use, (*order)[i], extents));
    }
    return out;
}

namespace {

// As the standard says: a start is inside, an end may be before the first.
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

Result<std::vector<Cut>> cutsOf(Use& use, const Shape& old) {
    LW_TRY(const std::optional<Numbers> starts, numbersOf(use, "starts", 1));
    LW_TRY(const std::optional<Numbers> ends, numbersOf(use, "ends", 2));
    LW_TRY(const std::optional<Numbers> axes, numbersOf(use, "axes", 3));
    LW_TRY(const std::optional<Numbers> steps, numbersOf(use, "steps", 4));
    const std::size_t count = starts ? starts->size() : 0;
    if (count == 0 || !ends || ends->size() != count || (axes && axes->size() != count) ||
        (steps && steps->size() != count))
        return use.wrong("its starts, ends, axes and steps are not equally many");
    std::vector<Cut> cuts;
    for (const std::uint64_t extent : old) cuts.push_back({0, 1, extent});
    for (std::size_t i = 0; i < count; ++i) {
        LW_TRY(const std::size_t axis,
               axisOf(use, axes ? (*axes)[i] : static_cast<std::int64_t>(i), old.size()));
        const std::int64_t step = steps ? (*steps)[i] : 1;
        if (step == 0) return use.wrong("a step is 0");
        cuts[axis] = cutOf(static_cast<std::int64_t>(old[axis]), (*starts)[i], (*ends)[i], step);
    }
    return cuts;
}

} // namespace lw::network::onnx::fold
