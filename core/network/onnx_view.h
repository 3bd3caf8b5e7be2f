// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <optional>
#include <span>
#include <vector>

// The order in which the elements of a value of the graph are arranged here. Reshape and Transpose change
// only that; layers for them are made where an operator needs another order.
namespace lw::network::onnx {

struct View {
    tensor::Shape item;               // the extents that the graph sees, without the batch
    tensor::Shape parts;              // the value here, row-major, cut into extents above 1
    std::vector<std::uint32_t> order; // these as the graph has them, the outermost first
};

// How the extents of a value may be arranged here.
enum class Arrangement : std::uint8_t {
    Straight,     // as in the graph
    ChannelsLast, // [rows, columns, channels], and one row of [batch, channels, length]
};
// Which axes of the graph are here, one after the other, and the resulting shape.
struct Target {
    std::vector<std::uint32_t> axes;
    tensor::Shape shape;
};
Target targetOf(const tensor::Shape& item, Arrangement arrangement);

// For a value whose extents here are these of the graph.
View viewOf(tensor::Shape item, std::span<const std::uint32_t> axes);
// In the graph's order.
View straight(tensor::Shape item);
inline bool hasSameOrder(const View& a, const View& b) { return a.parts == b.parts && a.order == b.order; }

// The graph's extents in another order; nothing if parts would span two of them.
std::optional<View> transposed(View view, std::span<const std::uint32_t> axes);
// With another last extent, which must be the innermost one here too; nothing if it is not.
std::optional<View> withLast(View view, std::uint64_t extent);
// For each element in the graph's order its place here.
std::vector<std::uint32_t> placesOf(const View& view);

// A transposition of the value here, whose extents are `parts`.
struct Way {
    tensor::Shape parts;
    std::vector<std::uint32_t> order;
};
// After it, these extents of the graph are one after the other. `shape` is that of the value; its extents
// are kept apart if possible.
std::optional<Way> wayTo(View view, const tensor::Shape& shape, std::span<const std::uint32_t> axes);
// After it, the order is the graph's.
Way wayToGraph(const View& view);

// The value with only one element along some of the graph's axes, and its shape here; nothing if an extent
// here consists of such an axis and of others.
struct Reduced {
    View view;
    tensor::Shape shape;
};
std::optional<Reduced> reduced(View view, tensor::Shape shape, const std::vector<bool>& goes);

} // namespace lw::network::onnx
