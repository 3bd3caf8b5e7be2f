// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/fault.h"

#include <span>
#include <string_view>

namespace lw::manual {

// What the manual says of a kind of fault, beside the sentence of the machine's own table.
struct FaultStory {
    machine::FaultKind kind{};
    std::string_view whose;   // "the program's"
    std::string_view means;   // in Markdown, as the way out
    std::string_view program; // the shortest one that ends in it; empty: none is known
    std::string_view wayOut;
    bool isStrict = false; // it does only where hazards are faults
};
// One for each kind, in their order.
std::span<const FaultStory> faultStories();

} // namespace lw::manual
