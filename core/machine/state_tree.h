// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cells.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::machine {

// The words for the bytes of the state store: what they are called, how they are shaped, what they mean.
// Views need only the tree and a snapshot; no view names a chip.
enum class NodeKind : std::uint8_t { Group, Register, RegisterFile, Memory, Queue, Flag, Counter, Timer };
// U32 words may hold floats or integers.
enum class ElementType : std::uint8_t { None, U8, U16, U32, I32, U64, F32 };

// What a scene looks for in any chip.
enum class Role : std::uint8_t {
    None,
    ScalarRegisters,
    Predicates,
    VectorRegisters,
    ScalarMemory,
    VectorMemory,
    HighBandwidthMemory,
    SyncFlags,
    IndexRegisters,
    WeightTile,
    ShadowWeights,
    Queue,
    Random,
    Written,
    Counters,
    AccessPatterns,
    UnifiedBuffer,
    DynamicMemory,
    HostMemory,
    Accumulators,
};

struct Node {
    std::string name; // "vmem"; its path joins names with '/'
    NodeKind kind = NodeKind::Group;
    ElementType element = ElementType::None;
    Role role = Role::None;
    NodeId parent;
    std::uint64_t offset = 0;         // bytes in the store
    std::vector<std::uint64_t> shape; // elements, outermost first: {32, 8, 128} for vector registers
    std::string summary;              // tool tip
    std::vector<NodeId> children;
    bool isGuarded = false; // the machine relies on its values: seen, but not edited by hand
    // The node that keeps one bit per element, low bits first: was it ever written. root(): nobody counts. Of
    // two dimensions, it has a row of words for each slice along the first dimension of this one.
    NodeId written{};
};

class StateTree {
  public:
    StateTree();
    NodeId root() const { return {0}; }
    const Node& at(NodeId id) const { return m_nodes[id.index]; }
    std::size_t size() const { return m_nodes.size(); }
    NodeId group(NodeId parent, std::string name, std::string summary);
    NodeId add(NodeId parent, Node node);       // sets parent and children
    void keepWritten(NodeId node, NodeId bits); // Node::written
    NodeId find(std::string_view path) const;   // root() when there is none
    NodeId withRole(Role role) const;           // the first, or root()
    std::string path(NodeId id) const;

  private:
    std::vector<Node> m_nodes;
};

std::uint64_t countOf(const Node& node); // elements
std::uint64_t sizeOf(ElementType type);  // bytes

} // namespace lw::machine
