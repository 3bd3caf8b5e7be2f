// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/shape.h"

#include <limits>

namespace lw::tensor {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

std::optional<std::uint64_t> product(std::uint64_t x, std::uint64_t y) {
    if (y != 0 && x > kMost / y) return std::nullopt;
    return x * y;
}

} // namespace

std::optional<std::uint64_t> countOf(std::span<const std::uint64_t> shape) {
    bool empty = false;
    std::uint64_t count = 1;
    for (const std::uint64_t extent : shape) {
        if (extent == 0) {
            empty = true;
            continue;
        }
        const auto next = product(count, extent);
        if (!next) return std::nullopt;
        count = *next;
    }
    return empty ? 0 : count;
}

std::optional<std::uint64_t> bytesOf(std::span<const std::uint64_t> shape, std::size_t elementBytes) {
    const auto count = countOf(shape);
    return count ? product(*count, elementBytes) : std::nullopt;
}

std::string shapeText(std::span<const std::uint64_t> shape) {
    std::string out = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i != 0) out += ", ";
        out += std::to_string(shape[i]);
    }
    return out + "]";
}

std::vector<std::uint64_t> indexOf(std::span<const std::uint64_t> shape, std::uint64_t element) {
    std::vector<std::uint64_t> index(shape.size());
    for (std::size_t i = shape.size(); i-- > 0;) {
        index[i] = element % shape[i];
        element /= shape[i];
    }
    return index;
}

} // namespace lw::tensor
