// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

// The library that float32 matrix products are measured against; needed by the bench only. One thread.
namespace lw::bench {

// c = a * b, row-major; a is m x k, b is k x n.
void sgemm(std::size_t m, std::size_t n, std::size_t k, const float* a, const float* b, float* c);
// Which kernels OpenBLAS chose.
std::string blasCore();

} // namespace lw::bench
