// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/isa_fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lw::training {

// From HBM, to HBM, to another core: the engine's queues. From another core: put in place as it arrives.
enum Direction : std::uint8_t { kIn, kOut, kSend, kArrive };
inline constexpr std::size_t kEngineQueues = 3;

// One transfer of the DMA engine, as stored in the state: 64-bit words. A granule is 16 bytes; addresses and
// strides are granules, but words in scalar memory. Granule number n is element (n0, n1, n2, n3) of the
// counts, n0 innermost.
struct Transfer {
    Direction direction = kIn;
    // For what goes to another core, or comes from one:
    isa::SpaceId farSpace{};   // sent: into which of its spaces
    std::uint8_t farFlag = 0;  // ... and its flag
    bool isSignal = false;     // moves nothing, and counts one on the destination's flag
    bool isHandedOver = false; // sent: the destination knows of it
    std::uint8_t unused = 0;
    std::uint16_t farCore = 0;

    std::uint64_t otherSpace = 0; // here; for transfers from or to HBM the one that is not HBM
    std::uint32_t flag = 0;
    std::uint32_t delay = 0;      // to another core: clocks beyond the latency of the way
    std::uint64_t bundle = 0;     // that started it
    std::uint64_t startClock = 0; // when the engine took it
    std::uint64_t granules = 0;
    std::uint64_t landed = 0;  // granules whose data are there (sent: have left) and counted
    std::uint64_t ordered = 0; // granules that code after a wait may rely on
    std::int64_t source = 0;
    std::int64_t destination = 0;
    std::array<std::uint64_t, 4> count{};
    std::array<std::int64_t, 4> sourceStride{};
    std::array<std::int64_t, 4> destinationStride{};
    std::uint64_t sequence = 0;   // sent: how many granules its core had already sent
    std::uint64_t issueClock = 0; // sent: of its bundle

    bool isFar() const { return direction >= kSend; }
    // Whether its granules count on a flag of this core: a signal counts at its destination only.
    bool counts() const { return direction != kSend || !isSignal; }
    // Whether it touches memory of this core there.
    bool reads() const { return direction != kArrive && !isSignal; }
    bool writes() const { return direction != kSend && !isSignal; }
    isa::SpaceId other() const { return static_cast<isa::SpaceId>(otherSpace); }
    isa::SpaceId sourceSpace() const { return direction == kIn ? kHbm : other(); }
    isa::SpaceId destinationSpace() const {
        if (direction == kSend) return farSpace;
        return direction == kOut ? kHbm : other();
    }
};

// Units of a space that one granule covers.
constexpr std::int64_t unitsPerGranule(isa::SpaceId space) { return space == kSmem ? 4 : 1; }

// A stretch of the innermost dimension.
struct TransferRun {
    std::uint64_t first = 0; // number of its first granule
    std::uint64_t count = 0;
    std::int64_t source = 0, destination = 0;
};

// Calls each(run) for granules [first, first + count) of the transfer, in order, until it returns false.
template <typename Each>
void forEachRun(const Transfer& t, std::uint64_t first, std::uint64_t count, Each each) {
    std::array<std::uint64_t, 4> at{};
    std::uint64_t rest = first;
    std::int64_t source = t.source, destination = t.destination;
    const auto goOn = [&](std::size_t i, std::int64_t steps) {
        source += steps * t.sourceStride[i];
        destination += steps * t.destinationStride[i];
    };
    for (std::size_t i = 0; i < 4; ++i) {
        at[i] = rest % t.count[i];
        rest /= t.count[i];
        goOn(i, static_cast<std::int64_t>(at[i]));
    }
    while (count != 0) {
        const std::uint64_t here = std::min(count, t.count[0] - at[0]);
        if (!each(TransferRun{first, here, source, destination})) return;
        first += here;
        count -= here;
        goOn(0, -static_cast<std::int64_t>(at[0]));
        at[0] = 0;
        for (std::size_t i = 1; i < 4; ++i) {
            goOn(i, 1);
            if (++at[i] < t.count[i]) break;
            goOn(i, -static_cast<std::int64_t>(at[i]));
            at[i] = 0;
        }
    }
}

enum class Side : std::uint8_t { Source, Destination };

// In one transfer: four times what the largest vector memory holds.
// Bounds the lists of what a transfer touches.
inline constexpr std::uint64_t kMostGranules = std::uint64_t{1} << 22;

// A half-open stretch of units of a space.
struct UnitRange {
    std::int64_t first = 0, end = 0;
    auto operator<=>(const UnitRange&) const = default;
};

// Calls each(range) for the units that granules [first, granules) of one side cover, in their order.
template <typename Each>
void forEachRange(const Transfer& t, Side side, std::uint64_t first, const Each& each) {
    const bool isSource = side == Side::Source;
    const std::int64_t size = unitsPerGranule(isSource ? t.sourceSpace() : t.destinationSpace());
    const std::int64_t stride = isSource ? t.sourceStride[0] : t.destinationStride[0];
    forEachRun(t, first, t.granules - first, [&](const TransferRun& run) {
        const std::int64_t start = isSource ? run.source : run.destination;
        const auto count = static_cast<std::int64_t>(run.count);
        if (stride == size)
            each(UnitRange{start, start + count * size});
        else
            for (std::int64_t i = 0; i < count; ++i)
                each(UnitRange{start + i * stride, start + i * stride + size});
        return true;
    });
}

// The units that granules [first, granules) of one side cover, sorted; stretches that touch are joined,
// overlapping ones are not (so an overlap can be found).
std::vector<UnitRange> coverOf(const Transfer& transfer, Side side, std::uint64_t first);
// The smallest stretch that holds one whole side.
UnitRange boundsOf(const Transfer& transfer, Side side);
bool overlap(const std::vector<UnitRange>& a, const std::vector<UnitRange>& b);

} // namespace lw::training
