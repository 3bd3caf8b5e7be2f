// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/machine/core_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::machine {

// The names of a machine's cores: "c3" by their numbers, which go row by row in an array; there also
// "c1_0" by row and column.
struct CoreNames {
    std::uint32_t count = 1;
    std::uint32_t columns = 0; // of the array; 0: the cores are not in an array

    std::string nameOf(CoreId core) const;
    std::string titleOf(CoreId core) const; // "c3 (c1_0)": both names, if it has two
    std::vector<std::string> all() const;   // both names of each; none where there is one core
    std::optional<CoreId> coreCalled(std::string_view name) const;
    // "3" and "1_0", which can be names where only cores make sense, are accepted too.
    std::optional<CoreId> coreWritten(std::string_view text) const;
    // E759, naming the closest core.
    Problem noCore(std::string_view name) const;
    // The same if the text begins with what would be a core's name on a larger machine, followed by a point.
    std::optional<Problem> missingCore(std::string_view text) const;
    bool operator==(const CoreNames&) const = default;
};

} // namespace lw::machine
