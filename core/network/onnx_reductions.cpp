// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

#include <algorithm>
#include <numeric>

// ArgMax; ReduceMean and the like: pools over every axis that goes. Rows and columns of an image can go where
// they are; otherwise what goes becomes the columns of one row, and what stays its channels.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

constexpr std::uint64_t kMostKernel = 65535;

// Which axes of the item go; nothing: none go, since the node says that no axes means that.
Result<std::optional<std::vector<bool>>> goingAxes(Use& use, bool hasBatch, std::size_t extents) {
    LW_TRY(const std::optional<fold::Numbers> axes, fold::numbersOf(use, "axes", 1));
    LW_TRY(const std::int64_t passes, use.integer("noop_with_empty_axes", 0));
    const bool isAll = !axes || axes->empty();
    if (isAll && passes != 0) return std::optional<std::vector<bool>>{};
    LW_TRY(std::vector<bool> goes, fold::axesOf(use, axes.value_or(fold::Numbers{}), extents));
    if (isAll) goes.assign(extents, true);
    if (hasBatch && goes[0]) return use.wrong("it goes over the batch, whose items stay apart");
    if (hasBatch) goes.erase(goes.begin());
    return std::optional(std::move(goes));
}

// What the graph sees of the result.
Shape reducedItem(const Shape& item, const std::vector<bool>& goes, bool keeps) {
    Shape out;
    for (std::size_t i = 0; i < item.size(); ++i) {
        if (!goes[i]) out.push_back(item[i]);
        if (goes[i] && keeps) out.push_back(1);
    }
    return out;
}

// The sum of all columns, from the first one on.
Layer sumOf(std::uint64_t columns) {
    Layer layer;
    layer.axis = 1;
    layer.indices.resize(columns);
    std::iota(layer.indices.begin(), layer.indices.end(), std::int64_t{0});
    layer.weights = Tensor::of<float>(DType::F32, {1, columns}, std::vector<float>(columns, 1.0f));
    return layer;
}

// What is reduced, and how the graph sees the result.
struct Reduction {
    Value input;
    std::vector<bool> goes; // of the item's axes
    Shape item;
    Layout layout;
};

// Rows, columns or both of an image, where they are.
Outcome ofImage(Use& use, Kind kind, const Reduction& what) {
    const Shape& image = use.shapeOf(what.input);
    const bool isRow = what.goes.size() == 2;
    Layer layer;
    layer.kind = kind;
    layer.kernel = {!isRow && what.goes[1] ? static_cast<std::uint32_t>(image[0]) : 1,
                    what.goes.back() ? static_cast<std::uint32_t>(image[1]) : 1};
    const Shape kept = reducedItem(what.input.view.item, what.goes, true);
    View view = viewOf(kept, targetOf(kept, Arrangement::ChannelsLast).axes);
    view.item = what.item;
    return use.give(std::move(layer), {what.input}, what.layout, std::move(view));
}

// Everything that goes as the columns of one row, unless it already is all pixels of an image.
Outcome ofRow(Use& use, Kind kind, const Reduction& what, std::uint64_t columns) {
    std::vector<std::uint32_t> axes;
    for (const bool goesNow : {true, false})
        for (std::uint32_t i = 0; i < what.goes.size(); ++i)
            if (what.goes[i] == goesNow) axes.push_back(i);
    const std::uint64_t channels = *tensor::countOf(what.input.view.item) / columns;
    // Pixels that the graph sees as one extent stay rows and columns.
    const Shape& here = use.shapeOf(what.input);
    const auto way = wayTo(what.input.view, here, axes);
    const bool isImage = kind != Kind::Resample && here.size() == 3 && here[2] == channels && way &&
                         std::is_sorted(way->order.begin(), way->order.end());
    LW_TRY(const Value row,
           isImage ? Result<Value>(what.input) : use.moved(what.input, axes, {1, columns, channels}, ".row"));
    Layer layer = kind == Kind::Resample ? sumOf(columns) : Layer{};
    layer.kind = kind;
    layer.kernel = isImage ? Pair{static_cast<std::uint32_t>(here[0]), static_cast<std::uint32_t>(here[1])}
                           : Pair{1, static_cast<std::uint32_t>(columns)};
    return use.give(std::move(layer), {row}, what.layout, straight(what.item));
}

Outcome reduced(Use& use, Kind kind) {
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Shape seen, use.extentsOf(0));
    LW_TRY(const std::int64_t keeps, use.integer("keepdims", 1));
    const bool hasBatch = input.layout != Layout::Plain;
    LW_TRY(const auto goes, goingAxes(use, hasBatch, seen.size()));
    if (!goes) return use.give(input);
    const Shape item = reducedItem(input.view.item, *goes, keeps != 0);
    if (item.empty()) return use.wrong("no extent is left; only keepdims 1 can be computed here");
    std::uint64_t elements = 1;
    for (std::size_t i = 0; i < goes->size(); ++i)
        if ((*goes)[i]) elements *= input.view.item[i];
    const Reduction what{input, *goes, item, hasBatch ? layoutOf(item.size()) : Layout::Plain};
    const bool isImage = !(*goes)[0] && use.isArranged(input, Arrangement::ChannelsLast);
    if (isImage && kind != Kind::Resample) return ofImage(use, kind, what);
    if (elements > kMostKernel)
        return use.wrong("it goes over " + std::to_string(elements) + " elements; at most " +
                         std::to_string(kMostKernel) + " are supported");
    return ofRow(use, kind, what, elements);
}

} // namespace

Outcome argMax(Use& use) {
    LW_TRY(const std::int64_t axis, use.integer("axis", 0));
    LW_TRY(const std::int64_t keeps, use.integer("keepdims", 1));
    LW_TRY(const std::int64_t takesLast, use.integer("select_last_index", 0));
    if (takesLast != 0) return use.wrong("of equal elements it takes the last: select_last_index is set");
    LW_TRY(const Shape seen, use.extentsOf(0));
    LW_TRY(const std::size_t goes, fold::axisOf(use, axis, seen.size()));
    LW_TRY(const Value input, use.apart(0));
    Layer layer;
    layer.kind = Kind::ArgMax;
    LW_TRY(layer.axis, axisOf(use, axis, input));
    if (*layer.axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
    const bool hasBatch = input.layout != Layout::Plain;
    Shape item = input.view.item;
    const auto gone = item.begin() + static_cast<std::ptrdiff_t>(goes - (hasBatch ? 1 : 0));
    *gone = 1;
    View view = viewOf(item, targetOf(item, use.arrangementOf(input)).axes);
    if (keeps != 0) return use.give(std::move(layer), {input}, input.layout, std::move(view));
    view.item.erase(view.item.begin() + (gone - item.begin()));
    if (view.item.empty()) return use.wrong("no extent is left; only keepdims 1 can be computed here");
    const Layout layout = hasBatch ? layoutOf(view.item.size()) : Layout::Plain;
    return use.give(std::move(layer), {input}, layout, std::move(view));
}

Outcome reduceMean(Use& use) { return reduced(use, Kind::AveragePool); }
Outcome reduceMax(Use& use) { return reduced(use, Kind::MaxPool); }
Outcome reduceSum(Use& use) { return reduced(use, Kind::Resample); }

} // namespace lw::network::onnx
