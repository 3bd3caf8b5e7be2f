// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/chain.h"

#include <optional>
#include <span>
#include <vector>

// Nothing but counted loops: which chain meets which control registers is known before a program runs.
namespace lw::nnp {

// Why s_wr cannot set that.
std::optional<Refusal> settingRefusal(const Decoded& row, const Config& config);
// Why a loop cannot begin or end there, and a program not halt.
std::optional<Refusal> loopRefusal(const Decoded& row, const Controls& controls);
// Of an instruction that belongs in a chain, but is not in one.
Refusal strayRefusal(const Decoded& row);

// What breaks a rule up to the first halt, in the order of execution: of each chain the first, and with it
// what the machine would stop at. Whether a location was ever written, and what a queue has, a run tells; and
// what comes after kLookedAt instructions, those of all turns of loops counted.
inline constexpr std::uint64_t kLookedAt = 300'000;
std::vector<Refusal> refusalsOf(std::span<const Decoded> rows, const Config& config);

} // namespace lw::nnp
