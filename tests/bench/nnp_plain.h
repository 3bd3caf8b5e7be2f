// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// What the neural network processor is measured against, written for a compiler and for this host.
namespace lw::bench {

// A matrix of int8 in the order in which a host takes it best: of each block of columns, and of each 80 rows,
// four columns of all rows after each other. Without AVX512-VNNI there is none.
struct PlainInt8 {
    std::size_t rows = 0, columns = 0, block = 0; // rows by 80, columns by blocks of a multiple of four
    // Four columns of 16 rows: what a register of 64 bytes holds, and where that is read fastest. Lying
    // where the allocator put them, they made this anchor faster by a half in one build than in another.
    struct alignas(64) Part {
        std::int8_t numbers[64];
    };
    std::vector<Part> parts;
};
bool hasInt8Product();
// sums[b * rows + r]: of block b of the columns, in row r, the products with x, which is not negative.
void plainBlockSums(const PlainInt8& matrix, std::span<const std::uint8_t> x, std::span<std::int32_t> sums);

// Of all bytes as words: what a plain read takes.
std::uint64_t plainRead(std::span<const std::byte> bytes);

// FP16 arithmetic on vectors: each function computes in float32 and rounds through F16C.
bool hasHalfLoops();
void plainAdd(std::span<std::uint16_t> x, std::span<const std::uint16_t> y);
void plainSubtract(std::span<std::uint16_t> x, std::span<const std::uint16_t> y);
void plainMultiply(std::span<std::uint16_t> x, std::span<const std::uint16_t> y);
void plainRelu(std::span<std::uint16_t> x);

} // namespace lw::bench
