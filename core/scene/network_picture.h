// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/network_graph.h"

// Where the boxes of a network's graph are and what they say, with some of its groups folded.
namespace lw::scene {

// A layer, or a folded group of them.
struct PictureBox {
    std::vector<std::size_t> nodes;     // of the graph
    std::size_t lead = 0;               // of them: the first that is not a constant
    std::optional<std::size_t> group{}; // the one folded in it
    std::optional<std::size_t> folds{}; // the one a person would fold here: the innermost unfolded one around
    std::vector<std::string> lines;     // the first is its title
    isa::UnitGroup unit = isa::UnitGroup::Sync; // of the layer with the most to compute
    bool isOfHost = false;                      // at least one of its layers is the host's
    std::string mode;                           // of a strided layer in it
    LayoutPlace at;
    std::int32_t width = 0, height = 0;
    bool operator==(const PictureBox&) const = default;
};

struct PictureWire {
    std::size_t from = 0, to = 0;    // boxes
    std::vector<std::size_t> values; // nodes whose value goes there
    std::vector<LayoutPoint> way;
    bool isRead = true;        // the one reads the other
    bool isDependency = false; // it depends on it, also by way of others
    bool isOrder = false;      // it comes after it, as it takes its place
    std::string label{};       // what goes there, where there is room; of networks empty
    std::string detail{};      // the same with more words, of a wire that a person looks at
    bool operator==(const PictureWire&) const = default;
};

struct NetworkPicture {
    std::int32_t width = 0, height = 0;
    std::vector<PictureBox> boxes;
    std::vector<PictureWire> wires;
    std::vector<std::size_t> boxOf; // by node
    bool operator==(const NetworkPicture&) const = default;
};

// By group. Only runs: what people count as one layer.
std::vector<bool> usualFolds(const NetworkGraph& graph);
NetworkPicture networkPicture(const NetworkGraph& graph, const std::vector<bool>& folded);

// Places boxes whose lines are known, with one wire for all edges between nodes of the same two boxes.
// `dependencies` lead down as well, and so do edges of order.
void layOut(NetworkPicture& picture, std::span<const LayoutEdge> edges,
            std::span<const LayoutEdge> dependencies = {}, std::span<const LayoutEdge> orders = {});

Json jsonOf(const NetworkPicture& picture, const NetworkGraph& graph);

// "812", "23.5 K", "118 M", "1.23 G": three digits, rounded down.
std::string roundText(std::uint64_t number);

} // namespace lw::scene
