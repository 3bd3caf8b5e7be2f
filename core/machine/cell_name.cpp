// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_name.h"

#include "core/machine/cell_value.h"

namespace lw::machine {

namespace {

// In the words of one core; empty: the cell is in no register file and no space.
std::string nameIn(const CoreTree& tree, const isa::Spec& spec, CellRef cell, const std::string& index) {
    for (std::size_t file = 0; file < spec.files.size(); ++file) {
        if (tree.ofFile(static_cast<std::int8_t>(file)) != cell.node) continue;
        // The first index is the number of the register.
        const std::size_t end = index.find(']');
        return std::string(spec.files[file].prefix) + index.substr(1, end - 1) + index.substr(end + 1);
    }
    for (isa::SpaceId space{}; isa::index(space) < spec.spaces.size(); ++space)
        if (tree.ofSpace(space) == cell.node) return std::string(spec.spaces[isa::index(space)].name) + index;
    return {};
}

} // namespace

std::string nameOfCell(const Scope& scope, CellRef cell) {
    const StateTree& tree = scope.tree;
    const Node& node = tree.at(cell.node);
    const std::string index = indexText(node, cell.element);
    std::string name;
    if (scope.cores.empty()) name = nameIn(scope.tree, *scope.target->spec, cell, index);
    for (const CoreName& core : scope.cores) {
        if (!tree.isBelow(cell.node, core.tree.root())) continue;
        name = nameIn(core.tree, *core.target->spec, cell, index);
        if (!name.empty()) name.insert(0, core.name + '.');
    }
    return name.empty() ? tree.expression(cell.node) + (countOf(node) == 1 ? "" : index) : name;
}

std::optional<CellRef> cellAt(const StateTree& tree, std::uint64_t offset) {
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
        const Node& node = tree.at({i});
        const std::uint64_t size = sizeOf(node);
        if (size == 0 || offset < node.offset || offset - node.offset >= countOf(node) * size) continue;
        return CellRef{{i}, (offset - node.offset) / size};
    }
    return {};
}

std::optional<CellRef> cellNamed(std::string_view expression, const Scope& scope, const Moment& moment) {
    const auto compiled = Expression::compile(expression, scope);
    if (!compiled) return {};
    const auto cell = compiled->cell(moment);
    if (!cell || !*cell) return {};
    return cellAt(scope.tree, (*cell)->offset);
}

} // namespace lw::machine
