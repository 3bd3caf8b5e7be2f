// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

#include <algorithm>

// Operators that only put elements in other places.
namespace lw::network::onnx {

namespace {

constexpr std::int64_t kMostPad = 65535;

using fold::Numbers;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// The extents of a constant of one item.
Result<Shape> wholeItem(Use& use, std::size_t input, const Value& like) {
    LW_TRY(const Tensor* const given, use.anyConstant(input));
    Shape shape = given->shape();
    const bool hasBatch = like.layout != Layout::Plain;
    if ((hasBatch && (shape.empty() || shape[0] != 1)) ||
        shape.size() != like.view.item.size() + (hasBatch ? 1 : 0))
        return use.wrong("the constant of shape " + tensor::shapeText(shape) + " is not one item");
    if (hasBatch) shape.erase(shape.begin());
    return shape;
}

// An extent of `size` with that many elements more before and after it, or fewer: which ones go there.
Result<std::vector<std::int64_t>> padded(const Use& use, std::int64_t before, std::int64_t size,
                                         std::int64_t after, std::string_view mode) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = -before; i < size + after; ++i) {
        std::int64_t at = i;
        if (i < 0 || i >= size) {
            if (mode == "constant") at = kFill;
            if (mode == "edge") at = i < 0 ? 0 : size - 1;
            if (mode == "reflect") at = i < 0 ? -i : 2 * (size - 1) - i;
            if (mode == "wrap") at = i < 0 ? i + size : i - size;
            if (mode != "constant" && (at < 0 || at >= size))
                return use.wrong("it pads an extent of " + std::to_string(size) + " by more than it has");
        }
        out.push_back(at);
    }
    return out;
}

} // namespace

Outcome concat(Use& use) {
    LW_TRY(const Alike computed, apartAlike(use));
    const Value& like = computed.values[0];
    LW_TRY(const std::int64_t given, use.integer("axis", 1));
    LW_TRY(const std::uint32_t axis, axisOf(use, given, like, computed.arrangement));
    std::vector<Value> values;
    for (std::size_t i = 0, next = 0; i < use.inputs(); ++i) {
        if (!use.isConstant(i)) {
            values.push_back(computed.values[next++]);
            continue;
        }
        LW_TRY(const Shape item, wholeItem(use, i, like));
        LW_TRY(Tensor numbers, constantItem(use, i, item, computed.arrangement));
        LW_TRY(Value one, constantValue(use, std::move(numbers), like));
        values.push_back(std::move(one));
    }
    Layer layer;
    layer.kind = Kind::Concat;
    if (axis + 1 < use.shapeOf(like).size()) layer.axis = axis;
    return use.give(std::move(layer), values, like.layout, computed.arrangement);
}

Outcome slice(Use& use) {
    LW_TRY(const Value input, use.apart(0));
    LW_TRY(const Shape seen, use.extentsOf(0));
    LW_TRY(const std::vector<fold::Cut> cuts, fold::cutsOf(use, seen));
    std::vector<Layer> takings;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (cuts[i].count == seen[i] && cuts[i].step == 1) continue;
        if (cuts[i].count == 0) return use.wrong("nothing is left of axis " + std::to_string(i));
        LW_TRY(const std::uint32_t axis, axisOf(use, static_cast<std::int64_t>(i), input));
        std::vector<std::int64_t> indices;
        for (std::uint64_t j = 0; j < cuts[i].count; ++j)
            indices.push_back(cuts[i].start + static_cast<std::int64_t>(j) * cuts[i].step);
        takings.push_back(takeOf(axis, std::move(indices)));
    }
    return giveChain(use, input, std::move(takings));
}

// Elements from constant places along one axis, whose extent is replaced by those of the places.
Outcome gather(Use& use) {
    LW_TRY(const Value input, use.apart(0));
    LW_TRY(const Tensor* const where, use.anyConstant(1));
    LW_TRY(Numbers places, fold::wholeNumbers(use, 1));
    LW_TRY(const std::int64_t given, use.integer("axis", 0));
    LW_TRY(const std::uint32_t axis, axisOf(use, given, input));
    const auto extent = static_cast<std::int64_t>(use.shapeOf(input)[axis]);
    for (std::int64_t& place : places) {
        if (place < -extent || place >= extent)
            return use.wrong("it takes number " + std::to_string(place) + " of " + std::to_string(extent));
        if (place < 0) place += extent;
    }
    Layer layer = takeOf(axis, std::move(places));
    if (axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
    LW_TRY(Value taken, use.beforeLike(std::move(layer), {input}, input, ".taken"));
    LW_TRY(Shape extents, use.extentsOf(0));
    LW_TRY(const std::size_t own, fold::axisOf(use, given, extents.size()));
    extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(own));
    extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(own), where->shape().begin(),
                   where->shape().end());
    return giveSeenAs(use, std::move(taken), std::move(extents));
}

Outcome split(Use& use) {
    LW_TRY(const Value input, use.apart(0));
    LW_TRY(const std::int64_t given, use.integer("axis", 0));
    LW_TRY(const std::int64_t parts, use.integer("num_outputs", std::int64_t(use.outputs())));
    LW_TRY(const std::optional<Numbers> sizes, fold::numbersOf(use, "split", 1));
    LW_TRY(const std::uint32_t axis, axisOf(use, given, input));
    const auto extent = static_cast<std::int64_t>(use.shapeOf(input)[axis]),
               outputs = std::int64_t(use.outputs());
    if (parts != outputs || outputs < 1 || (sizes && std::ssize(*sizes) != outputs))
        return use.wrong("its outputs are not as many as its parts");
    const std::int64_t even = (extent + parts - 1) / parts; // the last one may be smaller
    std::int64_t at = 0;
    for (std::size_t i = 0; i < use.outputs(); ++i) {
        const std::int64_t size = sizes ? (*sizes)[i] : std::min(even, extent - at);
        if (size < 1 || size > extent - at)
            return use.wrong("its parts do not fit " + std::to_string(extent));
        std::vector<std::int64_t> indices;
        for (std::int64_t j = 0; j < size; ++j) indices.push_back(at + j);
        Layer layer = takeOf(axis, std::move(indices));
        if (axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
        LW_TRY([[maybe_unused]] const Done one, use.giveOne(i, std::move(layer), {input}, input));
        at += size;
    }
    if (at != extent) return use.wrong("its parts leave some of " + std::to_string(extent) + " over");
    return Done{};
}

Outcome pad(Use& use) {
    LW_TRY(const Value input, use.apart(0));
    LW_TRY(const std::string mode, use.text("mode", "constant"));
    if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap")
        return use.wrong("the mode is \"" + mode + "\"");
    LW_TRY(const std::optional<Numbers> pads, fold::numbersOf(use, "pads", 1));
    LW_TRY(const double old, use.real("value", 0));
    auto fill = static_cast<float>(old);
    if (use.has(2)) {
        LW_TRY(const Tensor given, use.constant(2));
        if (given.count() != 1) return use.wrong("what it pads with is not one number");
        fill = given.at<float>(0);
    }
    LW_TRY(const Shape seen, use.extentsOf(0));
    std::vector<bool> isPadded(seen.size(), true);
    Numbers axes(seen.size());
    for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<std::int64_t>(i);
    if (use.has(3)) {
        LW_TRY(axes, fold::wholeNumbers(use, 3));
        LW_TRY(isPadded, fold::axesOf(use, axes, seen.size()));
    }
    if (!pads || pads->size() != 2 * axes.size())
        return use.wrong("its pads are not two for each of " + std::to_string(axes.size()) + " axes");
    std::vector<Layer> takings;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t before = (*pads)[i], after = (*pads)[i + axes.size()];
        if (before == 0 && after == 0) continue;
        if (std::min(before, after) < -kMostPad || std::max(before, after) > kMostPad)
            return use.wrong("a pad is not from -65535 to 65535");
        if ((before < 0 || after < 0) && mode != "constant" && mode != "edge")
            return use.wrong("negative pads in the mode \"" + mode +
                             "\" mean different things to different programs; export them as a Slice");
        LW_TRY(const std::uint32_t axis, axisOf(use, axes[i], input));
        const auto size = static_cast<std::int64_t>(use.shapeOf(input)[axis]);
        if (size + std::min<std::int64_t>(before, 0) + std::min<std::int64_t>(after, 0) < 1)
            return use.wrong("its pads leave nothing of axis " + std::to_string(axes[i]));
        LW_TRY(std::vector<std::int64_t> indices, padded(use, before, size, after, mode));
        takings.push_back(takeOf(axis, std::move(indices)));
        takings.back().fill = fill;
    }
    return giveChain(use, input, std::move(takings));
}

} // namespace lw::network::onnx
