// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lw::machine {

// What a lowering must know about a processor whose chains of instructions work on native vectors and
// matrices, as plain data that the chip fills in, so that no lowering needs to know the chip.
struct ProcessorLimits {
    std::string name;                  // of the configuration: "nnp-teaching"
    std::uint32_t nativeDimension = 0; // numbers of a vector, rows and columns of a matrix
    std::uint32_t integerBits = 0;     // of what matrices are rounded to; 0: their rows share exponents
    std::uint32_t chainVectors = 0;    // at most in one chain: iterations times rows or columns
    std::uint32_t matrices = 0;        // of the matrix register file
    std::uint32_t initialVectors = 0;  // in front of the multiplier
    std::uint32_t addSub0Vectors = 0, addSub1Vectors = 0; // in front of the adders of both MFUs
    std::uint32_t multiplyVectors = 0;                    // in front of the first one's multiplier
    std::uint32_t largestStep = 0;                        // of an address, from one iteration to the next
    std::uint32_t largestMove = 0;                     // of an address, from one turn of a loop to the next
    std::uint64_t netInVectors = 0, netOutVectors = 0; // of the queues
    std::uint64_t dramVectors = 0, dramMatrices = 0;
    std::uint32_t instructionRows = 0;
    std::uint32_t largestWindowMove = 0; // of the number of a window, from one turn of a loop to the next
    std::vector<std::string> constants;  // names that every program for it has: N ...
};

} // namespace lw::machine
