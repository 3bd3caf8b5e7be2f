// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_name.h"

#include "core/machine/cell_value.h"

namespace lw::machine {

std::string nameOfCell(const CoreTree& tree, const isa::Spec& spec, CellRef cell) {
    const Node& node = tree.at(cell.node);
    const std::string index = indexText(node, cell.element);
    for (std::size_t file = 0; file < spec.files.size(); ++file) {
        if (tree.ofFile(static_cast<std::int8_t>(file)) != cell.node) continue;
        // The first index is the number of the register.
        const std::size_t end = index.find(']');
        return std::string(spec.files[file].prefix) + index.substr(1, end - 1) + index.substr(end + 1);
    }
    for (std::size_t space = 0; space < spec.spaces.size(); ++space)
        if (tree.ofSpace(static_cast<std::uint8_t>(space)) == cell.node)
            return std::string(spec.spaces[space].name) + index;
    return tree.whole().expression(cell.node) + (countOf(node) == 1 ? "" : index);
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
