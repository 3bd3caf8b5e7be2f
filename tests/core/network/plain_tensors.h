// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"
#include "tests/reference/onnx/nearness.h"

// Values of the reference of ONNX as those of this program, and back.
namespace lw::test {

// Item `item` of a batch, without it: an image as [rows, columns, channels], anything else as it is, and also an image
// whose channels are the last extent in the file.
inline tensor::Tensor itemOf(const reference::onnx::Tensor& batch, std::int64_t item,
                             bool isChannelsFirst = true) {
    const bool isImage = batch.rank() == 4 && isChannelsFirst;
    const auto extent = [&](std::int64_t axis) { return static_cast<std::uint64_t>(batch.extent(axis)); };
    tensor::Shape shape;
    if (isImage)
        shape = {extent(2), extent(3), extent(1)};
    else
        for (std::int64_t axis = 1; axis < batch.rank(); ++axis) shape.push_back(extent(axis));
    tensor::Tensor out(tensor::DType::F32, shape);
    const std::uint64_t channels = isImage ? extent(1) : 1, pixels = out.count() / channels;
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const std::uint64_t place = i % channels * pixels + i / channels;
        out.set(i, static_cast<float>(batch.values[static_cast<std::size_t>(item) * out.count() + place]));
    }
    return out;
}

// All of a value that has no batch.
inline tensor::Tensor wholeOf(const reference::onnx::Tensor& value) {
    tensor::Tensor out(tensor::DType::F32, {value.shape.begin(), value.shape.end()});
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<float>(value.values[i]));
    return out;
}

// The item with its batch of 1.
inline reference::onnx::Tensor itemAlone(const reference::onnx::Tensor& batch, std::int64_t item) {
    reference::onnx::Shape shape = batch.shape;
    shape[0] = 1;
    reference::onnx::Tensor out(shape);
    const std::int64_t count = reference::onnx::countOf(shape);
    for (std::int64_t i = 0; i < count; ++i) out[i] = batch[item * count + i];
    return out;
}

// A float32 value as it is.
inline reference::onnx::Tensor plainOf(const tensor::Tensor& value) {
    reference::onnx::Tensor out(reference::onnx::Shape(value.shape().begin(), value.shape().end()));
    for (std::uint64_t i = 0; i < value.count(); ++i) out.values[i] = static_cast<double>(value.at<float>(i));
    return out;
}
// Beside one of the graph.
inline reference::onnx::Tensor inGraphOrder(const tensor::Tensor& value,
                                            const reference::onnx::Tensor& like) {
    return reference::onnx::inGraphOrder(plainOf(value), like);
}

} // namespace lw::test
