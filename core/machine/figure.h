// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cells.h"
#include "core/machine/diagram.h"
#include "core/machine/state_tree.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

// What chips draw their diagrams with.
namespace lw::machine {

// A diagram under way, and the cells that its parts are told of by.
template <typename Layout> struct Figure {
    StateTree tree;
    Layout at;
    Diagram out{};

    template <typename T>
    std::string cell(const Cells<T>& cells, std::initializer_list<std::string_view> indices = {}) const {
        return tree.expression(cells.node, indices);
    }
};

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
