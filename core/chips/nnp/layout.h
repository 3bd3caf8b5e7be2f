// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/chain.h"
#include "core/chips/nnp/config.h"
#include "core/chips/nnp/memories.h"
#include "core/machine/cells.h"
#include "core/machine/region.h"
#include "core/machine/state_tree.h"

#include <array>
#include <cstdint>

namespace lw::nnp {

// What is counted for each unit.
enum CountWord : std::uint8_t { kInstructions, kBusyClocks, kBytes, kOperations, kCountWords };
// What makes blocks of numbers, and what is counted of each: numbers that came, and of them those that lost
// bits, that became 0, that saturated (numeric::BlockLosses).
enum class Quantiser : std::uint8_t { Vectors, Matrices, Middle };
inline constexpr std::size_t kQuantisers = 3;
enum LossWord : std::uint8_t { kLossNumbers, kLossRounded, kLossToZero, kLossSaturated, kLossWords };
// Of the queues: vectors that have left the one from the network, that are in the one to it, and how many of
// the oldest the chain under way has read.
enum QueueWord : std::uint8_t { kInLeft, kOutCount, kInPending, kQueueWords };

// A processor's cells. The hot ones come first and need no marks.
template <template <typename> typename Of> struct ProcessorCells {
    Of<std::uint64_t> clock;          // [1]
    Of<std::uint32_t> programCounter; // [1]
    Of<std::uint32_t> halted;         // [1]
    Of<std::uint64_t> ready;          // [1] first clock at which the sequencer can take the next instruction
    Of<std::uint64_t> quiet;          // [1] from when on no chain is under way
    Of<std::uint64_t> portFree;       // [kPorts] from when on each can work for another chain
    Of<std::uint32_t> portUser;       // [kPorts] number of the instruction that took it last
    std::array<Of<std::uint32_t>, kControls> controls; // [1] each: the control registers
    Of<std::uint32_t> inChain;                         // [1] 1 between the beginning of a chain and its end
    Of<std::uint32_t> chainCount;                      // [1] vectors that travel
    Of<std::uint32_t> matrix;                          // [1] the first native matrix of m_rd
    Of<std::uint32_t> loopDepth;                       // [1] loops under way
    Of<std::uint32_t> loopStarts;                      // [kMostLoops] number of the first instruction of each
    Of<std::uint32_t> loopCounts;                      // [kMostLoops] turns that each has
    Of<std::uint32_t> loopTurns;                       // [kMostLoops] turns of each that are over
    Of<std::uint32_t> before;                          // [1] number of the instruction before
    Of<std::uint64_t> queues;                          // [kQueueWords]
    Of<std::uint64_t> termsCut;                        // [1] products of rows that lost bits below the window
    Of<std::uint64_t> losses;                          // [kQuantisers][kLossWords]
    Of<std::uint64_t> stallClocks;                     // [kStallRules][units]
    Of<std::uint64_t> counts;                          // [units][kCountWords]

    Of<std::uint64_t> rowStalls; // [rows of the program]
    Of<std::uint64_t> rowCounts; // [rows of the program]
    // Of vectors of the register files and then of DRAM: when each is there, and who writes it; the same of
    // native matrices of the register file and then of DRAM. Of those of the file also until when the last
    // product uses each, and which that is.
    Of<std::uint64_t> vectorLands; // [vectors of all files and DRAM]
    Of<std::uint32_t> vectorWriters;
    Of<std::uint64_t> matrixLands; // [matrices of the file and DRAM]
    Of<std::uint32_t> matrixWriters;
    Of<std::uint64_t> matrixFree; // [matrices]
    Of<std::uint32_t> matrixUsers;
    Of<std::uint16_t> chain;    // [chainVectors][N], FP16, as everything of vectors
    Of<std::uint16_t> initial;  // [vectors][N]
    Of<std::uint16_t> addSub0;  // [vectors][N]
    Of<std::uint16_t> addSub1;  // [vectors][N]
    Of<std::uint16_t> multiply; // [vectors][N]
    Of<std::uint64_t> initialWritten, addSub0Written, addSub1Written, multiplyWritten; // one bit per element
    Of<std::uint16_t> mantissas;        // [matrices][N][N], two's complement
    Of<std::int32_t> exponents;         // [matrices][N], of the rows
    Of<std::uint64_t> mantissasWritten; // [matrices][N * N / 64]
    Of<std::uint8_t> netIn, netOut, vectorDram, matrixDram;
    Of<std::uint64_t> netInWritten, netOutWritten, vectorDramWritten, matrixDramWritten; // one bit per byte
};

// Where they lie.
struct Layout : ProcessorCells<machine::Cells> {
    machine::Region region;
};
// Where they are in one store. Writers outside the hot part mark.
using State = ProcessorCells<machine::CellsAt>;

template <template <typename> typename Of>
const Of<std::uint32_t>& controlOf(const ProcessorCells<Of>& cells, Control control) {
    return cells.controls[static_cast<std::size_t>(control)];
}

// Where the vectors of a register file, or of DRAM, begin in vectorLands.
std::uint64_t vectorPlace(const Config& config, Memory memory);

// Reserves the bytes, names them, shapes them and explains them, once; the tree keeps the layout.
Layout describe(machine::StateTree& tree, machine::NodeId root, std::uint64_t begin, const Config& config,
                std::uint32_t rows);

} // namespace lw::nnp
