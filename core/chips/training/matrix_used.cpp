// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_used.h"

#include "core/chips/training/lane_loops.h"

namespace lw::training::detail {

namespace {

// The bits set in each column and, for a row, whether any are.
[[gnu::always_inline]] inline void collectBits(const std::uint16_t* weights, std::size_t lanes,
                                               std::uint16_t* columns, UsedWeights* used) {
    for (std::size_t k = 0; k < lanes; ++k) {
        const std::uint16_t* row = weights + k * lanes;
        unsigned any = 0;
        for (std::size_t n = 0; n < lanes; ++n) {
            any |= row[n];
            columns[n] |= row[n];
        }
        if (any != 0) used->rows = static_cast<std::uint32_t>(k + 1);
    }
}

[[gnu::always_inline]] inline void highest(const std::uint32_t* words, std::size_t count,
                                           std::uint32_t* found) {
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, words[i] & 0x7fffffff);
    *found = most;
}

[[gnu::always_inline]] inline void countMinusZeros(const std::uint32_t* words, std::size_t count,
                                                   std::uint32_t* found) {
    std::uint32_t zeros = 0;
    for (std::size_t i = 0; i < count; ++i) zeros += words[i] == 0x80000000;
    *found += zeros;
}

} // namespace

UsedWeights usedWeights(const std::uint16_t* weights, std::uint32_t lanes) {
    UsedWeights used;
    std::array<std::uint16_t, kMostLanes> columns{};
    atHostLevel<collectBits>(weights, std::size_t{lanes}, columns.data(), &used);
    for (std::uint32_t n = 0; n < lanes; ++n)
        if (columns[n] != 0) used.columns = n + 1;
    return used;
}

bool areFinite(const std::uint32_t* words, std::size_t count) {
    constexpr std::uint32_t kRoundsToInfinity = 0x7f7f8000;
    std::uint32_t most = 0;
    atHostLevel<highest>(words, count, &most);
    return most < kRoundsToInfinity;
}

bool holdMinusZero(const std::uint32_t* words, UsedWeights part, VectorShape shape) {
    std::uint32_t found = 0;
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        atHostLevel<countMinusZeros>(words + row, std::size_t{part.columns}, &found);
    return found != 0;
}

} // namespace lw::training::detail
