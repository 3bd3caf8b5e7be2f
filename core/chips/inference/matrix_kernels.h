// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/matrix_kernel.h"

// The kernels by the files they stand in.
namespace lw::inference {

MatrixKernel portableMatrixKernel();

} // namespace lw::inference
