// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// Weights of the matrix unit (MXU) as they are kept: lanes x lanes bfloat16, word [k * lanes + n]. The
// product itself is in matrix_kernel.h.
namespace lw::training {

// Rows firstRow .. firstRow + sublanes - 1 of the weights from one register, rounded to the nearest bfloat16.
void storeWeightRows(const std::uint32_t* x, VectorShape shape, std::uint32_t firstRow,
                     std::uint16_t* weights);
// The same as columns firstColumn ..: weights[k][firstColumn + sublane] = x[sublane][k].
void storeWeightColumns(const std::uint32_t* x, VectorShape shape, std::uint32_t firstColumn,
                        std::uint16_t* weights);

} // namespace lw::training
