// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/rate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::machine {

// What a lowering must know about a machine with a systolic array and pooling circuits, as plain data. It is
// part of the chip's configuration, so no lowering needs to know the chip.
struct CircuitLimits {
    std::string name;                  // of the configuration: "inference"
    std::uint32_t arrayRows = 0;       // elements of a vector that one pass multiplies
    std::uint32_t arrayColumns = 0;    // kernels of one pass, and lanes of a strip
    std::uint64_t bufferBytes = 0;     // unified buffer
    std::uint64_t weightBytes = 0;     // dynamic memory; a multiple of 16
    std::uint64_t hostBytes = 0;       // the part of the host's memory that the machine reaches
    std::uint32_t accumulatorRows = 0; // of arrayColumns words
    std::uint32_t stripPixels = 0;     // of a strip register
    std::uint32_t vectorLanes = 0;     // elements that the vector unit takes per clock
    std::uint32_t poolCircuits = 0;    // pooling circuits side by side, one lane each
    std::uint32_t poolWindow = 0;      // registers of a line buffer: windows up to this height and width
    std::uint32_t poolDelay = 0;       // words of one delay line
    std::uint32_t instructionRows = 0;
    Rate hostRate;                      // of the host interface
    Rate weightRate;                    // of the dynamic memory
    Rate bufferRate;                    // of fill
    std::uint32_t transferClocks = 0;   // from the end of a transfer until it is there
    std::uint32_t weightClocks = 0;     // from the end of a load of weights until they can be swapped in
    std::uint32_t vectorClocks = 0;     // from the end of a row of the vector unit to its result
    std::uint32_t circuits = 1;         // on one clock; programs cannot use their names
    std::vector<std::string> constants; // names that every program for it has: ARRAY_ROWS ...
};

} // namespace lw::machine
