// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix.h"

#include "core/numeric/bf16.h"

namespace lw::training {

void storeWeightRows(const std::uint32_t* x, VectorShape shape, std::uint32_t firstRow,
                     std::uint16_t* weights) {
    std::uint16_t* rows = weights + std::size_t{firstRow} * shape.lanes;
    for (std::size_t i = 0; i < shape.words(); ++i)
        rows[i] = static_cast<std::uint16_t>(numeric::bf16Of(x[i]));
}

void storeWeightColumns(const std::uint32_t* x, VectorShape shape, std::uint32_t firstColumn,
                        std::uint16_t* weights) {
    std::uint16_t* columns = weights + firstColumn;
    for (std::size_t k = 0; k < shape.lanes; ++k)
        for (std::size_t sublane = 0; sublane < shape.sublanes; ++sublane)
            columns[k * shape.lanes + sublane] =
                static_cast<std::uint16_t>(numeric::bf16Of(x[sublane * shape.lanes + k]));
}

} // namespace lw::training
