// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/change_list.h"

#include "core/base/json.h"
#include "core/machine/cell_name.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/machine/dump.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace lw::scene {

namespace {

constexpr std::uint64_t kBitsEach = 64;       // in a word of the bits that say what was ever written
constexpr std::string_view kNever = "\u00b7"; // as in the pictures and tables

struct Cell {
    machine::NodeId node;
    std::uint64_t index = 0;
    bool operator==(const Cell&) const = default;
};

// The node whose cells these bits are about. What is kept by timers changes with its first value.
std::optional<machine::NodeId> ownerOf(const machine::StateTree& tree, machine::NodeId bits) {
    if (tree.at(bits).kind == machine::NodeKind::Timer) return {};
    for (std::uint32_t i = 0; i < tree.size(); ++i)
        if (tree.at({i}).written == bits && bits != tree.root()) return machine::NodeId{i};
    return {};
}

// A cell that is written now and was not before has changed, even if it holds the bits it had.
void addCells(const machine::StateTree& tree, const machine::Difference& words, std::vector<Cell>& out) {
    const auto owner = ownerOf(tree, words.node);
    if (!owner) return;
    const machine::Node &node = tree.at(*owner), &map = tree.at(words.node);
    const std::uint64_t count = countOf(node);
    const bool hasRows = map.shape.size() > 1; // one for each slice of the node
    const std::uint64_t slice = hasRows ? count / node.shape[0] : count;
    const std::uint64_t row = hasRows ? words.index / map.shape[1] : 0;
    const std::uint64_t first = (hasRows ? words.index % map.shape[1] : words.index) * kBitsEach;
    for (std::uint64_t bit = 0; bit < kBitsEach && first + bit < slice; ++bit)
        if ((words.before ^ words.after) >> bit & 1) out.push_back({*owner, row * slice + first + bit});
}

// In the order of their addresses, each once.
std::vector<Cell> changedCells(const machine::StateTree& tree,
                               const std::vector<machine::Difference>& differences) {
    std::vector<Cell> out;
    for (const machine::Difference& one : differences)
        if (tree.at(one.node).role == machine::Role::Written)
            addCells(tree, one, out);
        else
            out.push_back({one.node, one.index});
    const auto place = [&](const Cell& cell) {
        return std::tuple(tree.at(cell.node).offset, cell.node.index, cell.index);
    };
    std::sort(out.begin(), out.end(), [&](const Cell& a, const Cell& b) { return place(a) < place(b); });
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::string textAt(tensor::DType type, const machine::CellRange& cells, std::uint64_t i) {
    return cells.written[i] ? machine::cellText(type, cells.bits(i)) : std::string(kNever);
}

} // namespace

ChangeList changeList(const machine::Scope& scope, const machine::Snapshot& before,
                      const machine::Snapshot& after, std::size_t limit) {
    const machine::StateTree& tree = scope.tree;
    ChangeList out;
    const std::vector<machine::Difference> found = differences(tree, before, after, limit);
    std::vector<Cell> cells = changedCells(tree, found);
    const bool isCut = found.size() >= limit || cells.size() > limit;
    out.total =
        isCut ? std::max<std::uint64_t>(countDifferences(tree, before, after, kMostCounted), cells.size())
              : cells.size();
    cells.resize(std::min(cells.size(), limit));
    out.listed = cells.size();
    for (std::size_t i = 0; i < cells.size();) {
        const Cell first = cells[i];
        std::size_t end = i + 1; // of the consecutive cells
        while (end < cells.size() && cells[end] == Cell{first.node, first.index + (end - i)}) ++end;
        const machine::Node& node = tree.at(first.node);
        if (out.groups.empty() || cells[i - 1].node != first.node)
            out.groups.push_back({tree.path(first.node), node.summary, node.isGuarded, {}});
        const auto cellsOf = [&](const machine::Snapshot& state) {
            return machine::readCells(tree, first.node, first.index, end - i,
                                      {.store = nullptr, .snapshot = &state});
        };
        const machine::CellRange then = cellsOf(before), now = cellsOf(after);
        const tensor::DType type = machine::encodingOf(node);
        for (std::size_t k = 0; k < end - i; ++k)
            out.groups.back().changes.push_back({nameOfCell(scope, {first.node, first.index + k}),
                                                 textAt(type, then, k), textAt(type, now, k)});
        i = end;
    }
    std::stable_partition(out.groups.begin(), out.groups.end(),
                          [](const ChangeGroup& group) { return !group.isInternal; });
    return out;
}

Json jsonOf(const ChangeList& list) {
    Json groups = Json::list();
    for (const ChangeGroup& group : list.groups) {
        Json changes = Json::list();
        for (const Change& change : group.changes)
            changes.push_back({{"cell", change.cell}, {"before", change.before}, {"after", change.after}});
        groups.push_back({{"part", group.part},
                          {"summary", group.summary},
                          {"internal", group.isInternal},
                          {"changes", std::move(changes)}});
    }
    return {{"listed", list.listed}, {"total", list.total}, {"groups", std::move(groups)}};
}

} // namespace lw::scene
