// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <span>
#include <vector>

// Elements in other places: what layers do that do not compute anything.
namespace lw::network {

// A value cut along an extent: `pieces` times (the extents before it) there are `extent` runs, each of `run`
// elements (the extents after it).
struct Cut {
    std::uint64_t pieces = 1, extent = 1, run = 1;
};
inline Cut cutAt(const tensor::Shape& shape, std::size_t axis) {
    Cut out;
    for (std::size_t i = 0; i < shape.size(); ++i)
        (i < axis ? out.pieces : i == axis ? out.extent : out.run) *= shape[i];
    return out;
}

// For each element of the transposed value its place before: `order` says which extent each one was.
std::vector<std::uint32_t> transposedPlaces(const tensor::Shape& shape, std::span<const std::uint32_t> order);

// The same with as few extents as possible: without those of 1, and with those that stay one after the
// other merged into one.
struct Transposition {
    tensor::Shape shape;
    std::vector<std::uint32_t> order;
};
Transposition merged(const tensor::Shape& shape, std::span<const std::uint32_t> order);

template <typename T>
std::vector<T> transposed(const std::vector<T>& values, const tensor::Shape& shape,
                          std::span<const std::uint32_t> order) {
    std::vector<T> out;
    out.reserve(values.size());
    for (const std::uint32_t place : transposedPlaces(shape, order)) out.push_back(values[place]);
    return out;
}

// The runs that `indices` lists; `fill` where it says kFill.
template <typename T>
std::vector<T> taken(const std::vector<T>& values, const Cut& cut, std::span<const std::int64_t> indices,
                     T fill) {
    std::vector<T> out;
    out.reserve(cut.pieces * indices.size() * cut.run);
    for (std::uint64_t piece = 0; piece < cut.pieces; ++piece)
        for (const std::int64_t index : indices) {
            if (index == kFill) {
                out.insert(out.end(), cut.run, fill);
                continue;
            }
            const auto begin =
                values.begin() + static_cast<std::ptrdiff_t>(
                                     (piece * cut.extent + static_cast<std::uint64_t>(index)) * cut.run);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(cut.run));
        }
    return out;
}

// One after the other along an extent with `pieces` in front of it.
template <typename T>
std::vector<T> together(const std::vector<std::vector<T>>& values, std::uint64_t pieces) {
    std::vector<T> out;
    for (std::uint64_t piece = 0; piece < pieces; ++piece)
        for (const std::vector<T>& value : values) {
            const std::uint64_t length = value.size() / pieces;
            const auto begin = value.begin() + static_cast<std::ptrdiff_t>(piece * length);
            out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
        }
    return out;
}

} // namespace lw::network
