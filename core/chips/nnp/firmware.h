// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/chain.h"

#include <optional>
#include <span>
#include <vector>

// Programs are not branched in: which chain meets which control registers is known before they run.
namespace lw::nnp {

// Why s_wr cannot set that.
std::optional<Refusal> settingRefusal(const Decoded& row, const Config& config);
// Of an instruction that belongs into a chain, and stands in none.
Refusal strayRefusal(const Decoded& row);

// What breaks a rule up to the first halt, in the order of instructions: of each chain the first, and with it
// what the machine would stop at. Whether a location was ever written, and what a queue has, a run tells.
std::vector<Refusal> refusalsOf(std::span<const Decoded> rows, const Config& config);

} // namespace lw::nnp
