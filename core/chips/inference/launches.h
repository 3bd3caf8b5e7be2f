// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/decoded.h"
#include "core/chips/inference/pattern.h"
#include "core/machine/launch_list.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// A program that the host interface starts several times, once for each entry of a list in the host's memory.
namespace lw::inference {

using machine::kDescriptorBytes;
using machine::kListBytes;

// What launches repeat: rows [first, end), the last of which is a halt.
struct LaunchedRows {
    std::uint32_t first = 0, end = 0;
    std::uint32_t list = 0; // address of the list's head at the host
    std::uint32_t count() const { return end - first; }
    bool contains(std::uint32_t row) const { return row >= first && row < end; }
};
// Nothing: the program has no row `launch`. Without a halt after it nothing is repeated.
std::optional<LaunchedRows> launchedRowsOf(std::span<const Decoded> rows);

struct Descriptor {
    std::uint64_t atHost = 0;
    std::int64_t inBuffer = 0;
    Pattern pattern{};
};
Descriptor descriptorOf(std::span<const std::uint32_t, machine::kDescriptorWords> words);

} // namespace lw::inference
