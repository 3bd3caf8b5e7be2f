// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/row_products.h"

#include <algorithm>

namespace lw::concord {

namespace {

bool isByChance(const Node& node) {
    return node.rounding.rounding == numeric::Rounding::Stochastic && node.kind == OpKind::Product;
}

// Whether its matrices stand right after those of the other, and it has the same vectors.
bool isNextRow(const Node& of, const Node& node) {
    if (node.kind != OpKind::Product || of.kind != OpKind::Product) return false;
    if (of.operand.size() != 1 || node.operand.size() != 1) return false;
    const Piece &before = of.operand.front(), &piece = node.operand.front();
    return before.times == 1 && piece.times == 1 && before.node == piece.node &&
           piece.first == before.end() && of.in == node.in && of.columns == node.columns &&
           of.turns == node.turns && of.rounding.rounding == node.rounding.rounding;
}

bool canBeJoined(const Node& node) { return node.turns == 1 && !isByChance(node); }

// The product that a value is, perhaps rounded to a block.
std::optional<std::uint32_t> productOf(const Graph& graph, const Pieces& pieces, bool& isBlock) {
    if (pieces.size() != 1) return {};
    std::uint32_t node = pieces.front().node;
    if (graph.nodes[node].kind == OpKind::WriteQuantised && graph.nodes[node].in.size() == 1) {
        isBlock = true;
        node = graph.nodes[node].in.front().node;
    }
    return graph.nodes[node].kind == OpKind::Product ? std::optional(node) : std::nullopt;
}

} // namespace

std::uint32_t RowProduct::firstOf(std::uint32_t node) const {
    const auto place = std::ranges::find(nodes, node) - nodes.begin();
    return static_cast<std::uint32_t>(place) * (whole.count / static_cast<std::uint32_t>(nodes.size()));
}

std::vector<RowProduct> rowProducts(const Graph& graph, std::uint32_t first, std::uint32_t end) {
    std::vector<RowProduct> out;
    for (std::uint32_t i = first; i < end; ++i) {
        const Node& node = graph.nodes[i];
        if (node.kind != OpKind::Product || !canBeJoined(node)) continue;
        const auto before = std::ranges::find_if(out, [&](const RowProduct& one) {
            return isNextRow(one.whole, node) && one.whole.rows % node.rows == 0 &&
                   one.whole.rows / node.rows == one.nodes.size();
        });
        if (before == out.end()) {
            out.push_back({{i}, node});
            continue;
        }
        before->nodes.push_back(i);
        before->whole.rows += node.rows;
        before->whole.count += node.count;
        before->whole.operand.front().count += node.operand.front().count;
    }
    std::erase_if(out, [](const RowProduct& one) { return one.nodes.size() == 1; });
    return out;
}

std::optional<WhyApart> whyApart(const Graph& graph, std::uint32_t node, std::uint32_t first) {
    const Node& of = graph.nodes[node];
    if (of.kind == OpKind::Add) {
        bool isBlock = false;
        const auto one = productOf(graph, of.in, isBlock), other = productOf(graph, of.operand, isBlock);
        if (!one || !other) return {};
        return WhyApart{isBlock ? Apart::SumOfBlocks : Apart::SumOfHalves, *one, *other};
    }
    if (of.kind != OpKind::Product || canBeJoined(of)) return {};
    for (std::uint32_t i = node; i-- > first;)
        if (isNextRow(graph.nodes[i], of))
            return WhyApart{isByChance(of) ? Apart::Chance : Apart::Iterations, i, node};
    return {};
}

} // namespace lw::concord
