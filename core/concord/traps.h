// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

// Mistakes that software for such a processor makes, as the value of a node gives them away.
namespace lw::concord {

enum class Trap : std::uint8_t {
    WholeRow,  // one block over all columns
    FloatSums, // of products, in float32
    QuantiserElsewhere,
    RoundedOnce, // at the end of a chain, not after every function
    NoIdentity,  // a product with the identity that was left out, and with it the rounding of its vector
    InPlace,     // what stood at a location before, or came there later
    Swapped,     // operands of a difference
    Clamp,       // of mantissas or exponents
    ZeroPadding, // where minus infinity stands
    QueueOrder,
    WindowCount,  // of what is read of each window
    WrongStep,    // between the vectors of turns
    RoundedTwice, // to float32, and that to FP16
};
// "T1" (the last ones have no number), and what it is in a sentence.
struct TrapWords {
    std::string_view name, text;
};
TrapWords wordsOf(Trap trap);

// Which mistake gives a value of a node that is the one of software, where all nodes before it have the
// firmware's numbers. Nothing: none of them does.
using IsSoftware = std::function<bool(const Numbers& value)>;
std::optional<Trap> likelyTrap(const Graph& graph, const OpStream& stream, const NodeNumbers& firmware,
                               std::uint32_t node, const IsSoftware& isSoftware);

} // namespace lw::concord
