// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine.h"

#include "core/base/check.h"

namespace lw::machine {

void Machine::poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) {
    const Node& cells = tree().at(node);
    const std::uint64_t size = sizeOf(cells);
    LW_REQUIRE(first <= countOf(cells) && bytes.size() <= (countOf(cells) - first) * size,
               "an edit stays inside its node");
    store().write(cells.offset + first * size, bytes);
    stateReplaced();
}

} // namespace lw::machine
