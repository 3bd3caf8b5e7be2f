// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/snapshot.h"
#include "core/machine/state_tree.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace lw {
class Json;
}

namespace lw::machine {

// A cell whose bits are not the same in two states.
struct Difference {
    NodeId node;
    std::uint64_t index = 0;  // element in the node, row-major
    std::uint64_t before = 0; // bits
    std::uint64_t after = 0;
    bool operator==(const Difference&) const = default;
};

// Whether a byte of the state means the same in both.
bool isSameLayout(const StateTree& a, const StateTree& b);
// In the order of their addresses, at most `limit`. The cost is that of the pages the two do not share.
// Both belong to machines of this layout.
std::vector<Difference> differences(const StateTree& tree, const Snapshot& before, const Snapshot& after,
                                    std::size_t limit = std::numeric_limits<std::size_t>::max());
// How many there are, counted up to `most`.
std::uint64_t countDifferences(const StateTree& tree, const Snapshot& before, const Snapshot& after,
                               std::uint64_t most);
// Like differences(), for two machines whose states are laid out differently, of two programs for instance:
// the parts that both have, by path, element and shape. Nodes are those of the first tree.
// The cost is that of the pages that are not zero.
std::vector<Difference> commonDifferences(const StateTree& beforeTree, const Snapshot& before,
                                          const StateTree& afterTree, const Snapshot& after,
                                          std::size_t limit = std::numeric_limits<std::size_t>::max());
// Every cell that is not zero, as differences from a state of zeros.
std::vector<Difference> contents(const StateTree& tree, const Snapshot& state,
                                 std::size_t limit = std::numeric_limits<std::size_t>::max());

// "scalar/registers[3]: 5 -> 7", a line each.
std::string differencesText(const StateTree& tree, const std::vector<Difference>& list);
// [{"node": "scalar/registers", "index": [3], "before": 5, "after": 7}, ...]; reals that JSON cannot write as
// numbers are strings ("nan", "inf", "-inf").
Json differencesJson(const StateTree& tree, const std::vector<Difference>& list);
// "scalar/registers[3] = 7", a line each; and {"scalar/registers": {"[3]": 7, ...}, ...}.
std::string contentsText(const StateTree& tree, const std::vector<Difference>& list);
Json contentsJson(const StateTree& tree, const std::vector<Difference>& list);

} // namespace lw::machine
