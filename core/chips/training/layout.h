// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/chips/training/stall_rules.h"
#include "core/machine/cells.h"
#include "core/machine/region.h"
#include "core/machine/state_tree.h"

#include <cstdint>

namespace lw::training {

// The queues of the extended units, in the order of the pop codes.
enum QueueIndex : std::uint8_t { kMxuQueue, kXposeQueue, kRpuQueue, kEupQueue, kQueues };

// Ports that an instruction takes for some clocks.
enum PortIndex : std::uint8_t {
    kMxuPort,
    kWeightPort,
    kXposePort,
    kRpuPort,
    kEupPort,
    kRandomPort,
    kPorts,
    kNoPort = 0xff
};

// Values of the cell `halted`. A halt that starts a transfer in its own bundle still waits for it afterwards.
enum HaltState : std::uint32_t { kRunning, kHalted, kDraining };

// Registers in the scoreboard: r0 .. r31, a constant that is always ready, p0 .. p15, v0 .. v31.
inline constexpr std::uint8_t kReadyConstant = 32, kReadyPredicate = 33, kReadyVector = 49, kReadyCount = 81;

// Transfers that are under way or that no wait has ordered yet.
inline constexpr std::uint32_t kTransferSlots = 4096;

// 64-bit words of one transfer record: see transfer.h.
inline constexpr std::uint32_t kTransferWords = 24;

// A core's cells. The hot ones (timers, counters, registers) come first and need no marks.
template <template <typename> typename Of> struct CoreCells {
    Of<std::uint64_t> clock;            // [1]
    Of<std::uint32_t> programCounter;   // [1]
    Of<std::uint32_t> halted;           // [1]
    Of<std::uint32_t> scalars;          // [32]
    Of<std::uint8_t> predicates;        // [16]
    Of<std::uint64_t> ready;            // [kReadyCount], packed times
    Of<std::uint64_t> partialReady;     // [32] of partly written vector registers
    Of<std::uint32_t> vectors;          // [32][sublanes][lanes]
    Of<std::uint64_t> vectorWritten;    // [32][max(1, words / 64)]
    Of<std::uint32_t> indexRegisters;   // [2][sublanes]
    Of<std::uint32_t> pattern;          // [sublanes][lanes]
    Of<std::uint32_t> segments;         // [sublanes][lanes]
    Of<std::uint32_t> rotate;           // [1]
    Of<std::int32_t> flags;             // [32]
    Of<std::int32_t> orderedFlags;      // [32] how much of each flag is ordered before the code
    Of<std::uint64_t> queueHead;        // [kQueues] results popped so far
    Of<std::uint64_t> queueTail;        // [kQueues] results promised so far
    Of<std::uint64_t> queueReady;       // [kQueues][depth + 1], packed times
    Of<std::uint64_t> portFree;         // [kPorts], packed times
    Of<std::uint32_t> shadowRows;       // [1] weight rows in the shadow
    Of<std::uint32_t> shadowTransposed; // [1]
    Of<std::uint32_t> weightsActive;    // [1]
    Of<std::uint32_t> squareRows;       // [1] pushes collected by the transpose unit
    Of<std::uint32_t> randomKey;        // [2]
    Of<std::uint32_t> randomDraw;       // [1]
    Of<std::uint64_t>
        dmaFree; // [2] clock at which each direction's engine is free; [3] with ways between cores
    Of<std::uint32_t> transferCount; // [1] transfers in the list
    Of<std::uint64_t> randomDma;     // [1] generator of the shuffled DMA mode
    Of<std::uint64_t> stallClocks;   // [kStallRules][units]
    // [3][units] predicated instructions executed: number, busy clocks, operations
    Of<std::uint64_t> predicated;
    Of<std::uint64_t> bytesMoved; // [units]
    Of<std::uint64_t> traceCount; // [1]
    Of<std::uint64_t> taken;      // [branches]

    Of<std::uint64_t> bundleStalls; // [bundles]
    Of<std::uint64_t> arrivals;     // [bundles] computed branches to each bundle
    Of<std::uint64_t> departures;   // [bundles] computed branches from each bundle
    // [kQueues][depth + 1][sublanes][lanes]; the spare place lets a bundle push before it pops
    Of<std::uint32_t> queueData;
    Of<std::uint16_t> shadow;      // [lanes][lanes] bfloat16, row k
    Of<std::uint16_t> weights;     // [lanes][lanes] bfloat16, row k
    Of<std::uint32_t> square;      // [lanes][lanes]
    Of<std::uint64_t> transfers;   // [kTransferSlots][kTransferWords]
    Of<std::uint32_t> smem;        // [words]
    Of<std::uint64_t> smemWritten; // one bit per word
    Of<std::uint32_t> vmem;        // [rows][lanes]
    Of<std::uint64_t> vmemWritten; // one bit per word
    Of<std::uint32_t> hbm;         // [granules][4]
    Of<std::uint64_t> hbmWritten;  // one bit per word

    // Only where there are ways between cores; otherwise empty.
    Of<std::uint64_t> granulesSent;  // [1]
    Of<std::uint32_t> transit;       // [granules][4] those that have left and not arrived
    Of<std::uint8_t> transitWritten; // [granules] a bit per word
    // See happens_before.h; stamps are by units of transfers.
    Of<std::uint64_t> known;      // [cores]
    Of<std::uint64_t> carried;    // [kTransferSlots][cores] by the transfers of the list
    Of<std::uint8_t> isShared;    // [spaces] whether another core has sent something there
    Of<std::uint64_t> smemStamps; // [words]
    Of<std::uint64_t> vmemStamps; // [granules]
    Of<std::uint8_t> vmemShared;  // [rows] whether one of its granules has a stamp
    Of<std::uint64_t> hbmStamps;  // [granules]
};

// Where they are placed.
struct Layout : CoreCells<machine::Cells> {
    machine::Region region;
};
// Where they are in one store. Writers outside the hot part mark.
using State = CoreCells<machine::CellsAt>;

// Reserves the bytes, names them, shapes them and explains them, once; the tree keeps the layout.
// Spec::units gives the counters their number.
// Its region begins at byte `begin`, and its nodes are below `root`.
Layout describe(machine::StateTree& tree, machine::NodeId root, std::uint64_t begin, const Config& config,
                std::uint32_t bundles, std::uint32_t branches);

} // namespace lw::training
