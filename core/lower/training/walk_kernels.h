// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/vector_kernels.h"

// Subroutines of the vector units that walk as product does (kernels.h): what pooling is made of. Change
// r1, r2, r14 to r18.
namespace lw::lower::training {

// walk_add: r2 + r1 goes to r2. walk_max: the larger one. walk_scale: r2 times r10 goes to r2.
// walk_first_max: r1 what was pooled, r2 the maxima, r10 the gradient of what was pooled, r11 what is left
// of the gradient of the maxima: where r1 is the maximum, it goes from there to the sum at r10.
void writeWalks(Bundles& to, const Grouping& by, const Called& called);

} // namespace lw::lower::training
