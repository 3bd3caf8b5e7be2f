// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/image_order.h"

#include "core/network/messages.h"
#include "core/network/moves.h"

#include <algorithm>

namespace lw::network {

namespace {

using tensor::Shape;
using tensor::Tensor;

// Whether a shape is that of one item or, with an extra extent in front, of several.
bool isOf(const Shape& given, const Shape& item) {
    return given.size() <= item.size() + 1 && given.size() >= item.size() &&
           std::equal(item.rbegin(), item.rend(), given.rbegin());
}

// [channels, length], with a batch or without, is an image of one row.
Shape withRow(Shape given, const Shape& first) {
    if (first[1] != 1 || given.size() < 2) return given;
    Shape out = given;
    out.insert(out.end() - 1, 1);
    return isOf(out, first) ? out : given;
}

// The same elements, which have this shape, with the channels last.
Tensor turned(const Tensor& given, const Shape& seen) {
    std::vector<std::uint32_t> order{1, 2, 0};
    if (seen.size() == 4) order = {0, 2, 3, 1};
    Shape shape;
    for (const std::uint32_t axis : order) shape.push_back(seen[axis]);
    Tensor out(given.dtype(), std::move(shape));
    const std::size_t bytes = tensor::sizeOf(given.dtype());
    auto to = out.bytes().begin();
    for (const std::uint32_t place : transposedPlaces(seen, order))
        to = std::copy_n(given.bytes().begin() + static_cast<std::ptrdiff_t>(place * bytes), bytes, to);
    return out;
}

} // namespace

Result<Tensor> inOrder(const Network& network, const Tensor& given, std::optional<ImageOrder> order) {
    if (given.count() == 0) return Problem{&messages::kNoData, {}, {}, {}, {}};
    const Shape& image = network.input.shape;
    if (image.size() != 3 || order == ImageOrder::ChannelsLast) return given;
    const Shape first{image[2], image[0], image[1]};
    const Shape seen = withRow(given.shape(), first);
    const bool isFirst = isOf(seen, first), isLast = isOf(given.shape(), image);
    const auto refused = [&](const Message& message, const Shape& shape) {
        return Problem{&message, {tensor::shapeText(given.shape()), tensor::shapeText(shape)}, {}, {}, {}};
    };
    if (order == ImageOrder::ChannelsFirst) {
        if (isFirst) return turned(given, seen);
        return image[2] == 1 ? Result<Tensor>(given) : refused(messages::kNotInOrder, first);
    }
    const bool isOneOrder = *tensor::countOf(image) == 1;
    if (isFirst && isLast && !isOneOrder && network.input.isChannelsFirst)
        return refused(messages::kBothOrders, image);
    if (!isFirst || isLast) return given;
    if (image[2] != 1) return refused(messages::kOtherOrder, image);
    return turned(given, seen); // the order of one channel is the same
}

} // namespace lw::network
