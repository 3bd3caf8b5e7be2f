// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The transpose unit (XU): a square of lanes x lanes words,
// pushed and popped in registers of `sublanes` rows.
namespace lw::training {

// `square` holds the rows pushed, word [row * lanes + lane]. Register number `which`
// (0 .. lanes / sublanes - 1) of the transposed square:
// d[sublane][lane] = square[lane][which * sublanes + sublane]. `d` is not in the square.
void transposedRegister(const std::uint32_t* square, std::uint32_t which, std::uint32_t* d,
                        VectorShape shape);

} // namespace lw::training
