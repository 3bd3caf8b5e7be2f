// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Sums of products of mantissas, row by row of a native matrix. One definition, several kernels with the same
// sums: they are whole numbers.
namespace lw::nnp {

// Mantissas of a native matrix as bytes in the order in which kernels take them: panels of up to 80 rows; in
// these four columns after each other, of all rows of the panel. A cache of the matrix register file, never
// state. They begin at a line of the host's cache.
inline constexpr std::size_t kGroup = 16,
                             kMostGroups = 5; // rows that stand together, and of these in a panel
constexpr std::size_t rowsOfPacked(std::size_t n) { return (n + kGroup - 1) / kGroup * kGroup; }
constexpr std::size_t columnsOfPacked(std::size_t n) { return (n + 3) / 4 * 4; }
constexpr std::size_t bytesOfPacked(std::size_t n) { return rowsOfPacked(n) * columnsOfPacked(n); }
// `mantissas` is n x n, of `bits` bits; to each 2^(bits - 1) is added, so that it is not negative. False,
// and nothing is packed, if one has more bits than that: by hand anything can be written.
bool packMatrix(const std::int16_t* mantissas, std::size_t n, int bits, std::uint8_t* packed);

struct ProductKernel {
    std::string_view name; // "portable", "avx2", "avx512-vnni"
    // The most bits that mantissas of a vector and of a matrix have together, each of at most 8. What has
    // more is multiplied by multiplyWide().
    int mostBits = 0;

    bool takes(int vectorBits, int matrixBits) const {
        return vectorBits <= 8 && matrixBits <= 8 && vectorBits + matrixBits <= mostBits;
    }
    // sums[r] = start + the sum over k of packed(r, k) * x[k], for rowsOfPacked(n) rows and
    // columnsOfPacked(n) numbers of x.
    void (*multiply)(const std::uint8_t* packed, const std::int8_t* x, std::size_t n, std::int32_t start,
                     std::int32_t* sums) = nullptr;
};

// The kernels this host can run, slowest first; the first is the portable one, the last is used unless
// another is named.
std::span<const ProductKernel> productKernels();

// sums[r] = the sum of products of x and row r of n x n mantissas of up to 16 bits.
void multiplyWide(const std::int16_t* matrix, const std::int16_t* x, std::size_t n, std::int64_t* sums);

namespace detail {
extern const ProductKernel kAvx2Product, kAvx512Product;
}

} // namespace lw::nnp
