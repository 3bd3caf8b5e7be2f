// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/machine/cells.h"
#include "core/machine/diagram.h"
#include "core/machine/state_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What chips draw their diagrams with.
namespace lw::machine {

// A diagram in the making, and the cells by which its parts are described.
template <typename Layout> struct Figure {
    StateTree tree;
    Layout at;
    Diagram out{};

    template <typename T>
    std::string cell(const Cells<T>& cells, std::initializer_list<std::string_view> indices = {}) const {
        return tree.expression(cells.node, indices);
    }

    // A way that some instructions use, or that something moves along while a test holds.
    void wire(const char* id, const char* from, const char* to, const char* carries,
              std::vector<DiagramPoint> points, std::uint8_t thickness, std::vector<isa::OpId> ops,
              std::vector<DiagramTest> test = {}) {
        out.wires.push_back(
            {id, from, to, carries, std::move(points), thickness, std::move(ops), false, std::move(test)});
    }
};

// The instructions of units.
inline std::vector<isa::OpId> opsOfUnits(const isa::Spec& spec, std::initializer_list<isa::UnitId> units) {
    std::vector<isa::OpId> out;
    for (std::size_t i = 0; i < spec.insns.size(); ++i)
        if (std::find(units.begin(), units.end(), spec.insns[i].unit) != units.end())
            out.push_back(static_cast<isa::OpId>(i));
    return out;
}

struct BoxPlace {
    std::int32_t x, y, width, height;
};
inline DiagramBox boxAt(const char* id, const char* title, std::string size, isa::UnitGroup group,
                        BoxPlace at) {
    return {.id = id,
            .title = title,
            .size = std::move(size),
            .group = group,
            .x = at.x,
            .y = at.y,
            .width = at.width,
            .height = at.height};
}

} // namespace lw::machine
