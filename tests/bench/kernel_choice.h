// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/matrix_kernel.h"

#include <string>

namespace lw::bench {

// The kernel that machines under measurement use, by its name as for `lw run --kernel`; empty: the best one.
inline std::string& kernelChoice() {
    static std::string name;
    return name;
}

// That kernel. A name that this host does not know ends the bench.
const training::MatrixKernel& kernelUnderTest();

// The goal of a figure of products: with the instruction of bfloat16 where that is the fastest, with AVX-512,
// and with less.
double goalOf(double bf16, double avx512, double avx2);

} // namespace lw::bench
