// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/vector_kernels.h"

// Passes of the vector units in the bundles of another subroutine, which leaves them nearly empty. Each has
// registers of its own, the first four of each eight vectors and what is left of the others; of longer groups
// every fourth register has the same ones.
namespace lw::lower::training {

// Before the name of a pass: the same with transpose_run, or with product, beside it.
inline constexpr std::string_view kBesideTransposes = "transpose_beside_";
inline constexpr std::string_view kBesideProduct = "product_beside_";

// The registers of transpose_run beside a pass, which keeps its scalars.
constexpr Renaming transposesBesidePass() {
    constexpr std::array<std::size_t, 9> kGiven{21, 22, 23, 24, 25, 26, 27, 13, 28};
    Renaming out;
    for (std::size_t i = 0; i < kGiven.size(); ++i) out.scalars[i + 1] = kGiven[i];
    for (std::size_t u = 0; u < 8; ++u) {
        out.vectors[u] = 4 + u % 4;
        out.vectors[8 + u] = 12 + u % 4;
    }
    return out;
}
// Those of a pass beside product, which keeps its scalars.
constexpr Renaming passBesideProduct() {
    Renaming out;
    for (std::size_t i = 1; i <= 8; ++i) out.scalars[i] = 20 + i;
    for (std::size_t u = 0; u < 8; ++u)
        for (std::size_t stream = 0; stream < 24; stream += 8) out.vectors[stream + u] = stream + u % 4;
    return out;
}

void writePassBesideTransposes(Bundles& to, const Grouping& by, const Pass& pass);
// Each call does as many groups of the pass as of products. p8: whether there are any left; r24: how many.
void writePassBesideProduct(Bundles& to, const Grouping& by, const Pass& pass);

} // namespace lw::lower::training
