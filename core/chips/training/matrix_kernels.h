// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/matrix_kernel.h"

// Every kernel there is, for the one place that chooses.
namespace lw::training::detail {

extern const MatrixKernel kPortableKernel;

} // namespace lw::training::detail
