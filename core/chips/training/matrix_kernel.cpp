// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernel.h"

#include "core/chips/training/matrix_kernels.h"
#include "core/numeric/host_control.h"

#include <algorithm>
#include <vector>

namespace lw::training {

namespace {

std::vector<MatrixKernel> runnableKernels() {
    std::vector<MatrixKernel> kernels{detail::kPortableKernel};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (numeric::bestHostLevel() >= numeric::HostLevel::Avx2) kernels.push_back(detail::kAvx2Kernel);
    if (numeric::bestHostLevel() >= numeric::HostLevel::Avx512) {
        kernels.push_back(detail::kAvx512Kernel);
        if (__builtin_cpu_supports("avx512bf16") && detail::equalsDefinition(detail::kAvx512Bf16Kernel))
            kernels.push_back(detail::kAvx512Bf16Kernel);
    }
#endif
    return kernels;
}

} // namespace

std::span<const MatrixKernel> matrixKernels() {
    static const std::vector<MatrixKernel> kernels = runnableKernels();
    return kernels;
}

const MatrixKernel* matrixKernelNamed(std::string_view name) {
    const std::span<const MatrixKernel> kernels = matrixKernels();
    const auto found = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const MatrixKernel& kernel) { return kernel.name == name; });
    return found == kernels.end() ? nullptr : &*found;
}

} // namespace lw::training
