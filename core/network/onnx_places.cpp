// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

#include <algorithm>

// Operators that only put elements in other places.
namespace lw::network::onnx {

namespace {

using fold::Numbers;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// An image as a list: in its own order here, which the weights of what reads it follow.
Outcome flattened(Use& use, const Value& input) {
    Layer layer;
    layer.kind = Kind::Flatten;
    return use.give(std::move(layer), {input}, Layout::Flat, use.shapeOf(input));
}

Outcome reshapedPlainly(Use& use, const Value& input, const Shape& shape) {
    Layer layer;
    layer.kind = Kind::Reshape;
    layer.newShape = shape;
    return use.give(std::move(layer), {input}, Layout::Plain);
}

// What the graph sees becomes `shape`, of which the first extent is still that of the batch.
Outcome reshapedTo(Use& use, const Value& input, const Shape& shape) {
    if (input.layout == Layout::Plain) return reshapedPlainly(use, input, shape);
    if (shape.size() < 2 || shape[0] != use.batch())
        return use.wrong("the shape " + tensor::shapeText(shape) +
                         " does not keep the items of a batch apart as its first extent");
    const Shape item(shape.begin() + 1, shape.end());
    if (item.size() > kMostExtents)
        return use.wrong("a value of " + std::to_string(shape.size()) + " extents is not supported");
    if (item == itemShape(use, input)) return use.give(input);
    if (item.size() == 1 && input.layout == Layout::Image) return flattened(use, input);
    Moves moves(use, input);
    moves.toGraphOrder();
    moves.fromGraphOrder(item);
    return moves.give();
}
Outcome reshapedBy(Use& use, Result<Shape> (*newShape)(Use&, const Shape&)) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Shape old, use.extentsOf(0));
    LW_TRY(const Shape shape, newShape(use, old));
    return reshapedTo(use, input, shape);
}

Result<Value> takenFrom(Use& use) {
    LW_TRY(const Value input, use.value(0));
    return inGraphOrder(use, input);
}

// Elements before and after an extent of `size`: which ones stand there.
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

Outcome flatten(Use& use) {
    LW_TRY(const Value input, use.value(0));
    if (input.layout == Layout::Plain) return use.wrong("it reads an image or [batch, elements]");
    LW_TRY(std::int64_t axis, use.integer("axis", 1));
    if (axis < 0) axis += std::ssize(itemShape(use, input)) + 1;
    if (axis != 1) return use.wrong("only axis 1 keeps the items of a batch apart");
    return reshapedTo(use, input, {use.batch(), *tensor::countOf(use.shapeOf(input))});
}
Outcome reshape(Use& use) { return reshapedBy(use, fold::reshapedShape); }
Outcome squeeze(Use& use) { return reshapedBy(use, fold::squeezedShape); }
Outcome unsqueeze(Use& use) { return reshapedBy(use, fold::unsqueezedShape); }

Outcome transpose(Use& use) {
    LW_TRY(const Value input, use.value(0));
    const std::size_t batch = input.layout == Layout::Plain ? 0 : 1,
                      extents = itemShape(use, input).size() + batch;
    LW_TRY(const std::vector<std::size_t> order, fold::orderOf(use, extents));
    if (batch != 0 && order[0] != 0)
        return use.wrong("its first axis is not that of the batch, whose items stay apart");
    std::vector<std::uint32_t> axes; // of the item, by the graph's order
    for (std::size_t i = batch; i < extents; ++i) {
        LW_TRY(const std::uint32_t axis, axisOf(use, static_cast<std::int64_t>(order[i]), input));
        axes.push_back(axis);
    }
    if (input.layout == Layout::Image) axes = {axes[1], axes[2], axes[0]};
    Moves moves(use, input);
    moves.transpose(std::move(axes));
    return moves.give();
}

Outcome concat(Use& use) {
    std::size_t first = 0;
    while (first < use.inputs() && use.isConstant(first)) ++first;
    LW_TRY(const Value computed, use.value(first));
    std::vector<Value> values;
    for (std::size_t i = 0; i < use.inputs(); ++i) {
        LW_TRY(Value one, use.isConstant(i) ? constantItem(use, i, computed) : use.value(i));
        LW_TRY(one, inGraphOrder(use, one));
        if (!values.empty() && one.layout != values[0].layout)
            return use.wrong("its inputs have other numbers of extents");
        values.push_back(std::move(one));
    }
    LW_TRY(const std::int64_t axis, use.integer("axis", 1));
    Layer layer;
    layer.kind = Kind::Concat;
    LW_TRY(layer.axis, axisOf(use, axis, values[0]));
    if (*layer.axis + 1 == use.shapeOf(values[0]).size()) layer.axis.reset();
    return use.give(std::move(layer), values, values[0].layout);
}

Outcome slice(Use& use) {
    LW_TRY(const Value input, takenFrom(use));
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

Outcome split(Use& use) {
    LW_TRY(const Value input, takenFrom(use));
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
        LW_TRY([[maybe_unused]] const Done one, use.giveOne(i, std::move(layer), {input}, input.layout));
        at += size;
    }
    if (at != extent) return use.wrong("its parts leave some of " + std::to_string(extent) + " over");
    return Done{};
}

Outcome pad(Use& use) {
    LW_TRY(const Value input, takenFrom(use));
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
        if (before < 0 || after < 0 || before > 65535 || after > 65535)
            return use.wrong("a pad is not from 0 to 65535");
        LW_TRY(const std::uint32_t axis, axisOf(use, axes[i], input));
        const auto size = static_cast<std::int64_t>(use.shapeOf(input)[axis]);
        LW_TRY(std::vector<std::int64_t> indices, padded(use, before, size, after, mode));
        takings.push_back(takeOf(axis, std::move(indices)));
        takings.back().fill = fill;
    }
    return giveChain(use, input, std::move(takings));
}

} // namespace lw::network::onnx
