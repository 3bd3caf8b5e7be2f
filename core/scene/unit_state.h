// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/unit_report.h"
#include "core/scene/cell_picture.h"
#include "core/scene/integer_registers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What the units hold: a group for each unit, with rows of words and pictures of cells.
namespace lw::scene {

struct UnitLine {
    std::string name, value, detail;
    bool isActive = false;
    std::uint64_t done = 0, total = 0;   // progress; total 0: nothing to measure
    std::optional<std::uint32_t> bundle; // the one that began it
    bool operator==(const UnitLine&) const = default;
};

struct UnitGroup {
    std::string unit, title;
    std::vector<UnitLine> lines;
    std::vector<CellPicture> pictures;
    bool operator==(const UnitGroup&) const = default;
};

struct UnitState {
    std::vector<UnitGroup> groups;
    bool operator==(const UnitState&) const = default;
};

// `before` may be null. `integers` says which results in queues are such; null: nothing is known of them.
UnitState unitState(const machine::StateTree& tree, const std::vector<machine::UnitReport>& reports,
                    const machine::Moment& now, const machine::Snapshot* before,
                    const IntegerRegisters* integers = nullptr);

Json jsonOf(const UnitState& state);

} // namespace lw::scene
