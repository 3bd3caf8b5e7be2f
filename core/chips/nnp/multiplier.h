// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/chips/nnp/product_kernel.h"
#include "core/numeric/block_float.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lw::nnp {

// The matrix vector multiplier: quantises vectors, multiplies them by native matrices of the MatrixRf, and
// rounds the sums to FP16. What it keeps from product to product is derived from the MatrixRf, and no state.
class Multiplier {
  public:
    // The MatrixRf in the machine's state.
    struct Matrices {
        const std::int16_t* mantissas = nullptr;
        const std::int32_t* exponents = nullptr;
    };

    Multiplier(const Config& config, const ProductKernel& kernel, Matrices matrices);

    // The MatrixRf has changed: all of it, or a matrix.
    void forget() { m_known.assign(m_known.size(), Known{}); }
    void forget(std::uint64_t matrix) { m_known[matrix] = {}; }
    // That all of a matrix was written is asked once.
    bool isKnownToBeWritten(std::uint64_t matrix) const { return m_known[matrix].isWritten; }
    void knowWritten(std::uint64_t matrix) { m_known[matrix].isWritten = true; }
    // A matrix has come to the MatrixRf, and is likely to be used.
    void prepare(std::uint64_t matrix) { (void)isPacked(matrix); }

    // The vectors that rows() multiplies, one after the other.
    void quantise(std::span<const std::uint16_t> vectors, numeric::BlockRounding how);
    const numeric::BlockLosses& losses() const { return m_losses; } // of these vectors
    // N outputs: the sum over c < columns of matrix first + c times vector `vector` + c, rounded to FP16
    // once. Gives the first row whose sum leaves the window; counts in `cut` the products that lost bits
    // below it.
    std::optional<std::size_t> rows(std::uint64_t first, std::size_t vector, std::size_t columns,
                                    std::uint16_t* out, std::uint64_t& cut);

  private:
    struct Known {
        bool isWritten = false, isPacked = false,
             isWide = false; // wide: its mantissas are none of the format
    };
    struct Spread; // of the sums of a row of native matrices

    bool isPacked(std::uint64_t matrix);
    std::uint8_t* packed(std::uint64_t matrix);
    void takeSums(std::uint64_t matrix, std::size_t vector, std::size_t column, Spread& spread);
    bool addInDoubles(std::size_t columns, const Spread& spread, std::uint16_t* out, std::uint64_t& cut);
    std::optional<std::size_t> addWide(std::size_t columns, std::uint16_t* out, std::uint64_t& cut) const;

    const Config& m_config;
    const ProductKernel& m_kernel;
    Matrices m_matrices;
    bool m_isNarrow;
    std::vector<Known> m_known;
    // Packed matrices, many after each other so that the system can give them large pages.
    struct Shelf {
        std::unique_ptr<std::uint8_t[]> bytes;
        std::uint8_t* begin = nullptr; // at a line of the host's cache
    };
    std::size_t m_perShelf;
    std::vector<Shelf> m_shelves;

    // Of the product that is computed.
    numeric::BlockLosses m_losses;
    std::vector<std::int16_t> m_mantissas;  // of all vectors
    std::vector<std::int8_t> m_narrow;      // the same as bytes, each vector filled up to columnsOfPacked()
    std::vector<int> m_exponents, m_starts; // of each: minus what the packed form adds to products
    std::vector<std::int32_t> m_rowSums;    // as a kernel gives them
    std::vector<std::int64_t> m_wideSums;
    std::vector<double> m_sums, m_all;        // of each column and row; of each row
    std::vector<std::int32_t> m_sumExponents; // of each column and row, where the sum is not 0
};

} // namespace lw::nnp
