// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/scene/network_picture.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What a firmware computes as a graph of values: one for each instruction that computes, whatever turns its
// loops make, and the memories that are there at the start.
namespace lw::scene::firmware {

struct ValuePlace { // that a value is put into, of its first turn
    std::string memory;
    std::uint64_t first = 0, count = 0; // vectors or matrices
    bool operator==(const ValuePlace&) const = default;
};

struct GraphValue {
    std::string title; // the instruction, or what is there at the start: "mv_mul 1", "netin"
    std::string name;  // as the software has it
    std::optional<std::uint32_t> bundle{};
    std::vector<std::uint32_t> nodes{}; // of the graph, one for each turn; of what goes to the network none
    std::uint64_t count = 0;            // vectors or matrices of a turn
    bool areMatrices = false;
    isa::UnitGroup unit = isa::UnitGroup::Sync;
    std::vector<ValuePlace> places{};
    std::vector<std::size_t> products{}; // values that it is a function of, made by mv_mul
    std::optional<std::size_t> layer{};
    bool operator==(const GraphValue&) const = default;
};

struct ValueLayer {
    std::string name;
    std::vector<std::size_t> values{};
    bool operator==(const ValueLayer&) const = default;
};

struct ValueGraph {
    std::vector<GraphValue> values;       // sources, then by instruction, then what goes to the network
    std::vector<LayoutEdge> edges;        // from what is read to what reads
    std::vector<LayoutEdge> carried;      // likewise, where a turn reads what the one before it gave
    std::vector<LayoutEdge> dependencies; // from a product to the functions of it, in the same turn
    std::vector<LayoutEdge> replaced;     // from what a place had to what is written over it, in any turn
    std::vector<ValueLayer> layers;       // of hints, each as often as it begins
    bool operator==(const ValueGraph&) const = default;
};

ValueGraph valueGraph(const concord::Graph& graph, const concord::OpStream& stream);

// What gets wires besides what is read.
struct WireKinds {
    bool dependencies = false;
    bool replaced = false; // of what is replaced by something further down
};
// Where its boxes are, with some of the layers folded, and the values on wires along which they are read.
// `numbers` are those of the graph's nodes; the first ones of a value are said. Null: they are not known.
NetworkPicture pictureOf(const ValueGraph& graph, const std::vector<bool>& folded,
                         const concord::NodeNumbers* numbers = nullptr, const WireKinds& kinds = {});
// "3.125 -0.5 4.5 0.828 ...", of the value's first turn; empty: they are not known.
std::string numbersText(const GraphValue& value, const concord::NodeNumbers* numbers);

Json jsonOf(const ValueGraph& graph);

} // namespace lw::scene::firmware
