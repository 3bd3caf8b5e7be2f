// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/logical_vectors.h"

#include <algorithm>

namespace lw::concord {

std::vector<LogicalVectors> logicalVectors(const OpStream& stream, std::string_view memory,
                                           std::uint64_t count) {
    std::vector<LogicalVectors> out;
    std::uint64_t next = 0;
    while (next < count) {
        const auto tensor = std::ranges::find_if(stream.tensors, [&](const TensorName& one) {
            return one.memory == memory && one.first == next && !one.shape.empty() && one.shape.size() < 3 &&
                   one.count > 0;
        });
        if (tensor == stream.tensors.end()) return {};
        const std::uint64_t rows = tensor->shape.size() == 2 ? tensor->shape[0] : 1;
        out.push_back({tensor->name, rows, tensor->shape.back(), tensor->count / rows});
        next += tensor->count;
    }
    return next == count ? out : std::vector<LogicalVectors>();
}

std::vector<std::uint64_t> elementsOf(const std::vector<LogicalVectors>& tensors, std::uint64_t n) {
    std::vector<std::uint64_t> out;
    std::uint64_t first = 0;
    for (const LogicalVectors& tensor : tensors) {
        const std::uint64_t each = tensor.vectorsOfRow * n;
        for (std::uint64_t row = 0; row < tensor.rows; ++row, first += each)
            for (std::uint64_t i = 0; i < tensor.columns; ++i) out.push_back(first + i);
    }
    return out;
}

} // namespace lw::concord
