// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/transpose.h"

namespace lw::training {

void transposedRegister(const std::uint32_t* square, std::uint32_t which, std::uint32_t* d,
                        VectorShape shape) {
    const std::uint32_t* columns = square + std::size_t{which} * shape.sublanes;
    for (std::size_t sublane = 0; sublane < shape.sublanes; ++sublane)
        for (std::size_t lane = 0; lane < shape.lanes; ++lane)
            d[sublane * shape.lanes + lane] = columns[lane * shape.lanes + sublane];
}

} // namespace lw::training
