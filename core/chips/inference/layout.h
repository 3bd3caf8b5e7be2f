// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"
#include "core/chips/inference/stall_rules.h"
#include "core/machine/cells.h"
#include "core/machine/region.h"
#include "core/machine/state_tree.h"

#include <cstdint>

namespace lw::inference {

// Ports: things an instruction occupies for some clocks.
enum PortIndex : std::uint8_t {
    kDmaPort,
    kWeightPort,
    kArrayPort,
    kVpuPort,
    kPoolPort,
    kPorts,
    kLinkPorts = kPorts, // ... of a circuit in an array to the neighbour in each direction
    kNoPort = 0xff
};

// Where a neighbour is.
enum Direction : std::uint8_t { kNorth, kEast, kSouth, kWest, kDirections };
constexpr std::uint8_t linkPort(Direction direction) {
    return static_cast<std::uint8_t>(unsigned{kLinkPorts} + unsigned{direction});
}
constexpr bool isLink(std::uint8_t port) { return port >= kLinkPorts && port != kNoPort; }

// The words of an access pattern, of a strip's shape, and of the shape of a weight tile.
enum PatternWord : std::uint8_t { kN0, kS0, kN1, kS1, kN2, kS2, kEs, kPatternWords };
enum StripWord : std::uint8_t { kStripRows, kStripColumns, kStripLanes, kStripWritten, kStripWords };
enum TileWord : std::uint8_t { kTileK, kTileN, kTileFloat, kTileLoaded, kTileWords };
// About swaps: how many so far, clocks of the last one and of the one before.
enum SwapWord : std::uint8_t { kSwaps, kLastSwap, kSwapBefore, kSwapWords };
// What is counted for each unit.
// Which way bytes cross the host interface.
enum HostDirection : std::uint8_t { kToCircuit, kToHost };
enum CountWord : std::uint8_t { kInstructions, kBusyClocks, kBytes, kOperations, kCountWords };

// 64-bit words of an entry in the list of instructions in flight: see flight.h.
inline constexpr std::uint32_t kFlightWords = 28;

// 64-bit words for what an instruction touches, and for what is sent to a neighbour: see elements.h, links.h.
inline constexpr std::uint32_t kElementsWords = 11, kParcelWords = 10 + kElementsWords;
// How many parcels were sent, and how many arrived here.
enum ParcelCount : std::uint8_t { kSent, kCame, kParcelCounts };
// Of the parcels with a signal, in order: the first, the last, the first without a wait for it
// (numbers of parcels + 1; 0: none), and how many have been waited for.
enum SignalWord : std::uint8_t { kFirst, kLast, kUnwaited, kWaited, kSignalWords };

// A circuit's cells. The hot ones (timers, counters) come first and need no marks.
template <template <typename> typename Of> struct CircuitCells {
    Of<std::uint64_t> clock;           // [1]
    Of<std::uint32_t> programCounter;  // [1]
    Of<std::uint32_t> halted;          // [1]
    Of<std::uint64_t> portFree;        // [kPorts] first clock at which each takes an instruction
    Of<std::uint64_t> portRow;         // [kPorts] the instruction it served last
    Of<std::uint64_t> pathReady;       // [2] when the weights on the path are there; the ldw's bundle
    Of<std::uint32_t> flightCount;     // [1]
    Of<std::uint64_t> flights;         // [inFlight][kFlightWords], oldest first
    Of<std::int32_t> patterns;         // [16][kPatternWords]
    Of<std::uint64_t> patternsWritten; // [16][1]
    Of<std::uint32_t> stripShapes;     // [8][kStripWords]
    Of<std::uint32_t> tileShape;       // [kTileWords] of the weight registers
    Of<std::uint64_t> swaps;           // [kSwapWords]
    Of<std::uint32_t> pathShape;       // [kTileWords] of the weight path registers
    Of<std::uint64_t> stallClocks;     // [kStallRules][units]
    Of<std::uint64_t> counts;          // [units][kCountWords]
    Of<std::uint64_t> hostBytes;       // [2] moved by the host interface: in, out
    // Only of a program with launches:
    Of<std::uint32_t> launch;      // [1] how many launches are over
    Of<std::uint64_t> launchReady; // [1] first clock at which this one can begin
    Of<std::uint32_t> rounds;      // [1] of an array: launches that all circuits have ended
    // Only of an array, as for all cells whose comment begins with "array":
    Of<std::uint64_t> linkFree;     // array [kDirections] first clock at which each link takes an instruction
    Of<std::uint64_t> linkRow;      // array [kDirections] the instruction it served last
    Of<std::uint64_t> linkBytes;    // array [kDirections] sent so far
    Of<std::uint64_t> linkPlace;    // array [kDirections] where in its ring the next byte goes
    Of<std::uint32_t> linkNext;     // array [kDirections] 1 + the parcel that arrives next, 0: none
    Of<std::uint32_t> parcelCounts; // array [kParcelCounts]
    Of<std::uint32_t> signals;      // array [kSignals] parcels that have landed, by the number they came with
    Of<std::uint32_t> signalParcels; // array [kSignals][kSignalWords]
    Of<std::uint32_t> ordered; // array [kDirections] arrived parcels that come before the next from there
    Of<std::uint32_t> known;   // array [circuits] instructions of each that come before the next one here

    Of<std::uint64_t> rowStalls;     // [rows of the program]
    Of<std::uint32_t> strips;        // [8][pixels][lanes]
    Of<std::uint64_t> stripsWritten; // [8][pixels * lanes / 64]
    Of<std::uint32_t> weights;       // [rows][columns], int8 as int32, or float32
    Of<std::uint32_t> oldWeights;    // [rows][columns] before the last swap, which older passes still use
    Of<std::uint32_t> path;          // [rows][columns]
    Of<std::uint32_t> accumulators;  // [rows][columns]
    Of<std::uint64_t> accumulatorsWritten; // [rows][columns / 64]
    Of<std::uint8_t> ub, dm, host;
    Of<std::uint64_t> ubWritten, dmWritten, hostWritten; // one bit per byte
    Of<std::uint64_t> touched;      // array [rows of the program][kElementsWords] of the unified buffer
    Of<std::uint64_t> sent;         // array [sends of the program][kParcelWords], oldest first
    Of<std::uint32_t> sentKnown;    // array [sends of the program][circuits] `known` as each was sent
    Of<std::uint64_t> arrived;      // array [sends of the neighbours to it][kParcelWords], oldest first
    Of<std::uint32_t> arrivedKnown; // array [sends of the neighbours to it][circuits]
    Of<std::uint8_t> transit;       // array [kDirections][transitBytes()] sent and not yet arrived, rings
};

// Where they are placed.
struct Layout : CircuitCells<machine::Cells> {
    machine::Region region;
};
// Where they are in one store. Writers outside the hot part mark.
using State = CircuitCells<machine::CellsAt>;

// How many instructions and sends a program has; how many sends of others go to its circuit; and
// whether the host interface may start it again.
struct RowCounts {
    std::uint32_t rows = 0, sends = 0, arrivals = 0;
    bool hasLaunches = false;
};

// Bytes that can be on one link: what leaves it in a latency, the one that arrives next and one more.
std::uint64_t transitBytes(const Config& config);

// Reserves the bytes, names them, shapes them and explains them, once; the tree keeps the layout.
// Strips, weights and accumulators are read as `words`: F32, I32, or U32 when the program has both.
// Its region begins at byte `begin`, and its nodes are below `root`.
Layout describe(machine::StateTree& tree, machine::NodeId root, std::uint64_t begin, const Config& config,
                const RowCounts& counts, tensor::DType words);

} // namespace lw::inference
