// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/product_kernel.h"

#include "core/numeric/host_copies.h"

#include <algorithm>
#include <vector>

namespace lw::nnp {

namespace {

std::vector<ProductKernel> productKernelsOfThisHost() {
    std::vector<ProductKernel> found{{"portable", 0, nullptr}};
#if defined(__x86_64__)
    if (numeric::bestHostLevel() >= numeric::HostLevel::Avx2) found.push_back(detail::kAvx2Product);
    if (numeric::bestHostLevel() >= numeric::HostLevel::Avx512 && __builtin_cpu_supports("avx512vnni"))
        found.push_back(detail::kAvx512Product);
#endif
    return found;
}

[[gnu::always_inline]] inline void sumsOfRows(const std::int16_t* matrix, const std::int16_t* x,
                                              std::size_t n, std::int64_t* sums) {
    for (std::size_t row = 0; row < n; ++row) {
        const std::int16_t* const line = matrix + row * n;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += std::int32_t{line[i]} * std::int32_t{x[i]};
        sums[row] = sum;
    }
}

[[gnu::always_inline]] inline void checkAll(const std::int16_t* mantissas, std::size_t count, int limit,
                                            bool* fits) {
    int wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong |= mantissas[i] < -limit || mantissas[i] >= limit;
    *fits = wrong == 0;
}

} // namespace

bool packMatrix(const std::int16_t* mantissas, std::size_t n, int bits, std::uint8_t* packed) {
    const std::size_t rows = rowsOfPacked(n), columns = columnsOfPacked(n);
    bool fits = true;
    numeric::atHostLevel<checkAll>(mantissas, n * n, 1 << (bits - 1), &fits);
    if (!fits) return false;
    const auto byteOf = [&](std::size_t row, std::size_t i) {
        return static_cast<std::uint8_t>(mantissas[row * n + i] + (1 << (bits - 1)));
    };
    for (std::size_t panel = 0; panel < rows; panel += kGroup * kMostGroups) {
        const std::size_t end = std::min(rows, panel + kGroup * kMostGroups);
        for (std::size_t k = 0; k < columns; k += 4)
            for (std::size_t row = panel; row < end; ++row)
                for (std::size_t i = k; i < k + 4; ++i)
                    *packed++ = row < n && i < n ? byteOf(row, i) : std::uint8_t{0};
    }
    return true;
}

std::span<const ProductKernel> productKernels() {
    static const std::vector<ProductKernel> kernels = productKernelsOfThisHost();
    return kernels;
}

void multiplyWide(const std::int16_t* matrix, const std::int16_t* x, std::size_t n, std::int64_t* sums) {
    numeric::atHostLevel<sumsOfRows>(matrix, x, n, sums);
}

} // namespace lw::nnp
