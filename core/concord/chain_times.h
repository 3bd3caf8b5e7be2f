// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::concord {

// An execution of a chain, and when it began in a run.
struct ChainTime {
    std::uint32_t chain = 0;              // of the stream
    Turns turns{};                        // of the loops around it
    std::uint64_t clock = 0;              // of its first instruction
    std::uint64_t waited = 0;             // clocks before that
    std::optional<std::uint32_t> other{}; // the instruction that it waited for
    bool operator==(const ChainTime&) const = default;
};

// All executions in their order, without clocks.
std::vector<ChainTime> chainsInOrder(const OpStream& stream);

} // namespace lw::concord
