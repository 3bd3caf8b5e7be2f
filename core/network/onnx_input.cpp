// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_input.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <array>

namespace lw::network::onnx {

namespace {

using tensor::Shape;

Problem wrong(const Import& import, std::string why) {
    return {&messages::kOnnxGraph, {std::string(import.file), std::move(why)}, {}, {}, {}};
}

// Operators that leave the extents as they are, so that later ones say what those mean.
constexpr std::array<std::string_view, 27> kLeave{"Add",
                                                  "BatchNormalization",
                                                  "Cast",
                                                  "CastLike",
                                                  "Clip",
                                                  "Div",
                                                  "Dropout",
                                                  "Elu",
                                                  "Exp",
                                                  "HardSigmoid",
                                                  "HardSwish",
                                                  "Identity",
                                                  "LRN",
                                                  "LeakyRelu",
                                                  "Log",
                                                  "Mul",
                                                  "PRelu",
                                                  "Pad",
                                                  "Relu",
                                                  "Resize",
                                                  "Sigmoid",
                                                  "Slice",
                                                  "Sub",
                                                  "Sum",
                                                  "Tanh",
                                                  "QuantizeLinear",
                                                  "DequantizeLinear"};
// Operators whose value of three extents is [batch, channels, length].
constexpr std::array<std::string_view, 10> kOfImages{
    "AveragePool",       "BatchNormalization", "Conv", "ConvTranspose", "DepthToSpace",
    "GlobalAveragePool", "GlobalMaxPool",      "LRN",  "MaxPool",       "Resize"};

template <typename List> bool isIn(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

// What the first operators that do not leave a value's extents as they are say.
struct Wishes {
    bool hasBatch = false, isImage = false;
    bool isFirstChannelsLast = false; // some bring [batch, rows, columns, channels] into the usual order
    bool isAsItIs = false;            // others do not
};
bool bringsChannelsFirst(const Node& node) {
    const auto perm = node.attributes.find("perm");
    return node.operation == "Transpose" && perm != node.attributes.end() &&
           perm->second.integers == std::vector<std::int64_t>{0, 3, 1, 2};
}
// Sequences of a recurrent layer whose batch comes before their steps.
bool hasItemsInFront(const Node& node) {
    const auto layout = node.attributes.find("layout");
    return layout != node.attributes.end() && layout->second.integer == 1;
}
Wishes wishesOf(const Graph& graph, const std::string& input) {
    constexpr std::size_t kMostLookedAt = 64;
    Wishes out;
    std::vector<std::string> names{input};
    std::vector<bool> isTurned{false};
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const Node& node : graph.nodes) {
            if (!isIn(node.inputs, names[i]) || node.operation == "Shape" || node.operation == "Size")
                continue;
            const bool isOfImage = isIn(kOfImages, node.operation), isFirst = bringsChannelsFirst(node),
                       turns = node.operation == "Transpose" && !isFirst;
            out.hasBatch |= isOfImage || node.operation == "MatMul" || hasItemsInFront(node);
            out.isImage |= isOfImage && !isTurned[i];
            out.isFirstChannelsLast |= isFirst && !isTurned[i];
            const bool goesOn = (turns || isIn(kLeave, node.operation)) && !node.outputs.empty();
            out.isAsItIs |= !isFirst && (turns || !goesOn);
            if (!goesOn || names.size() >= kMostLookedAt || isIn(names, node.outputs[0])) continue;
            names.push_back(node.outputs[0]);
            isTurned.push_back(isTurned[i] || turns);
        }
    return out;
}

Order orderOf(const Graph& graph, const ValueInfo& info) {
    const Wishes wishes = wishesOf(graph, info.name);
    const std::size_t count = info.extents->size();
    if (count == 4) {
        const bool isTurned = wishes.isFirstChannelsLast && !wishes.isAsItIs;
        return {Layout::Image, isTurned ? Arrangement::Straight : Arrangement::ChannelsLast};
    }
    if (count == 3 && wishes.isImage) return {Layout::Row, Arrangement::ChannelsLast};
    const bool hasBatch =
        count == 2 || (count > 2 && info.extents->front() < 0) || (count == 3 && wishes.hasBatch);
    return {hasBatch ? layoutOf(count - 1) : Layout::Plain, Arrangement::Straight};
}

// Numbers that are quantised before anything else is done to them, or codes; if nothing is known about these,
// the first node that reads them says what they mean.
Outcome quantiseInput(Import& import, const ValueInfo& info, std::optional<Quantisation> by) {
    Input& input = import.network.input;
    input.isUnsigned = info.elementType == kUint8Type;
    const auto at = import.quantisedAs.find(info.name);
    if (!by && at != import.quantisedAs.end() && !at->second.isRelu) by = at->second.by;
    import.hasOpenInput = !by && holdsCodes(info);
    if (import.hasOpenInput) return Done{};
    if (!by)
        return wrong(import,
                     "the input \"" + info.name +
                         "\" is not quantised, with one scale for all, before anything else is done to it");
    input.step = by->step;
    input.zero = by->zero;
    return Done{};
}

// The extents of an image of this size.
std::vector<std::int64_t> sizedAs(const std::optional<ImageSize>& size, std::vector<std::int64_t> extents,
                                  const Order& order) {
    if (!size || order.layout != Layout::Image) return extents;
    const std::size_t rows = order.arrangement == Arrangement::ChannelsLast ? 2 : 1;
    extents[rows] = static_cast<std::int64_t>(size->rows);
    extents[rows + 1] = static_cast<std::int64_t>(size->columns);
    return extents;
}

} // namespace

Outcome takeInput(Import& import, const Graph& graph, const ValueInfo& info, std::optional<Order> given,
                  std::optional<Quantisation> by) {
    const std::string name = "the input \"" + info.name + "\"";
    const bool isHalf = dtypeOf(info.elementType) == tensor::DType::F16;
    const bool isInt8 = import.network.precision == Precision::I8;
    if (info.elementType != kFloatType && !isHalf && !holdsCodes(info))
        return wrong(import, name + " is " + elementTypeName(info.elementType) + ", not FLOAT");
    import.hasHalf |= isHalf;
    if (holdsCodes(info)) import.codes.emplace(info.name, info.elementType);
    if (!info.extents || info.extents->empty())
        return wrong(import, name + " has no extents; export the network with fixed extents");
    const Order order = given ? *given : orderOf(graph, info);
    const std::vector<std::int64_t> extents = sizedAs(import.image, *info.extents, order);
    const bool hasBatch = order.layout != Layout::Plain;
    if (hasBatch && extents[0] > static_cast<std::int64_t>(kMostExtent))
        return wrong(import, "the batch of " + name + " is larger than " + std::to_string(kMostExtent));
    if (hasBatch && extents[0] > 0) import.batch = static_cast<std::uint64_t>(extents[0]);
    import.isOneItem = hasBatch && extents[0] == 1;
    Shape item;
    for (std::size_t i = hasBatch ? 1 : 0; i < extents.size(); ++i) {
        if (extents[i] < 1)
            return wrong(
                import,
                "extent " + std::to_string(i) + " of " + name +
                    " is not a number above 0; export the network with fixed extents, give those of the picture with "
                    "--size ROWSxCOLUMNS (`lw net`, `lw rf`, `lw tile`), or let `lw tile` take those of a picture");
        item.push_back(static_cast<std::uint64_t>(extents[i]));
    }
    Target target = targetOf(item, order.arrangement);
    Input& input = import.network.input;
    input.name = info.name;
    input.shape = std::move(target.shape);
    input.isChannelsFirst = hasBatch && order.arrangement == Arrangement::ChannelsLast;
    if (isInt8) {
        LW_TRY([[maybe_unused]] const Done quantised, quantiseInput(import, info, by));
    } else if (holdsCodes(info)) {
        input.range = info.elementType == kUint8Type ? std::pair{0.0, 255.0} : std::pair{-128.0, 127.0};
    }
    View view = viewOf(std::move(item), target.axes);
    if (!import.known.emplace(info.name, Value{kInput, order.layout, std::move(view)}).second)
        return wrong(import, name + " is also a constant");
    return checkInput(import.network);
}

} // namespace lw::network::onnx
