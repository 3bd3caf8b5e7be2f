// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>

// Blocks of 8 x 8 elements transposed in vector registers of whatever width the copy of the code has: the
// building block of the transpose unit and the transposed weight load on the full machine.
namespace lw::training::detail {

inline constexpr std::size_t kBlock = 8;

// Row r of the block begins at from + r * fromStride; its element c goes to to + c * toStride + r.
template <class Element>
[[gnu::always_inline]] inline void turnBlock(const Element* from, std::size_t fromStride, Element* to,
                                             std::size_t toStride) {
    using Row [[gnu::vector_size(kBlock * sizeof(Element))]] = Element;
    Row rows[kBlock], pairs[kBlock], fours[kBlock]; // std::array would lose the attribute
    for (std::size_t r = 0; r < kBlock; ++r) std::memcpy(&rows[r], from + r * fromStride, sizeof(Row));
    // Blocks of 1 x 1 change places, then of 2 x 2, then of 4 x 4.
    for (std::size_t r = 0; r < kBlock; r += 2) {
        pairs[r] = __builtin_shufflevector(rows[r], rows[r + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        pairs[r + 1] = __builtin_shufflevector(rows[r], rows[r + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (const std::size_t r : {0u, 1u, 4u, 5u}) {
        fours[r] = __builtin_shufflevector(pairs[r], pairs[r + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        fours[r + 2] = __builtin_shufflevector(pairs[r], pairs[r + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (std::size_t r = 0; r < kBlock / 2; ++r) {
        const Row upper = __builtin_shufflevector(fours[r], fours[r + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        const Row lower = __builtin_shufflevector(fours[r], fours[r + 4], 4, 5, 6, 7, 12, 13, 14, 15);
        std::memcpy(to + r * toStride, &upper, sizeof(Row));
        std::memcpy(to + (r + 4) * toStride, &lower, sizeof(Row));
    }
}

} // namespace lw::training::detail
