// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <optional>
#include <span>
#include <vector>

// Two values, with extents of 1 repeated to match the other value's.
namespace lw::network {

// The shape of both together; nothing if they do not fit: they need the same number of extents, and of two
// that differ one must be 1.
std::optional<tensor::Shape> broadcastShape(const tensor::Shape& a, const tensor::Shape& b);

// For each element of `shape`, in row-major order, the element of a value of shape `from` that goes there.
std::vector<std::uint32_t> broadcastPlaces(const tensor::Shape& from, const tensor::Shape& shape);

// `change` of each element of `a` and the matching one of `b`, as many as `shape` has.
template <typename T, typename Change>
std::vector<T> broadcast(std::vector<T> a, const tensor::Shape& aShape, const std::vector<T>& b,
                         const tensor::Shape& bShape, const tensor::Shape& shape, const Change& change) {
    if (aShape == bShape) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = change(a[i], b[i]);
        return a;
    }
    const std::vector<std::uint32_t> ofA = broadcastPlaces(aShape, shape),
                                     ofB = broadcastPlaces(bShape, shape);
    std::vector<T> out(ofA.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = change(a[ofA[i]], b[ofB[i]]);
    return out;
}

} // namespace lw::network
