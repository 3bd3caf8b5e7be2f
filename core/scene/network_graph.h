// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/lower/layer_place.h"
#include "core/network/cost.h"
#include "core/network/network.h"
#include "core/network/network_json.h"
#include "core/network/ranges.h"
#include "core/program/program.h"
#include "core/scene/layered_layout.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// A network as a graph: its layers with all that is known about them, what each reads, and which of it folds.
// network_picture.h places its boxes.
namespace lw::scene {

struct GraphTensor { // of weights, bias and the like
    std::string name;
    tensor::Shape shape;
    tensor::DType dtype = tensor::DType::F32;
    bool operator==(const GraphTensor&) const = default;
};

// The network's input or a layer, and the value that it gives.
struct GraphNode {
    std::string name, kind;                     // "conv1", "conv"; of the input "input"
    std::string title;                          // "conv 7 x 7 / 2"
    isa::UnitGroup unit = isa::UnitGroup::Sync; // that computes it; of the host Transfer
    tensor::Shape shape;                        // of the value
    tensor::DType dtype = tensor::DType::F32;   // likewise
    network::Cost cost;
    std::vector<network::Attribute> attributes;
    std::vector<GraphTensor> tensors;
    network::Range range; // of the value
    bool isOutput = false;
    lower::LayerPlace place;
    std::optional<std::size_t> within; // the node that computes it as its activation
    // Of the program that is loaded, of the first image; no rows: it has none.
    std::uint32_t firstRow = 0, rowCount = 0;
    std::uint64_t clocks = 0;           // issued and waited in them so far
    std::optional<std::size_t> group{}; // the innermost that it is in

    bool isLayer() const { return kind != "input"; }
    std::uint64_t bytes() const { return *tensor::bytesOf(shape, tensor::sizeOf(dtype)); }
};

// Layers that fold into one box: a run, in which each layer reads the one before and nothing else reads that;
// a block, which is everything between a value that several layers read and the layer that joins them, with
// that layer; or all whose names begin alike.
enum class Grouped : std::uint8_t { AsRun, AsBlock, ByName };
struct GraphGroup {
    std::string name; // a run's first layer, or a block's last one
    Grouped how = Grouped::AsRun;
    std::optional<std::size_t> parent; // a group that comes before it
    std::vector<std::size_t> nodes;    // all in it, in their order
    bool operator==(const GraphGroup&) const = default;
};

struct NetworkGraph {
    std::string name;
    std::string machine;           // for which the places are; empty: none
    std::vector<GraphNode> nodes;  // by ValueId
    std::vector<LayoutEdge> edges; // from what is read to what reads, in the order of the readers
    std::vector<GraphGroup> groups;
    network::Cost cost;

    std::optional<std::size_t> find(std::string_view name) const; // a node
    std::size_t layersAt(lower::Where where) const;
};

// A network as its file gives it, or as it is lowered: with its activations folded.
enum class Stage : std::uint8_t { Given, Lowered };

struct GraphSubject {
    const network::Network& network; // as it is given, shapes known
    std::span<const network::ValueRange> ranges;
    const network::Network& lowered;
    std::span<const lower::LayerPlace> places; // of the layers of `lowered`
    std::string machine;
    Stage stage = Stage::Given;
};
NetworkGraph networkGraph(const GraphSubject& subject);

// Finds the rows of each layer in a program from the labels of the places; `end` is the label after the last.
void noteRows(NetworkGraph& graph, const program::Program& program, std::string_view end);
// How often each row was issued, and how long it waited.
void noteClocks(NetworkGraph& graph, std::span<const std::uint64_t> issued,
                std::span<const std::uint64_t> waited);

Json jsonOf(const NetworkGraph& graph);

} // namespace lw::scene
