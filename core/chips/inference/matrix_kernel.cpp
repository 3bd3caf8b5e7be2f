// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/matrix_kernel.h"

#include "core/chips/inference/matrix_kernels.h"

#include <array>

namespace lw::inference {

std::span<const MatrixKernel> matrixKernels() {
    static const std::array kKernels{portableMatrixKernel()};
    return kKernels;
}

const MatrixKernel& chosenMatrixKernel() { return matrixKernels().back(); }

const MatrixKernel* matrixKernelNamed(std::string_view name) {
    for (const MatrixKernel& kernel : matrixKernels())
        if (kernel.name == name) return &kernel;
    return nullptr;
}

} // namespace lw::inference
