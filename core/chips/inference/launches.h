// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/decoded.h"
#include "core/chips/inference/pattern.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// A program that the host interface starts several times, once for each entry of a list in the host's memory.
namespace lw::inference {

// Words of a list's head: how many launches, bytes from one entry to the next, where the first one is.
enum ListWord : std::uint8_t { kListCount, kListStride, kListEntries, kListWords = 8 };
// Words of a descriptor: where at the host, what is added to the address in the unified buffer, loops.
enum DescriptorWord : std::uint8_t { kAtHost, kInBuffer, kLoops, kDescriptorWords = 8 };
inline constexpr std::uint64_t kListBytes = kListWords * 4, kDescriptorBytes = kDescriptorWords * 4;

// What launches repeat: rows [first, end), of which the last one is a halt.
struct LaunchedRows {
    std::uint32_t first = 0, end = 0;
    std::uint32_t list = 0; // address of the list's head at the host
    std::uint32_t count() const { return end - first; }
    bool contains(std::uint32_t row) const { return row >= first && row < end; }
};
// Nothing: the program has no row `launch`. Without a halt after it, it repeats nothing.
std::optional<LaunchedRows> launchedRowsOf(std::span<const Decoded> rows);

struct Descriptor {
    std::uint64_t atHost = 0;
    std::int64_t inBuffer = 0;
    Pattern pattern{};
};
Descriptor descriptorOf(std::span<const std::uint32_t, kDescriptorWords> words);

} // namespace lw::inference
