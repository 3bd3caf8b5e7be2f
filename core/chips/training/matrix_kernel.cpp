// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernel.h"

#include "core/chips/training/matrix_kernels.h"

#include <algorithm>
#include <vector>

namespace lw::training {

std::span<const MatrixKernel> matrixKernels() {
    static const std::vector<MatrixKernel> kernels{detail::kPortableKernel};
    return kernels;
}

const MatrixKernel& chosenMatrixKernel() { return matrixKernels().back(); }

const MatrixKernel* matrixKernelNamed(std::string_view name) {
    const std::span<const MatrixKernel> kernels = matrixKernels();
    const auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const MatrixKernel& k) { return k.name == name; });
    return found == kernels.end() ? nullptr : &*found;
}

} // namespace lw::training
