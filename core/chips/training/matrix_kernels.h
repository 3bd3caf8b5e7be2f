// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/matrix_kernel.h"

// All kernels, for the one place that chooses, and what kernels share.
namespace lw::training::detail {

extern const MatrixKernel kPortableKernel;
#if defined(__x86_64__)
extern const MatrixKernel kAvx2Kernel;
extern const MatrixKernel kAvx512Kernel;
extern const MatrixKernel kAvx512Bf16Kernel; // only after equalsDefinition()
#endif

// Weights as float32 bits, word [k * width + n]; columns from `lanes` to `width` are zero.
void packWide(const std::uint16_t* weights, std::uint32_t lanes, std::uint32_t width, PackedWeights& packed);
// Weights in pairs, row 2 p in the high half and row 2 p + 1 in the low half of word [p * width + n].
void packPairs(const std::uint16_t* weights, std::uint32_t lanes, std::uint32_t width, PackedWeights& packed);

// Whether a kernel gives the bits of the portable one for some thousand products: ordinary values, denormals,
// infinities, NaNs, and sums at the edge of flushing.
bool equalsDefinition(const MatrixKernel& kernel);

} // namespace lw::training::detail
