// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

#include "core/network/part_of_node.h"

#include <algorithm>

namespace lw::network::onnx {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value, Arrangement arrangement) {
    const std::int64_t batch = value.layout == Layout::Plain ? 0 : 1;
    const auto extents = static_cast<std::int64_t>(value.view.item.size()) + batch;
    const std::int64_t at = axis < 0 ? axis + extents : axis;
    if (at < 0 || at >= extents)
        return use.wrong("there is no axis " + std::to_string(axis) + " among its " +
                         std::to_string(extents) + " extents");
    if (at < batch) return use.wrong("its axis is that of the batch, whose items stay apart");
    const auto own = static_cast<std::uint32_t>(at - batch);
    if (arrangement == Arrangement::Straight) return own;
    return own == 0 ? 2u : own + (value.layout == Layout::Image ? 0u : 1u) - 1u;
}

Outcome giveChain(Use& use, Value input, std::vector<Layer> layers) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Layer& layer = layers[i];
        if (layer.axis && *layer.axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
        if (i + 1 == layers.size()) return use.giveLike(std::move(layer), {input}, input);
        LW_TRY(input, use.beforeLike(std::move(layer), {input}, input, kPartOfNode));
    }
    return use.give(input);
}

Layer takeOf(std::uint32_t axis, std::vector<std::int64_t> indices) {
    Layer layer;
    layer.kind = Kind::Take;
    layer.axis = axis;
    layer.indices = std::move(indices);
    return layer;
}

namespace {

// Old files say at which axis a constant's extents begin; those after them are 1.
Result<Shape> alignedShape(Use& use, const Tensor& given, std::size_t extents) {
    Shape shape = given.shape();
    if (use.operatorSet() < 7) {
        LW_TRY(const std::int64_t repeats, use.integer("broadcast", 0));
        LW_TRY(std::int64_t axis, use.integer("axis", -1));
        const auto all = static_cast<std::int64_t>(extents), own = std::ssize(shape);
        if (axis < 0) axis = all - own;
        if (repeats != 0 && axis + own < all) shape.resize(extents - static_cast<std::size_t>(axis), 1);
    }
    if (shape.size() < extents) shape.insert(shape.begin(), extents - shape.size(), 1);
    return shape;
}

// For each element of `item` the one of a constant of shape `own`, whose extents of 1 are repeated.
std::vector<std::uint64_t> repeatedPlaces(const Shape& own, const Shape& item) {
    std::vector<std::uint64_t> out{0};
    std::uint64_t step = 1;
    for (std::size_t axis = item.size(); axis-- > 0; step *= own[axis]) {
        const std::size_t inner = out.size();
        for (std::uint64_t j = 1; j < item[axis]; ++j)
            for (std::size_t i = 0; i < inner; ++i) out.push_back(out[i] + (own[axis] == 1 ? 0 : j * step));
    }
    return out;
}

} // namespace

Result<Shape> itemOfConstant(Use& use, std::size_t input, const Value& beside) {
    LW_TRY(const Tensor* const given, use.anyConstant(input));
    Shape seen = beside.view.item;
    const bool hasBatch = beside.layout != Layout::Plain;
    if (hasBatch) seen.insert(seen.begin(), 1);
    LW_TRY(Shape shape, alignedShape(use, *given, seen.size()));
    bool fits = shape.size() == seen.size();
    for (std::size_t i = 0; fits && i < seen.size(); ++i)
        fits =
            shape[i] == seen[i] || shape[i] == 1 || (seen[i] == 1 && shape[i] > 1 && !(hasBatch && i == 0));
    if (!fits)
        return use.wrong("the constant of shape " + tensor::shapeText(given->shape()) + " does not fit " +
                         tensor::shapeText(seen) + " of one item");
    if (hasBatch) shape.erase(shape.begin());
    return shape;
}

Result<Tensor> constantBeside(Use& use, std::size_t input, const Value& beside) {
    LW_TRY(const Tensor given, use.constant(input));
    LW_TRY(const Shape shape, itemOfConstant(use, input, beside));
    const Shape& item = beside.view.item;
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(given.count()));
    std::vector<bool> repeats;
    for (std::size_t i = 0; i < item.size(); ++i) {
        repeats.push_back(shape[i] == 1);
        if (shape[i] > item[i])
            return use.wrong("the constant of shape " + tensor::shapeText(given.shape()) +
                             " is larger than " + tensor::shapeText(item) + " of one item");
    }
    if (const auto fitting = reduced(beside.view, use.shapeOf(beside), repeats)) {
        Tensor out(DType::F32, fitting->shape);
        std::uint64_t from = 0;
        for (const std::uint32_t place : placesOf(fitting->view)) out.set(place, given.at<float>(from++));
        return out;
    }
    // If an extent here is several of the graph's, some of them repeated, then all of them are.
    LW_TRY([[maybe_unused]] const Done more, use.countNumbers(*tensor::countOf(item)));
    const std::vector<std::uint64_t> from = repeatedPlaces(shape, item);
    const std::vector<std::uint32_t> places = placesOf(beside.view);
    Tensor out(DType::F32, use.shapeOf(beside));
    for (std::size_t i = 0; i < places.size(); ++i) out.set(places[i], given.at<float>(from[i]));
    return out;
}

Result<Tensor> constantItem(Use& use, std::size_t input, const Shape& item, Arrangement arrangement) {
    LW_TRY(const Tensor given, use.constant(input));
    if (given.count() == 0) return use.wrong("a constant has no elements");
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(given.count()));
    const Target target = targetOf(item, arrangement);
    Tensor out(DType::F32, target.shape);
    std::uint64_t from = 0;
    for (const std::uint32_t place : placesOf(viewOf(item, target.axes)))
        out.set(place, given.at<float>(from++));
    return out;
}

namespace {

struct Computed {
    std::vector<std::size_t> inputs;
    std::vector<Value> values;
};
Result<Computed> computedInputs(const Use& use) {
    Computed out;
    for (std::size_t i = 0; i < use.inputs(); ++i) {
        if (use.isConstant(i)) continue;
        LW_TRY(Value one, use.value(i));
        out.inputs.push_back(i);
        out.values.push_back(std::move(one));
    }
    if (out.values.empty()) return use.wrong("it has no input");
    const Value& first = out.values[0];
    for (const Value& one : out.values)
        if (one.view.item.size() != first.view.item.size() ||
            (one.layout == Layout::Plain) != (first.layout == Layout::Plain))
            return use.wrong("its inputs have other numbers of extents");
    return out;
}

} // namespace

Result<Alike> apartAlike(Use& use) {
    LW_TRY(const Computed given, computedInputs(use));
    // What all of them have already, or else what is usual for one of them.
    Alike out;
    for (const Value& one : given.values)
        if (usualOf(one.layout) == Arrangement::ChannelsLast) out.arrangement = Arrangement::ChannelsLast;
    for (const Arrangement one : {Arrangement::Straight, Arrangement::ChannelsLast})
        if (std::ranges::all_of(given.values, [&](const Value& value) { return use.isArranged(value, one); }))
            out.arrangement = one;
    for (const std::size_t input : given.inputs) {
        LW_TRY(Value one, use.arranged(input, out.arrangement));
        out.values.push_back(std::move(one));
    }
    return out;
}

Result<std::vector<Value>> inOneOrder(Use& use) {
    LW_TRY(Computed given, computedInputs(use));
    const Value& first = given.values[0];
    const auto isSame = [&](const Value& one) {
        return use.shapeOf(one) == use.shapeOf(first) && hasSameOrder(one.view, first.view) &&
               one.view.item == first.view.item;
    };
    if (std::ranges::all_of(given.values, isSame)) return std::move(given.values);
    LW_TRY(Alike alike, apartAlike(use));
    return std::move(alike.values);
}

Result<Value> constantValue(Use& use, Tensor tensor, const Value& like) {
    Layer layer;
    layer.kind = Kind::Constant;
    layer.weights = std::move(tensor);
    return use.beforeLike(std::move(layer), {}, like, ".constant");
}

Result<Value> numberBeside(Use& use, float number, const Value& like) {
    Tensor out(DType::F32, Shape(use.shapeOf(like).size(), 1));
    out.set(0, number);
    return constantValue(use, std::move(out), like);
}

} // namespace lw::network::onnx
