// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

// Reshape, Transpose and the like: all that changes is how the graph sees a value. Only a list is made one
// here.
namespace lw::network::onnx {

namespace {

using tensor::Shape;

Outcome reshapedBy(Use& use, Result<Shape> (*newShape)(Use&, const Shape&)) {
    LW_TRY(Value input, use.value(0));
    LW_TRY(const Shape old, use.extentsOf(0));
    LW_TRY(Shape shape, newShape(use, old));
    return giveSeenAs(use, std::move(input), std::move(shape));
}

// Two extents: those before the axis, and those from it on.
Result<Shape> flattenedShape(Use& use, const Shape& old) {
    LW_TRY(std::int64_t axis, use.integer("axis", 1));
    const std::int64_t extents = std::ssize(old);
    if (axis < 0) axis += extents;
    if (axis < 0 || axis > extents)
        return use.wrong("there is no axis " + std::to_string(axis) + " among its " +
                         std::to_string(extents) + " extents");
    Shape out{1, 1};
    for (std::int64_t i = 0; i < extents; ++i) out[i < axis ? 0 : 1] *= old[static_cast<std::size_t>(i)];
    return out;
}

} // namespace

Outcome giveSeenAs(Use& use, Value value, Shape extents) {
    const bool isItem = extents.size() > 1 && extents[0] == use.batch(),
               hadBatch = value.layout != Layout::Plain, keeps = isItem && (hadBatch || use.isOneItem());
    if (extents.empty()) return use.wrong("no extent is left");
    if (extents.size() > kMostConstantExtents)
        return use.wrong("a value of " + std::to_string(extents.size()) + " extents is not supported");
    if (hadBatch && !keeps && !use.isOneItem())
        return use.wrong("the shape " + tensor::shapeText(extents) +
                         " does not keep the items of a batch apart as its first extent; export "
                         "the network for a batch of 1");
    if (keeps) extents.erase(extents.begin());
    value.layout = keeps ? layoutOf(extents.size()) : Layout::Plain;
    value.view.item = std::move(extents);
    if (value.layout != Layout::Flat || use.shapeOf(value).size() == 1) return use.give(std::move(value));
    // An image as a list stays in its own order here, and the weights of what reads it follow that.
    Layer layer;
    layer.kind = Kind::Flatten;
    View view = value.view;
    return use.give(std::move(layer), {value}, Layout::Flat, std::move(view));
}

Outcome flatten(Use& use) { return reshapedBy(use, flattenedShape); }
Outcome reshape(Use& use) { return reshapedBy(use, fold::reshapedShape); }
Outcome squeeze(Use& use) { return reshapedBy(use, fold::squeezedShape); }
Outcome unsqueeze(Use& use) { return reshapedBy(use, fold::unsqueezedShape); }

Outcome transpose(Use& use) {
    LW_TRY(Value input, use.value(0));
    LW_TRY(const Shape old, use.extentsOf(0));
    LW_TRY(const std::vector<std::size_t> order, fold::orderOf(use, old.size()));
    const bool hasBatch = input.layout != Layout::Plain;
    if (hasBatch && order[0] != 0 && !use.isOneItem())
        return use.wrong("its first axis is not that of the batch, whose items stay apart; "
                         "export the network for a batch of 1");
    // An extent of 1 has no elements to move, so the batch may go anywhere.
    std::vector<std::uint32_t> axes;
    Shape extents;
    for (const std::size_t from : order) {
        extents.push_back(old[from]);
        if (!hasBatch || from != 0) axes.push_back(static_cast<std::uint32_t>(from - (hasBatch ? 1 : 0)));
    }
    std::optional<View> view = transposed(input.view, axes);
    if (!view) {
        LW_TRY(input, use.arranged(0, Arrangement::Straight));
        view = transposed(input.view, axes);
    }
    input.view = *std::move(view);
    return giveSeenAs(use, std::move(input), std::move(extents));
}

} // namespace lw::network::onnx
