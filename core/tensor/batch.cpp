// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/batch.h"

namespace lw::tensor {

Tensor stacked(std::span<const Tensor> items) {
    std::vector<std::byte> bytes;
    bytes.reserve(items.size() * items.front().bytes().size());
    for (const Tensor& one : items) bytes.insert(bytes.end(), one.bytes().begin(), one.bytes().end());
    Shape shape = items.front().shape();
    shape.insert(shape.begin(), items.size());
    return {items.front().dtype(), std::move(shape), std::move(bytes)};
}

Tensor itemOf(const Tensor& all, std::uint64_t number, const Shape& shape) {
    const std::uint64_t bytes = *bytesOf(shape, sizeOf(all.dtype()));
    const auto item = all.bytes().subspan(number * bytes, bytes);
    return {all.dtype(), shape, {item.begin(), item.end()}};
}

} // namespace lw::tensor
