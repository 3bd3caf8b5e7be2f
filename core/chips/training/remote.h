// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/chips/training/isa_fields.h"

#include <cstdint>

// How a program sends something to another core.
namespace lw::training {

// Words of a descriptor: source, destination, flag, and four times (count, source stride, destination
// stride).
inline constexpr std::uint32_t kDescriptorWords = 15;
// A descriptor for another core also says which core, into which of its spaces and from which of the
// sender's; and the destination's flag.
inline constexpr std::uint32_t kFarDescriptorWords = 17;

inline constexpr unsigned kToShift = 16, kFromShift = 20;

// The first of the two words.
struct FarPlace {
    std::uint32_t core = 0, to = 0, from = 0; // to, from: spaces

    static constexpr FarPlace of(std::uint32_t word) {
        return {word & 0xffff, word >> kToShift & 15, word >> kFromShift};
    }
};

inline const program::TargetConstant kWayConstants[] = {
    {"TO_HBM", index(kHbm) << kToShift},       {"TO_VMEM", index(kVmem) << kToShift},
    {"TO_SMEM", index(kSmem) << kToShift},     {"FROM_HBM", index(kHbm) << kFromShift},
    {"FROM_VMEM", index(kVmem) << kFromShift}, {"FROM_SMEM", index(kSmem) << kFromShift},
};

// The most clocks that a DMA mode adds to the latency.
constexpr std::uint64_t mostDelay(const machine::Way& way) { return 3 * std::uint64_t{way.latency}; }

// The most granules that have left a core and that the receiver has not taken: those under way when a
// window began, and what leaves in it until something new arrives at its end.
constexpr std::uint64_t transitOf(const machine::Way& way) {
    const std::uint64_t clocks = 2 * (way.latency + mostDelay(way));
    return way ? clocks * way.rate.bytes / (16 * way.rate.clocks) + 4 : 0;
}

} // namespace lw::training
