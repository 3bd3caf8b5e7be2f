// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/transpose.h"

#include "core/chips/training/lane_loops.h"
#include "core/chips/training/square_block.h"

namespace lw::training {

namespace {

// Of a square with 8 sublanes to a register.
[[gnu::always_inline]] inline void turnColumns(const std::uint32_t* columns, std::uint32_t* d,
                                               std::size_t lanes) {
    for (std::size_t lane = 0; lane < lanes; lane += detail::kBlock)
        detail::turnBlock(columns + lane * lanes, lanes, d + lane, lanes);
}

} // namespace

void transposedRegister(const std::uint32_t* square, std::uint32_t which, std::uint32_t* d,
                        VectorShape shape) {
    const std::uint32_t* columns = square + std::size_t{which} * shape.sublanes;
    if (shape.sublanes == detail::kBlock) // and then at least as many lanes
        return detail::atHostLevel<turnColumns>(columns, d, std::size_t{shape.lanes});
    for (std::size_t sublane = 0; sublane < shape.sublanes; ++sublane)
        for (std::size_t lane = 0; lane < shape.lanes; ++lane)
            d[sublane * shape.lanes + lane] = columns[lane * shape.lanes + sublane];
}

} // namespace lw::training
