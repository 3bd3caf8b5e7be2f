// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/state_tree.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

namespace lw::machine {

StateTree::StateTree() { m_nodes.emplace_back(); }

NodeId StateTree::group(NodeId parent, std::string name, std::string summary) {
    Node node;
    node.name = std::move(name);
    node.summary = std::move(summary);
    return add(parent, std::move(node));
}

NodeId StateTree::add(NodeId parent, Node node) {
    LW_REQUIRE(parent.index < m_nodes.size(), "the parent of a node is in the tree");
    LW_REQUIRE(!node.name.empty() && node.name.find('/') == std::string::npos,
               "a node has a name without '/'");
    for (const NodeId sibling : m_nodes[parent.index].children)
        LW_REQUIRE(at(sibling).name != node.name, "two nodes of one group have the same name");
    const NodeId id{static_cast<std::uint32_t>(m_nodes.size())};
    node.parent = parent;
    node.children.clear();
    m_nodes.push_back(std::move(node));
    m_nodes[parent.index].children.push_back(id);
    return id;
}

void StateTree::keepWritten(NodeId node, NodeId bits) { m_nodes[node.index].written = bits; }
void StateTree::keepInUse(NodeId node, NodeId count) { m_nodes[node.index].inUse = count; }
void StateTree::holdFile(NodeId node, std::uint8_t file) { m_nodes[node.index].file = file; }
void StateTree::holdSpace(NodeId node, isa::SpaceId space) { m_nodes[node.index].space = space; }

NodeId StateTree::find(std::string_view path, NodeId from) const {
    NodeId here = from;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view name = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        const auto& children = at(here).children;
        const auto found =
            std::find_if(children.begin(), children.end(), [&](NodeId id) { return at(id).name == name; });
        if (found == children.end()) return from;
        here = *found;
    }
    return here;
}

bool StateTree::isBelow(NodeId node, NodeId above) const {
    while (node != above && node != root()) node = at(node).parent;
    return node == above;
}

std::string StateTree::path(NodeId id) const {
    if (id == root()) return {};
    const std::string above = path(at(id).parent);
    return above.empty() ? at(id).name : above + '/' + at(id).name;
}

std::string StateTree::expression(NodeId id, std::initializer_list<std::string_view> indices) const {
    std::string out = '"' + path(id) + '"';
    for (const std::string_view index : indices) out.append("[").append(index).append("]");
    return out;
}

// Nodes below the root, in the order in which they were added.
template <typename Is> NodeId CoreTree::first(Is is) const {
    for (std::uint32_t i = m_root.index + 1; i < m_tree->size(); ++i)
        if (is(m_tree->at({i})) && m_tree->isBelow({i}, m_root)) return {i};
    return m_root;
}

NodeId CoreTree::withRole(Role role) const {
    return first([&](const Node& node) { return node.role == role; });
}

NodeId CoreTree::ofFile(std::int8_t file) const {
    return first([&](const Node& node) { return node.file && *node.file == file; });
}

NodeId CoreTree::ofSpace(isa::SpaceId space) const {
    return first([&](const Node& node) { return node.space == space; });
}

NodeId CoreTree::arrayCalled(std::string_view name) const {
    return first([&](const Node& node) {
        return node.name == name && node.encoding && !node.isGuarded && node.shape.size() >= 2;
    });
}

std::uint64_t countOf(const Node& node) {
    if (!node.encoding) return 0;
    std::uint64_t count = 1;
    for (const std::uint64_t extent : node.shape) count *= extent;
    return count;
}

std::uint64_t sizeOf(const Node& node) { return node.encoding ? tensor::sizeOf(*node.encoding) : 0; }

tensor::DType encodingOf(const Node& node) { return node.encoding.value_or(tensor::DType::U8); }

} // namespace lw::machine
