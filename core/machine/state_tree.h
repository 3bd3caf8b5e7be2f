// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/isa/ids.h"
#include "core/machine/cells.h"
#include "core/tensor/dtype.h"

#include <any>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::machine {

// The words for the bytes of the state store: what they are called, how they are shaped, what they mean.
// Views need only the tree and a snapshot; no view names a chip.
enum class NodeKind : std::uint8_t { Group, Register, RegisterFile, Memory, Queue, Flag, Counter, Timer };

// What a scene looks for in any chip.
enum class Role : std::uint8_t {
    None,
    ProgramCounter,
    Launch, // how often a host has started the program again
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
    std::optional<tensor::DType> encoding{}; // how a cell's bits are read; nothing: a group, without cells
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
    // The cell that says how many slices along the first dimension mean anything; root(): all do.
    NodeId inUse{};
    // Of isa::Spec: the register file whose registers these are, one for each index of the first dimension,
    // and the memory space whose bytes these are.
    std::optional<std::uint8_t> file{};
    std::optional<isa::SpaceId> space{};
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
    void keepInUse(NodeId node, NodeId count);  // Node::inUse
    // By its path from a node on; that node when there is none.
    NodeId find(std::string_view path, NodeId from) const;
    NodeId find(std::string_view path) const { return find(path, root()); }
    void holdFile(NodeId node, std::uint8_t file);   // Node::file
    void holdSpace(NodeId node, isa::SpaceId space); // Node::space
    bool isBelow(NodeId node, NodeId above) const;   // or the same
    std::string path(NodeId id) const;
    // An expression (expression.h) that reads cells of a node: "\"queues/ready\"[1][#]" for {"1", "#"}.
    std::string expression(NodeId id, std::initializer_list<std::string_view> indices = {}) const;

    // The handles of whoever described what is below that node, of a type that only that chip knows.
    void keepHandles(NodeId root, std::any handles) { m_handles[root] = std::move(handles); }
    const std::any& handles(NodeId root) const { return m_handles.at(root); }

  private:
    std::vector<Node> m_nodes;
    std::map<NodeId, std::any> m_handles;
};

// What belongs to one core: the nodes below its root, by what they are. Everything else about them is said by
// the whole tree, which outlives this.
class CoreTree {
  public:
    CoreTree() = default;
    CoreTree(const StateTree& tree, NodeId root) : m_tree(&tree), m_root(root) {}

    bool isSet() const { return m_tree != nullptr; }
    const StateTree& whole() const { return *m_tree; }
    operator const StateTree&() const { return *m_tree; }
    const Node& at(NodeId id) const { return m_tree->at(id); }
    NodeId root() const { return m_root; }
    // Each root() when there is none.
    NodeId find(std::string_view path) const { return m_tree->find(path, m_root); }
    NodeId withRole(Role role) const;         // the first
    NodeId ofFile(std::int8_t file) const;    // that holds the file of Spec::files
    NodeId ofSpace(isa::SpaceId space) const; // that is the space of Spec::spaces
    // Cells of two or more dimensions by their name alone, such as vectors: "chain" of "mfu/chain".
    NodeId arrayCalled(std::string_view name) const;
    // Of the chip that described it.
    template <typename Handles> const Handles& handles() const {
        const auto* const kept = std::any_cast<Handles>(&m_tree->handles(m_root));
        LW_REQUIRE(kept != nullptr, "this core is described by another chip");
        return *kept;
    }

  private:
    template <typename Is> NodeId first(Is is) const;

    const StateTree* m_tree = nullptr;
    NodeId m_root;
};

std::uint64_t countOf(const Node& node);    // cells; none in a group
std::uint64_t sizeOf(const Node& node);     // bytes of a cell
tensor::DType encodingOf(const Node& node); // of a node with cells; of a group bytes

} // namespace lw::machine
