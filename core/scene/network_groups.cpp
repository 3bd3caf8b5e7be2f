// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/network_groups.h"

#include "core/network/kinds.h"
#include "core/scene/network_blocks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lw::scene {

using network::Kind;

namespace {

// What may follow in a run: work on each element of what was just made, or moving its elements.
enum class Follows : std::uint8_t { No, Elementwise, Move };
Follows followsOf(const GraphNode& node) {
    const network::KindRow* const row = network::findKind(node.kind);
    if (!row) return Follows::No;
    switch (row->kind) {
    case Kind::BatchNorm:
    case Kind::Relu:
    case Kind::Sigmoid:
    case Kind::Tanh:
    case Kind::Clip:
    case Kind::LeakyRelu:
    case Kind::PRelu:
    case Kind::Elu:
    case Kind::Exp:
    case Kind::Log:
    case Kind::Add:
    case Kind::Mul:
    case Kind::Table:
    case Kind::Div:
    case Kind::Select: return Follows::Elementwise;
    case Kind::Reshape:
    case Kind::Transpose:
    case Kind::Take:
    case Kind::Flatten: return Follows::Move;
    default: return Follows::No;
    }
}

// The parts of a name between slashes and dots: "a/b.c" is a, b and c.
std::vector<std::string> partsOf(const std::string& name) {
    std::vector<std::string> out;
    std::string part;
    for (const char c : name + "/") {
        if (c != '/' && c != '.') {
            part += c;
        } else if (!part.empty()) {
            out.push_back(std::exchange(part, {}));
        }
    }
    return out;
}

// A run, or a single layer outside any.
struct Unit {
    std::vector<std::size_t> nodes;
    std::vector<std::string> parts;     // of the name of its first layer
    std::optional<std::size_t> group{}; // the innermost one around it
};

struct Wanted {
    std::string name;
    Grouped how = Grouped::ByName;
    std::vector<std::size_t> units;
};

class Grouping {
  public:
    explicit Grouping(const NetworkGraph& graph) : m_graph(graph) {
        m_reads.resize(graph.nodes.size());
        m_readers.resize(graph.nodes.size());
        for (const LayoutEdge& edge : graph.edges) {
            m_reads[edge.to].push_back(edge.from);
            m_readers[edge.from].push_back(edge.to);
        }
    }

    std::vector<GraphGroup> run() {
        makeUnits();
        std::vector<std::size_t> all(m_units.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
        findNames(all, 0);
        for (Block& block : blocksOf(m_units.size(), m_edges)) {
            const std::string& name = m_graph.nodes[m_units[block.last].nodes.back()].name;
            m_wanted.push_back({name, Grouped::AsBlock, std::move(block.boxes)});
        }
        // The larger ones first, so that each finds the one around it.
        std::stable_sort(m_wanted.begin(), m_wanted.end(), [](const Wanted& one, const Wanted& other) {
            return one.units.size() > other.units.size();
        });
        for (const Wanted& wanted : m_wanted) accept(wanted);
        for (const Unit& unit : m_units)
            if (unit.nodes.size() > 1)
                m_out.push_back({m_graph.nodes[headOf(unit)].name, Grouped::AsRun, unit.group, unit.nodes});
        return std::move(m_out);
    }

  private:
    bool isConstant(std::size_t node) const { return m_graph.nodes[node].kind == "constant"; }
    std::size_t headOf(const Unit& unit) const {
        for (const std::size_t node : unit.nodes)
            if (!isConstant(node)) return node;
        return unit.nodes.front();
    }
    // A constant that one layer reads belongs to it.
    bool isOwnConstant(std::size_t node) const { return isConstant(node) && m_readers[node].size() == 1; }

    // The node that continues the run ending in a node, if its value goes nowhere else.
    std::optional<std::size_t> nextOf(std::size_t node, bool isOfMoves) const {
        if (m_readers[node].size() != 1 || m_graph.nodes[node].isOutput) return {};
        const std::size_t next = m_readers[node].front();
        const Follows follows = followsOf(m_graph.nodes[next]);
        if (follows != (isOfMoves ? Follows::Move : Follows::Elementwise)) return {};
        for (const std::size_t read : m_reads[next])
            if (read != node && !isOwnConstant(read)) return {};
        return next;
    }
    Unit unitFrom(std::size_t node) const {
        Unit unit;
        const bool isOfMoves = followsOf(m_graph.nodes[node]) == Follows::Move;
        const bool mayLead = m_graph.nodes[node].isLayer() && !isConstant(node);
        for (std::optional<std::size_t> at = node; at; at = mayLead ? nextOf(*at, isOfMoves) : std::nullopt) {
            for (const std::size_t read : m_reads[*at])
                if (isOwnConstant(read)) unit.nodes.push_back(read);
            unit.nodes.push_back(*at);
        }
        std::sort(unit.nodes.begin(), unit.nodes.end());
        unit.parts = partsOf(m_graph.nodes[headOf(unit)].name);
        return unit;
    }
    void makeUnits() {
        std::vector<std::size_t> unitOf(m_graph.nodes.size(), m_graph.nodes.size());
        for (std::size_t node = 0; node < m_graph.nodes.size(); ++node) {
            if (unitOf[node] != m_graph.nodes.size() || isOwnConstant(node)) continue;
            Unit& unit = m_units.emplace_back(unitFrom(node));
            for (const std::size_t one : unit.nodes) unitOf[one] = m_units.size() - 1;
        }
        for (const LayoutEdge& edge : m_graph.edges)
            if (unitOf[edge.from] != unitOf[edge.to]) m_edges.push_back({unitOf[edge.from], unitOf[edge.to]});
    }

    // Units whose names have the same part at that depth, and among them those with the same part after it.
    // A beginning shared by nearly all names says nothing.
    void findNames(const std::vector<std::size_t>& units, std::size_t depth) {
        std::map<std::string, std::vector<std::size_t>> alike;
        for (const std::size_t unit : units)
            if (m_units[unit].parts.size() > depth + 1) // the last part is its own
                alike[m_units[unit].parts[depth]].push_back(unit);
        for (const auto& [part, those] : alike) {
            if (those.size() < 2) continue;
            const bool isNearlyAll =
                those.size() + 1 >= units.size() || 10 * those.size() >= 9 * units.size();
            if (!isNearlyAll) m_wanted.push_back({beginningOf(those.front(), depth), Grouped::ByName, those});
            findNames(those, depth + 1);
        }
    }
    // The name as written, up to the part at that depth.
    std::string beginningOf(std::size_t unit, std::size_t depth) const {
        const std::string& name = m_graph.nodes[headOf(m_units[unit])].name;
        std::size_t end = 0;
        for (std::size_t i = 0; i <= depth; ++i)
            end = name.find_first_of("/.", name.find_first_not_of("/.", end));
        return name.substr(0, end);
    }

    // Makes it a group if it lies in one group as a whole, is not the same, and folds without a cycle.
    void accept(const Wanted& wanted) {
        const std::optional<std::size_t> parent = m_units[wanted.units.front()].group;
        for (const std::size_t unit : wanted.units)
            if (m_units[unit].group != parent) return;
        std::vector<std::size_t> around; // the units of the parent, which has more of them
        for (std::size_t i = 0; i < m_units.size(); ++i)
            if (isWithin(i, parent)) around.push_back(i);
        if (around.size() == wanted.units.size() || !foldsWithoutCircle(around, wanted.units, parent)) return;
        const std::size_t group = m_out.size();
        m_out.push_back({wanted.name, wanted.how, parent, {}});
        std::vector<std::size_t>& nodes = m_out.back().nodes;
        for (const std::size_t unit : wanted.units) {
            m_units[unit].group = group;
            nodes.insert(nodes.end(), m_units[unit].nodes.begin(), m_units[unit].nodes.end());
        }
        std::sort(nodes.begin(), nodes.end());
    }
    bool isWithin(std::size_t unit, std::optional<std::size_t> parent) const {
        for (auto group = m_units[unit].group; group != parent; group = m_out[*group].parent)
            if (!group) return false;
        return true;
    }
    bool foldsWithoutCircle(const std::vector<std::size_t>& around, const std::vector<std::size_t>& units,
                            std::optional<std::size_t> parent) const {
        constexpr std::size_t kNone = ~std::size_t{0};
        std::vector<std::size_t> boxOf(m_units.size(), kNone), boxOfGroup(m_out.size(), kNone);
        std::size_t boxes = 1; // the first is the new group
        for (const std::size_t unit : units) boxOf[unit] = 0;
        for (const std::size_t unit : around) {
            if (boxOf[unit] != kNone) continue;
            std::optional<std::size_t> child; // of the parent, around the unit
            for (auto group = m_units[unit].group; group != parent; group = m_out[*group].parent)
                child = group;
            std::size_t& box = child ? boxOfGroup[*child] : boxOf[unit];
            if (box == kNone) box = boxes++;
            boxOf[unit] = box;
        }
        std::vector<LayoutEdge> edges;
        for (const LayoutEdge& edge : m_edges) {
            const std::size_t from = boxOf[edge.from], to = boxOf[edge.to];
            if (from != kNone && to != kNone && from != to) edges.push_back({from, to});
        }
        return topologicalOrder(boxes, edges).size() == boxes;
    }

    const NetworkGraph& m_graph;
    std::vector<std::vector<std::size_t>> m_reads, m_readers; // by node
    std::vector<Unit> m_units;
    std::vector<LayoutEdge> m_edges; // between units
    std::vector<Wanted> m_wanted;
    std::vector<GraphGroup> m_out;
};

} // namespace

std::vector<GraphGroup> groupsOf(const NetworkGraph& graph) { return Grouping(graph).run(); }

} // namespace lw::scene
