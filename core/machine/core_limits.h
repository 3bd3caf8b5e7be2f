// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/rate.h"

#include <cstdint>
#include <string>

namespace lw::machine {

// What a lowering must know about a core with vector memory, a matrix unit and DMA, as plain data that the
// chip fills in, so that no lowering needs to know the chip.
struct CoreLimits {
    std::string name;           // of the configuration: "training"
    std::uint32_t lanes = 0;    // words of a row of VMEM, rows and columns of the matrix unit
    std::uint32_t sublanes = 0; // rows of a vector register
    std::uint32_t vmemRows = 0;
    std::uint32_t smemWords = 0;
    std::uint64_t hbmBytes = 0;
    std::uint32_t instructionBundles = 0;
    std::uint32_t queueDepth = 0;                           // results that wait for a pop
    std::uint32_t dmaQueueDepth = 0;                        // transfers in each direction
    Rate dmaRate{};                                         // of each direction
    std::uint32_t dmaClocks = 0;                            // from the end of a transfer until it is there
    std::uint32_t loadClocks = 0;                           // from a load of a vector register to its use
    std::uint32_t pushClocks = 0;                           // for a register to go into the matrix unit
    std::uint32_t permuteClocks = 0, permutePushClocks = 0; // through the permute unit, and into it
    std::uint32_t productClocks = 0;                        // from the end of the push to the result
    std::uint32_t vectorSlots = 0;                          // operations on vector registers in one bundle

    std::uint64_t rowBytes() const { return std::uint64_t{lanes} * 4; }
    std::uint64_t vmemBytes() const { return vmemRows * rowBytes(); }
};

} // namespace lw::machine
