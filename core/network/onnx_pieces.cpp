// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

namespace lw::network::onnx {

using tensor::Shape;

Shape itemShape(const Use& use, const Value& value) {
    const Shape& s = use.shapeOf(value);
    if (value.layout == Layout::Image) return {s[2], s[0], s[1]};
    return s;
}

std::uint64_t placeOf(std::uint64_t number, const Shape& image) {
    const std::uint64_t pixels = image[0] * image[1];
    return number % pixels * image[2] + number / pixels;
}

// An image of one pixel or of one channel has one order only.
static bool hasOtherOrder(const Shape& image) {
    return image.size() == 3 && image[0] * image[1] > 1 && image[2] > 1;
}

bool isReordered(const Value& value) { return hasOtherOrder(value.image); }

Result<std::uint32_t> axisOf(const Use& use, std::int64_t axis, const Value& value) {
    const std::int64_t batch = value.layout == Layout::Plain ? 0 : 1;
    const auto extents = static_cast<std::int64_t>(use.shapeOf(value).size()) + batch;
    const std::int64_t at = axis < 0 ? axis + extents : axis;
    if (at < 0 || at >= extents)
        return use.wrong("there is no axis " + std::to_string(axis) + " among its " +
                         std::to_string(extents) + " extents");
    if (at < batch) return use.wrong("its axis is that of the batch, whose items stay apart");
    if (value.layout == Layout::Image) return at == 1 ? 2u : static_cast<std::uint32_t>(at - 2);
    return static_cast<std::uint32_t>(at - batch);
}

Moves::Moves(Use& use, const Value& from) : m_use(use), m_value(from), m_shape(use.shapeOf(from)) {}

void Moves::reshape(Shape shape) {
    if (shape == m_shape) return;
    m_shape = std::move(shape);
    if (m_layers.empty() || m_layers.back().kind != Kind::Reshape)
        m_layers.emplace_back().kind = Kind::Reshape;
    m_layers.back().newShape = m_shape;
}

void Moves::transpose(std::vector<std::uint32_t> order) {
    bool isSame = true;
    Shape shape;
    for (std::size_t i = 0; i < order.size(); ++i) {
        isSame &= order[i] == i;
        shape.push_back(m_shape[order[i]]);
    }
    if (isSame) return;
    m_shape = std::move(shape);
    Layer& layer = m_layers.emplace_back();
    layer.kind = Kind::Transpose;
    layer.order = std::move(order);
}

void Moves::toGraphOrder() {
    const Shape list = m_shape;
    const bool isImage = m_value.layout == Layout::Image;
    if (!isImage && !isReordered(m_value)) return;
    const Shape image = isImage ? m_shape : m_value.image;
    reshape(image);
    if (hasOtherOrder(image)) transpose({2, 0, 1});
    reshape(isImage ? Shape{image[2], image[0], image[1]} : list);
}

void Moves::fromGraphOrder(const Shape& item) {
    m_value.image.clear();
    m_value.layout = item.size() == 1 ? Layout::Flat : item.size() == 3 ? Layout::Image : Layout::Item;
    if (m_value.layout != Layout::Image) return reshape(item);
    const Shape image{item[1], item[2], item[0]};
    if (!hasOtherOrder(image)) return reshape(image);
    reshape(item);
    transpose({1, 2, 0});
}

Outcome Moves::give() {
    if (m_layers.empty()) return m_use.give(m_value);
    Layer last = std::move(m_layers.back());
    m_layers.pop_back();
    LW_TRY(const Value before, finish());
    return m_use.give(std::move(last), {before}, before.layout);
}

Result<Value> Moves::finish() {
    for (Layer& layer : m_layers) {
        const std::string_view suffix = layer.kind == Kind::Reshape ? ".reshaped" : ".transposed";
        LW_TRY(m_value, m_use.before(std::move(layer), {m_value}, m_value.layout, suffix));
    }
    m_layers.clear();
    return m_value;
}

Outcome giveChain(Use& use, Value input, std::vector<Layer> layers) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Layer& layer = layers[i];
        if (layer.axis && *layer.axis + 1 == use.shapeOf(input).size()) layer.axis.reset();
        if (i + 1 == layers.size()) return use.give(std::move(layer), {input}, input.layout);
        LW_TRY(input, use.before(std::move(layer), {input}, input.layout, ".part"));
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

Result<Value> inGraphOrder(Use& use, const Value& value) {
    if (!isReordered(value)) return value;
    Moves moves(use, value);
    moves.toGraphOrder();
    LW_TRY(Value out, moves.finish());
    out.image.clear();
    return out;
}

} // namespace lw::network::onnx
