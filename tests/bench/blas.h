// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>

// OpenBLAS as something that float32 matrix products are measured against; one thread.
namespace lw::bench {

// The call that makes c = a * b, row-major; a is m x k, b is k x n. Empty where OpenBLAS is not installed.
std::function<void()> sgemm(std::size_t m, std::size_t n, std::size_t k, const float* a, const float* b,
                            float* c);
// The call that makes y = a * x, a being m x n and row-major. Empty as above.
std::function<void()> sgemv(std::size_t m, std::size_t n, const float* a, const float* x, float* y);
// Which kernels it chose.
std::string blasCore();
// The same for a figure's note, or that it is not installed.
std::string blasNote();

} // namespace lw::bench
