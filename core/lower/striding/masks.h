// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/modes.h"
#include "core/lower/striding/stride_geometry.h"
#include "core/tensor/tensor.h"

#include <vector>

namespace lw::lower::striding {

// The numbers from which the masks of a layer are made.
struct MaskNumbers {
    double factor = 2;    // of the two masks: the first one's value where an element is kept. Integers: odd
    std::int32_t low = 0; // for AddLow in int32: what is added to dropped elements
    bool operator==(const MaskNumbers&) const = default;
};

// The masking tensors of a layer, [rows][columns] of its first tensor, one number for each pixel, shared by
// all channels; in the order in which they are used. float32, or int32 for an int8 network; int8 if all
// numbers fit. None for modes without a mask in the vector unit.
//
// Two masks for integers: factor and its inverse modulo 2^32, so that every product is exact whatever wraps.
std::vector<tensor::Tensor> masksOf(Mode mode, const StrideGeometry& geometry, bool integers,
                                    const MaskNumbers& numbers);

// The number by which an odd one must be multiplied to give 1 modulo 2^32.
std::uint32_t inverseOf(std::uint32_t odd);

} // namespace lw::lower::striding
