// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>

// How the launches of a program are stored in the host's memory, for the circuit that reads them and for the
// host that writes them: words of 32 bits.
namespace lw::machine {

// Words of a list's head: how many launches, bytes from one entry to the next, where the first one is.
enum ListWord : std::uint8_t { kListCount, kListStride, kListEntries, kListWords = 8 };
// Words of a descriptor, several to an entry: where at the host, what is added to the address in the
// unified buffer, and three loops of a count and a stride in bytes at the host, innermost first.
enum DescriptorWord : std::uint8_t { kAtHost, kInBuffer, kLoops, kDescriptorWords = 8 };

inline constexpr std::uint64_t kListBytes = kListWords * 4, kDescriptorBytes = kDescriptorWords * 4;

// The entries of a list, as the host has written them.
struct LaunchList {
    std::uint64_t address = 0; // of the first one at the host
    tensor::Tensor entries;    // u32 [launches, words of an entry]
};

} // namespace lw::machine
