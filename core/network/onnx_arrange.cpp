// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/moves.h"
#include "core/network/onnx_node.h"

#include <algorithm>

// Values in the order that an operator needs.
namespace lw::network::onnx {

namespace {

using tensor::Shape;
using Extents32 = std::vector<std::uint32_t>;

Layer reshapeTo(Shape shape) {
    Layer layer;
    layer.kind = Kind::Reshape;
    layer.newShape = std::move(shape);
    return layer;
}
Layer transposeBy(Extents32 order) {
    Layer layer;
    layer.kind = Kind::Transpose;
    layer.order = std::move(order);
    return layer;
}

Shape withoutOnes(Shape shape) {
    std::erase(shape, std::uint64_t{1});
    return shape;
}
Shape after(const Way& way) {
    Shape out;
    for (const std::uint32_t part : way.order) out.push_back(way.parts[part]);
    return out;
}

// If only elements along one extent of `to` change places: the layer that takes them in another order.
std::optional<Layer> takingOf(const Way& way, const Shape& to) {
    const std::size_t count = way.order.size();
    std::size_t first = 0, end = count;
    while (first < count && way.order[first] == first) ++first;
    while (end > first && way.order[end - 1] == end - 1) --end;
    if (first == 0 && end == count) return std::nullopt;
    const Shape parts(way.parts.begin() + std::ptrdiff_t(first), way.parts.begin() + std::ptrdiff_t(end));
    Cut wanted;
    for (std::size_t i = 0; i < count; ++i)
        (i < first ? wanted.pieces : i < end ? wanted.extent : wanted.run) *= way.parts[i];
    Extents32 order;
    for (std::size_t i = first; i < end; ++i)
        order.push_back(way.order[i] - static_cast<std::uint32_t>(first));
    for (std::size_t axis = 0; axis < to.size(); ++axis) {
        const Cut cut = cutAt(to, axis);
        if (cut.pieces != wanted.pieces || cut.extent != wanted.extent || cut.run != wanted.run) continue;
        Layer layer;
        layer.kind = Kind::Take;
        if (axis + 1 < to.size()) layer.axis = static_cast<std::uint32_t>(axis);
        for (const std::uint32_t place : transposedPlaces(parts, order)) layer.indices.push_back(place);
        return layer;
    }
    return std::nullopt;
}

// The transposition as one of the existing extents: those of 1 go wherever there is room.
std::optional<Extents32> orderOf(const Way& way, const Shape& from, const Shape& to) {
    if (from.size() != to.size() || withoutOnes(from) != way.parts || withoutOnes(to) != after(way))
        return std::nullopt;
    Extents32 large, ones, out;
    for (std::uint32_t i = 0; i < from.size(); ++i) (from[i] > 1 ? large : ones).push_back(i);
    auto part = way.order.begin();
    auto one = ones.begin();
    for (const std::uint64_t extent : to) out.push_back(extent > 1 ? large[*part++] : *one++);
    return out;
}

// The layers that move elements from a value of the shape `from` to one of the shape `to`.
std::vector<Layer> layersOf(const Way& way, const Shape& from, const Shape& to) {
    std::vector<Layer> out;
    const auto reshape = [&](const Shape& before, const Shape& shape) {
        if (before != shape) out.push_back(reshapeTo(shape));
    };
    if (std::is_sorted(way.order.begin(), way.order.end())) {
        reshape(from, to);
    } else if (auto taking = takingOf(way, to)) {
        reshape(from, to);
        out.push_back(*std::move(taking));
    } else if (auto order = orderOf(way, from, to)) {
        out.push_back(transposeBy(*std::move(order)));
    } else {
        Way few = way;
        if (way.parts.size() > kMostExtents) {
            Transposition less = merged(way.parts, way.order);
            few = {std::move(less.shape), std::move(less.order)};
        }
        reshape(from, few.parts);
        out.push_back(transposeBy(few.order));
        reshape(after(few), to);
    }
    return out;
}

// The same with these axes of the graph one after the other in it.
std::vector<Layer> layersTo(const View& view, const Shape& from, std::span<const std::uint32_t> axes,
                            const Shape& to) {
    if (const auto way = wayTo(view, from, axes)) return layersOf(*way, from, to);
    // What was transposed is merged and cut elsewhere: one step after the other.
    std::vector<Layer> out = layersOf(wayToGraph(view), from, view.item);
    for (Layer& layer : layersTo(straight(view.item), view.item, axes, to)) out.push_back(std::move(layer));
    return out;
}

// An item of a batch that is always 1, of a value that has lost it among its extents.
Value itemOf(const Use& use, Value value) {
    Shape& item = value.view.item;
    if (value.layout != Layout::Plain || !use.isOneItem() || item.size() < 2 || item[0] != 1) return value;
    item.erase(item.begin());
    value.layout = layoutOf(item.size());
    return value;
}

std::string seenText(const Value& value) {
    return std::to_string(value.view.item.size() + (value.layout == Layout::Plain ? 0 : 1)) + " extents";
}

} // namespace

bool Use::isArranged(const Value& value, Arrangement arrangement) const {
    const std::size_t extents = value.view.item.size();
    if (arrangement == Arrangement::ChannelsLast &&
        (value.layout == Layout::Plain || (extents != 2 && extents != 3)))
        return false;
    const Target target = targetOf(value.view.item, arrangement);
    return shapeOf(value) == target.shape && hasSameOrder(value.view, viewOf(value.view.item, target.axes));
}

Result<Value> Use::arranged(std::size_t input, const Value& given, Arrangement arrangement) {
    const Shape& item = given.view.item;
    const bool isRow = arrangement == Arrangement::ChannelsLast && item.size() == 2;
    const Layout layout = given.layout == Layout::Plain ? given.layout
                          : isRow                       ? Layout::Row
                                                        : layoutOf(item.size());
    if (isArranged(given, arrangement)) return Value{given.id, layout, given.view};
    const std::string& name = m_node.inputs[input];
    const std::tuple key{name, arrangement, layout == Layout::Plain};
    const auto at = m_import.arranged.find(key);
    if (at != m_import.arranged.end()) return at->second;
    const Target target = targetOf(item, arrangement);
    if (target.shape.size() > kMostExtents)
        return wrong("a value of " + std::to_string(item.size()) + " extents is not supported");
    Value out = given;
    std::vector<Layer> layers = layersTo(given.view, shapeOf(given), target.axes, target.shape);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const bool isLast = i + 1 == layers.size();
        std::string layerName = unusedName(isLast ? name : name.substr(0, kMostNameBytes / 2) + ".moved");
        LW_TRY(out, made(std::move(layers[i]), {out}, layout, Arrangement::Straight, std::move(layerName)));
    }
    out.view = viewOf(item, target.axes);
    out.layout = layout;
    m_import.arranged.emplace(key, out);
    return out;
}

Result<Value> Use::arranged(std::size_t input, Arrangement arrangement) {
    LW_TRY(const Value given, value(input));
    return arranged(input, given, arrangement);
}

Result<Value> Use::moved(const Value& given, std::span<const std::uint32_t> axes, const Shape& shape,
                         std::string_view suffix) {
    Value out = given;
    for (Layer& layer : layersTo(given.view, shapeOf(given), axes, shape)) {
        LW_TRY(out, made(std::move(layer), {out}, Layout::Plain, Arrangement::Straight, nameBefore(suffix)));
    }
    return out;
}

Result<Value> Use::apart(std::size_t input) {
    LW_TRY(const Value given, value(input));
    for (const Arrangement one : {Arrangement::ChannelsLast, Arrangement::Straight})
        if (isArranged(given, one)) return arranged(input, given, one);
    return arranged(input, given, usualOf(given.layout));
}

Result<Value> Use::asOutput(std::size_t input) {
    LW_TRY(const Value given, value(input));
    return given.layout == Layout::Image ? apart(input) : arranged(input, given, Arrangement::Straight);
}

Result<Value> Use::image(std::size_t input) {
    LW_TRY(const Value given, value(input));
    const Value item = itemOf(*this, given);
    const std::size_t extents = item.view.item.size();
    if (item.layout != Layout::Plain && (extents == 2 || extents == 3))
        return arranged(input, item, Arrangement::ChannelsLast);
    const bool hasAll = given.layout == Layout::Plain && (extents == 3 || extents == 4);
    return wrong(
        "it reads an image, [batch, channels, rows, columns], or [batch, channels, length]; \"" +
        m_node.inputs[input] + "\" has " + seenText(given) +
        (hasAll ? " of an input without a batch: export the network for one with a batch of 1" : ""));
}

Result<Value> Use::flat(std::size_t input) {
    LW_TRY(const Value given, value(input));
    const Value item = itemOf(*this, given);
    const bool isVector = item.layout == Layout::Plain && item.view.item.size() == 1;
    if (item.layout != Layout::Flat && !isVector)
        return wrong("it reads [batch, elements]; \"" + m_node.inputs[input] + "\" has " + seenText(given));
    if (shapeOf(item).size() == 1) return item;
    return arranged(input, item, Arrangement::Straight);
}

} // namespace lw::network::onnx
