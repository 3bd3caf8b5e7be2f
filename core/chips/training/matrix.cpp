// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix.h"

#include "core/chips/training/lane_loops.h"
#include "core/chips/training/square_block.h"
#include "core/numeric/bf16.h"

#include <array>

namespace lw::training {

namespace {

using Half = std::uint16_t;

[[gnu::always_inline]] inline void roundHalves(const std::uint32_t* x, Half* halves, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) halves[i] = static_cast<Half>(numeric::bf16Of(x[i]));
}

// Of a register with 8 sublanes.
[[gnu::always_inline]] inline void roundAndTurn(const std::uint32_t* x, Half* columns, std::size_t lanes) {
    constexpr std::size_t kMostLanes = 128;
    std::array<Half, detail::kBlock * kMostLanes> halves;
    roundHalves(x, halves.data(), detail::kBlock * lanes);
    for (std::size_t k = 0; k < lanes; k += detail::kBlock)
        detail::turnBlock(halves.data() + k, lanes, columns + k * lanes, lanes);
}

} // namespace

void storeWeightRows(const std::uint32_t* x, VectorShape shape, std::uint32_t firstRow,
                     std::uint16_t* weights) {
    detail::atHostLevel<roundHalves>(x, weights + std::size_t{firstRow} * shape.lanes, shape.words());
}

void storeWeightColumns(const std::uint32_t* x, VectorShape shape, std::uint32_t firstColumn,
                        std::uint16_t* weights) {
    std::uint16_t* columns = weights + firstColumn;
    if (shape.sublanes == detail::kBlock) // and then at least as many lanes
        return detail::atHostLevel<roundAndTurn>(x, columns, std::size_t{shape.lanes});
    for (std::size_t k = 0; k < shape.lanes; ++k)
        for (std::size_t sublane = 0; sublane < shape.sublanes; ++sublane)
            columns[k * shape.lanes + sublane] =
                static_cast<std::uint16_t>(numeric::bf16Of(x[sublane * shape.lanes + k]));
}

} // namespace lw::training
