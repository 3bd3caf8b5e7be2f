// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// How data of a network lie in native vectors: row after row, each cut into vectors, the last one filled up.
namespace lw::concord {

struct LogicalVectors {
    std::string name; // of the tensor
    std::uint64_t rows = 1, columns = 0, vectorsOfRow = 1;
    std::uint64_t numbers() const { return rows * columns; }
    bool operator==(const LogicalVectors&) const = default;
};
// What hints say of the first `count` vectors of a memory, in their order; nothing unless they say it of all.
std::vector<LogicalVectors> logicalVectors(const OpStream& stream, std::string_view memory,
                                           std::uint64_t count);
// The number of each of their elements among all numbers of these vectors.
std::vector<std::uint64_t> elementsOf(const std::vector<LogicalVectors>& tensors, std::uint64_t n);

} // namespace lw::concord
