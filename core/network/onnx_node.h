// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/cut.h"
#include "core/network/network.h"
#include "core/network/onnx_model.h"
#include "core/network/onnx_view.h"

#include <map>
#include <set>
#include <span>
#include <tuple>
#include <variant>

// What the importer knows while it processes a graph, and one node as its operator sees it.
namespace lw::network::onnx {

// The kinds of values in the graph.
enum class Layout : std::uint8_t {
    Image, // [batch, channels, rows, columns]
    Row,   // [batch, channels, length], an image of one row
    Flat,  // [batch, elements]
    Item,  // [batch, ...] with another number of extents
    Plain, // without a batch, taken as it is
};
inline Arrangement usualOf(Layout layout) {
    return layout == Layout::Image || layout == Layout::Row ? Arrangement::ChannelsLast
                                                            : Arrangement::Straight;
}

// For a batch of items with that many extents; a row is what an operator takes for one.
inline Layout layoutOf(std::size_t extents) {
    return extents == 1 ? Layout::Flat : extents == 3 ? Layout::Image : Layout::Item;
}

struct Value {
    ValueId id = kInput;
    Layout layout = Layout::Plain;
    View view; // of the value here: any order of the graph's elements
};
using Known = std::variant<Value, tensor::Tensor>;

// The meaning of codes: (code - zero) * step.
struct Quantisation {
    float step = 1;
    std::int32_t zero = 0;
    bool operator==(const Quantisation&) const = default;
};
// How a node's result is quantised, perhaps after a Relu.
struct QuantisedAs {
    Quantisation by;
    bool isRelu = false;
};
// Constants that a DequantizeLinear makes: the whole numbers it scales, and its scales.
struct Scaled {
    tensor::Tensor whole; // int64
    std::vector<float> steps;
};

struct Import {
    std::string_view file; // how errors refer to it
    Network network;
    std::map<std::string, Known, std::less<>> known; // by the graph's names
    // Whatever was brought into another order, with its batch or as a whole.
    std::map<std::tuple<std::string, Arrangement, bool>, Value> arranged;
    std::set<std::string, std::less<>> read; // names that nodes read, and the graph's outputs
    // Values that are int8 or uint8 in the graph, and which: codes rather than their meaning, and bytes that
    // are not floats yet.
    std::map<std::string, std::int64_t, std::less<>> codes;
    std::int64_t operatorSet = 0;
    std::optional<ImageSize> image{}; // of the input, whatever the file says
    std::uint64_t batch = 1;          // items for which the file is made; 1 where it leaves that open
    bool isOneItem = false;           // the batch is always 1: it may be folded into other extents
    std::uint64_t numbers = 0;        // in the parameters of all layers
    std::uint64_t made = 0;           // numbers that nodes made from constants
    std::uint64_t mostMade = kMostMade;
    OtherFile otherFile{};
    bool hasHalf = false; // numbers of 16 bits were read

    // For a network of int8:
    bool hasOpenInput = false; // its scale is the one with which it is first read
    std::map<std::string, QuantisedAs, std::less<>> quantisedAs;
    std::map<std::string, Scaled, std::less<>> scaled;
    std::set<std::string, std::less<>> sums; // those that stay int32
};

inline constexpr std::size_t kMostConstantExtents = 16;
inline constexpr std::size_t kMostNameBytes = 80; // room for a number after it

class Use {
  public:
    Use(Import& import, const Node& node, std::size_t number)
        : m_import(import), m_node(node), m_number(number) {}

    Import& import() { return m_import; }
    const Import& import() const { return m_import; }
    const Node& node() const { return m_node; }
    std::size_t number() const { return m_number; }
    bool isInt8() const { return m_import.network.precision == Precision::I8; }
    // Whether an input is codes in the graph.
    bool readsCodes(std::size_t input) const {
        return has(input) && m_import.codes.contains(m_node.inputs[input]);
    }
    Outcome checkReal() const; // E582 if a float32 network would compute with whole numbers, which wrap

    Problem wrong(std::string why) const;           // E582
    Problem unknown(const std::string& name) const; // for a value that no node before it makes. E582
    std::int64_t operatorSet() const { return m_import.operatorSet; }
    std::uint64_t batch() const { return m_import.batch; }
    bool isOneItem() const { return m_import.isOneItem; }

    bool has(std::size_t input) const;
    std::size_t inputs() const { return m_node.inputs.size(); }
    std::size_t outputs() const { return m_node.outputs.size(); }
    bool isConstant(std::size_t input) const;
    // An input that layers compute, in any order.
    Result<Value> value(std::size_t input) const;
    // The same in this order, with layers made for it if necessary.
    Result<Value> arranged(std::size_t input, Arrangement arrangement);
    bool isArranged(const Value& value, Arrangement arrangement) const;
    // The usual one of its layout if it is in that, else the graph's.
    Arrangement arrangementOf(const Value& value) const {
        return isArranged(value, usualOf(value.layout)) ? usualOf(value.layout) : Arrangement::Straight;
    }
    // The value with the axes of the graph one after the other, as this shape.
    Result<Value> moved(const Value& given, std::span<const std::uint32_t> axes, const tensor::Shape& shape,
                        std::string_view suffix);
    // In either of the two orders, so that each extent here is one of the graph.
    Result<Value> apart(std::size_t input);
    // As people compare it with other programs: in the graph's order, except for the channels of an image.
    Result<Value> asOutput(std::size_t input);
    // An image or a row with its channels last; and a list, of any order, with a batch or without.
    Result<Value> image(std::size_t input);
    Result<Value> flat(std::size_t input);
    // An input whose numbers are known; they must be `dtype`.
    Result<tensor::Tensor> constant(std::size_t input, tensor::DType dtype = tensor::DType::F32) const;
    // The same of any type and of few extents, where it is kept.
    Result<const tensor::Tensor*> anyConstant(std::size_t input) const;
    bool allConstant() const; // every input that there is
    // The extents that the graph sees, also for what layers compute.
    Result<tensor::Shape> extentsOf(std::size_t input) const;
    const tensor::Shape& shapeOf(const Value& value) const {
        return network::shapeOf(m_import.network, value.id);
    }

    // Attributes; a missing one has the value `otherwise`. Each one that is read here is known.
    Result<std::int64_t> integer(std::string_view name, std::int64_t otherwise);
    Result<double> real(std::string_view name, double otherwise);
    Result<std::string> text(std::string_view name, std::string_view otherwise);
    Result<std::optional<tensor::Tensor>> tensor(std::string_view name);
    // `count` numbers from `least` to 65535, or none are given.
    Result<std::vector<std::int64_t>> integers(std::string_view name, std::size_t count, std::int64_t least);
    // Any numbers, if they are given.
    Result<std::optional<std::vector<std::int64_t>>> list(std::string_view name);
    Result<std::optional<std::vector<float>>> reals(std::string_view name);
    void ignore(std::string_view name) { m_read.insert(std::string(name)); }
    void ignoreAll() {
        for (const auto& [name, unused] : m_node.attributes) ignore(name);
    }

    // Before that many numbers are made for a parameter: small files could ask for a great many.
    Outcome countNumbers(std::uint64_t numbers) const;
    // Before that many numbers are made from constants: beyond a fixed number only as the file grows.
    Outcome countMade(std::uint64_t numbers) const;
    // An output other than the first is read.
    bool wantsMore() const;
    // The node's output is what this layer computes, in this arrangement.
    Outcome give(Layer layer, const std::vector<Value>& inputs, Layout layout, Arrangement arrangement);
    Outcome give(Layer layer, const std::vector<Value>& inputs, Layout layout, View view);
    Outcome give(Layer layer, const std::vector<Value>& inputs, Layout layout) {
        return give(std::move(layer), inputs, layout, usualOf(layout));
    }
    // In the order of another value: any one if the shape stays, else one that `apart` gives.
    Outcome giveLike(Layer layer, const std::vector<Value>& inputs, const Value& like);
    // The same for one of several outputs; nothing is done if nobody reads it.
    Outcome giveOne(std::size_t output, Layer layer, const std::vector<Value>& inputs, const Value& like);
    Outcome giveOne(std::size_t output, Layer layer, const std::vector<Value>& inputs, Layout layout,
                    View view);
    // Adds a layer before it, under a name of its own.
    Result<Value> before(Layer layer, const std::vector<Value>& inputs, Layout layout,
                         std::string_view suffix);
    Result<Value> beforeLike(Layer layer, const std::vector<Value>& inputs, const Value& like,
                             std::string_view suffix);
    // The node's output is something that already exists.
    Outcome give(Known known);

    // An attribute that nobody read: the operator does more than was understood.
    Outcome finish() const;

  private:
    const Attribute* attribute(std::string_view name);
    std::string unusedName(std::string_view wanted) const;
    Result<std::string> outputName() const;
    std::string nameBefore(std::string_view suffix) const;
    void noteCodes(const std::string& output);
    Result<ValueId> addLayer(Layer layer, const std::vector<Value>& inputs, std::string name);
    Result<Value> arranged(std::size_t input, const Value& given, Arrangement arrangement);
    Result<Value> made(Layer layer, const std::vector<Value>& inputs, Layout layout, Arrangement arrangement,
                       std::string name);
    Result<Value> madeLike(Layer layer, const std::vector<Value>& inputs, const Value& like,
                           std::string name);

    Import& m_import;
    const Node& m_node;
    std::size_t m_number; // among the nodes
    std::set<std::string, std::less<>> m_read;
};

struct Operator {
    std::string_view name;
    Outcome (*run)(Use& use);
    std::string_view limits; // what is not supported, for the manual
    bool takesCodes = false; // moves whole numbers of a float32 network, or makes floats from them
};
std::span<const Operator> operators();
// A node that represents a part of another one.
Outcome runNode(Import& import, const Node& node, std::size_t number);
// A constant in the form used for computing: numbers of 16 bits become float32.
tensor::Tensor widened(Import& import, tensor::Tensor tensor);

// onnx_window_operators.cpp
Outcome conv(Use& use);
Outcome convTranspose(Use& use);
Outcome maxPool(Use& use);
Outcome averagePool(Use& use);
Outcome globalMaxPool(Use& use);
Outcome globalAveragePool(Use& use);

} // namespace lw::network::onnx
