// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/nnp/memories.h"
#include "core/chips/nnp/timing.h"
#include "core/machine/machine_file.h"
#include "core/machine/processor_limits.h"
#include "core/numeric/block_float.h"
#include "core/numeric/small_float.h"
#include "core/program/target.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::nnp {

// A neural network processor, as one of resources/chips/nnp*.json describes it.
struct Config {
    std::string name, title;
    std::uint32_t nativeDimension = 0; // N: elements of a vector, rows and columns of a matrix
    std::uint32_t lanes = 0;           // products of a row that a tile engine makes in a clock
    std::uint32_t tileEngines = 0;
    std::uint32_t vectorMantissaBits = 0, matrixMantissaBits = 0; // of block floating point, with the sign
    std::uint32_t exponentBits = 0;                               // shared: 5 or 8; 0: integers
    std::uint32_t exactSums = 0;      // 1: sums over tiles are exact; 0: in a q34.40 window
    std::uint32_t saturates = 0;      // 1: FP16 beyond the range becomes the largest number; 0: infinity
    std::uint32_t chainVectors = 0;   // at most in a chain: iterations times rows or columns
    std::uint32_t initialVectors = 0; // register files
    std::uint32_t addSub0Vectors = 0, addSub1Vectors = 0, multiplyVectors = 0;
    std::uint32_t matrices = 0; // of the matrix register file
    std::uint64_t netInBytes = 0, netOutBytes = 0, vectorDramBytes = 0, matrixDramBytes = 0;
    std::uint32_t instructionRows = 0;
    std::uint64_t clockHz = 0;
    std::array<machine::TimingRow, kTimingKeys.size()> timing;
    std::vector<std::string> sources; // "key: source" for every size, for the manual

    std::uint32_t clocks(TimingKey key) const { return timing[static_cast<std::size_t>(key)].clocks; }
    std::uint64_t vectorBytes() const { return std::uint64_t{2} * nativeDimension; }
    std::uint64_t matrixBytes() const { return vectorBytes() * nativeDimension; }
    // How many vectors a register file has, and the DRAM.
    std::uint64_t vectorsOf(Memory memory) const;
    // How many native matrices the register file has, or the matrix DRAM.
    std::uint64_t matricesOf(Memory memory) const {
        return memory == Memory::MatrixRf ? matrices : matrixDramBytes / matrixBytes();
    }
    numeric::BlockFormat vectorFormat() const { return formatOf(vectorMantissaBits); }
    numeric::BlockFormat matrixFormat() const { return formatOf(matrixMantissaBits); }
    numeric::BlockFormat formatOf(std::uint32_t mantissaBits) const {
        return {static_cast<int>(mantissaBits), static_cast<int>(exponentBits)};
    }
    numeric::Overflow overflow() const {
        return saturates != 0 ? numeric::Overflow::Saturate : numeric::Overflow::Infinity;
    }
};

// The configuration from JSON text; unknown keys, missing keys and absurd sizes are refused with line and
// column.
Result<Config> parseConfig(std::string_view json, std::uint32_t file);
// The configurations compiled into the program: "nnp-teaching".
std::span<const machine::BuiltInMachine> builtInConfigs();
Result<Config> builtInConfig(std::string_view name);
// Of everything that changes what a program does: sizes and clocks, not titles and sources.
std::uint64_t hashOf(const Config& config);
// Its constants are sizes, and the names of memories and control registers.
program::Target targetOf(const Config& config);
// What lowerings need to know.
machine::ProcessorLimits limitsOf(const Config& config);

} // namespace lw::nnp
