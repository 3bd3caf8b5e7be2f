// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"
#include "tests/reference/onnx/operators.h"

#include <vector>

// Values of the reference of ONNX as those of this program, and back.
namespace lw::test {

// One item of a batch, without the batch's extent.
inline reference::onnx::Tensor itemOf(const reference::onnx::Tensor& batch, std::int64_t item) {
    reference::onnx::Tensor out({batch.shape.begin() + 1, batch.shape.end()});
    const std::int64_t count = reference::onnx::countOf(out.shape);
    for (std::int64_t i = 0; i < count; ++i) out[i] = batch[item * count + i];
    return out;
}

// The orders in which this program may hold an item: the file's, and of what is [channels, rows, columns] or
// [channels, length] there an image with its channels last.
inline std::vector<reference::onnx::Tensor> ordersOf(const reference::onnx::Tensor& item) {
    std::vector<reference::onnx::Tensor> out{item};
    if (item.rank() != 2 && item.rank() != 3) return out;
    const std::int64_t channels = item.extent(0), columns = item.extent(-1);
    const std::int64_t rows = item.rank() == 3 ? item.extent(1) : 1;
    out.push_back(reference::onnx::taken(item, {rows, columns, channels}, [&](const auto& at) {
        return (at[2] * rows + at[0]) * columns + at[1];
    }));
    return out;
}
// The first of them with these extents; nothing of another shape is right.
inline reference::onnx::Tensor heldAs(const tensor::Shape& shape, const reference::onnx::Tensor& item) {
    for (const reference::onnx::Tensor& one : ordersOf(item))
        if (tensor::Shape(one.shape.begin(), one.shape.end()) == shape) return one;
    return {};
}

inline tensor::Tensor float32Of(const reference::onnx::Tensor& value) {
    tensor::Tensor out(tensor::DType::F32, {value.shape.begin(), value.shape.end()});
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<float>(value.values[i]));
    return out;
}
inline reference::onnx::Tensor plainOf(const tensor::Tensor& value) {
    reference::onnx::Tensor out({value.shape().begin(), value.shape().end()});
    for (std::uint64_t i = 0; i < value.count(); ++i) out.values[i] = static_cast<double>(value.at<float>(i));
    return out;
}

} // namespace lw::test
