// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/kernel_choice.h"

#include "tests/bench/guest.h"

namespace lw::bench {

const training::MatrixKernel& kernelUnderTest() {
    if (kernelChoice().empty()) return training::chosenMatrixKernel();
    const training::MatrixKernel* const named = training::matrixKernelNamed(kernelChoice());
    if (named == nullptr)
        giveUp("this host has no kernel " + kernelChoice() + ": lw config --kernels lists them");
    return *named;
}

double goalOf(double bf16, double avx512, double avx2) {
    const std::string_view kernel = kernelUnderTest().name;
    return kernel == "avx512-bf16" ? bf16 : kernel == "avx512" ? avx512 : avx2;
}

} // namespace lw::bench
