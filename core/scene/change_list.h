// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What differs between two moments, cell by cell, grouped by the part of the machine it belongs to.
namespace lw::scene {

struct Change {
    std::string cell;          // an expression: "r3", "v2[1][5]"
    std::string before, after; // as the cell is usually read; a dot in the middle: never written
    bool operator==(const Change&) const = default;
};

struct ChangeGroup {
    std::string part;        // path of the node: "scalar/registers"
    std::string summary;     // what it is
    bool isInternal = false; // timers, counters and such, which the machine keeps for itself
    std::vector<Change> changes;
    bool operator==(const ChangeGroup&) const = default;
};

struct ChangeList {
    std::vector<ChangeGroup> groups; // what a program sees comes first, each kind in the order of addresses
    std::uint64_t listed = 0;        // cells in the groups
    std::uint64_t total = 0;         // cells that differ, counted up to kMostCounted
    bool operator==(const ChangeList&) const = default;
};
inline constexpr std::uint64_t kMostCounted = 1'000'000;

// The cells that pictures and tables mark: those whose bits differ, and those written for the first time,
// whatever their bits. At most `limit` cells are listed.
ChangeList changeList(const machine::Scope& scope, const machine::Snapshot& before,
                      const machine::Snapshot& after, std::size_t limit);

Json jsonOf(const ChangeList& list);

} // namespace lw::scene
