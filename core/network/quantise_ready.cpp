// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise_ready.h"

#include "core/network/broadcast.h"
#include "core/network/cut.h"
#include "core/network/fold_activations.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/quantise_channels.h"
#include "core/network/quantise_functions.h"
#include "core/network/shapes.h"

#include <algorithm>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Tensor;

// What quantising leaves out. There are int8 layers for argmax, but what it reads says more.
bool isNeverInt8(Kind kind) {
    if (kind == Kind::ArgMax) return true;
    return !rowOf(kind).int8 && kind != Kind::BatchNorm && kind != Kind::Clip && !isFunction(kind);
}
bool isMove(Kind kind) {
    return kind == Kind::Flatten || kind == Kind::Reshape || kind == Kind::Transpose || kind == Kind::Take;
}

// Before the last functions that int8 does not have, on the path to an output that goes through one value.
ValueId intEndOf(const Network& network, ValueId output) {
    ValueId end = output;
    for (ValueId id = output; id != kInput; id = network.layers[id - 1].inputs[0]) {
        const Layer& layer = network.layers[id - 1];
        const bool isLeftOut = isNeverInt8(layer.kind) && layer.inputs.size() == 1;
        if (!isLeftOut && !isMove(layer.kind)) break;
        if (isLeftOut && layer.inputs[0] != kInput) end = layer.inputs[0];
    }
    return end;
}

Problem leftOut(std::string_view what, const Layer& layer, const std::string& output) {
    return {&messages::kLeftOut, {std::string(what), layer.name, output}, layer.place, {}, {}};
}

// Why it cannot be int8, or nothing.
std::string reasonAgainst(const Network& network, const std::vector<std::size_t>& uses, const Layer& layer) {
    const auto work = byChannel(network, layer);
    if (layer.kind == Kind::ArgMax) return "its numbers of channels are not codes of what later layers read";
    if (isNeverInt8(layer.kind) || isFunction(layer.kind)) return "int8 has no such layer";
    if (layer.kind == Kind::Clip && !(layer.low <= 0 && layer.high >= 0)) return "0 is outside its bounds";
    if (layer.kind == Kind::Take && layer.fill != 0) return "it fills with another number than 0";
    if (layer.inputs.size() >= 2 && (layer.kind == Kind::Select || layer.kind == Kind::AveragePool) &&
        !isConstant(network, layer.inputs[1]))
        return "its " + std::string(layer.kind == Kind::Select ? "mask" : "divisor") + " is not a constant";
    if (layer.kind == Kind::Select && layer.inputs.size() == 3)
        return "two values that it selects of may have other scales";
    if (layer.kind == Kind::AveragePool && layer.inputs.size() == 2)
        return "what it divides by would be rounded to codes";
    if (work && (layer.shape.size() == 3 || folds(network, uses, *work))) return {};
    if (layer.kind == Kind::BatchNorm)
        return "it does not follow a layer of products, and what it reads is not an image";
    return {};
}

Problem refused(const Network& network, ValueId id, std::string reason, std::string_view file) {
    constexpr std::string_view kCommand = "lw net quantise";
    const Layer& layer = network.layers[id - 1];
    Problem out{&messages::kNotQuantised,
                {std::string(file), std::string(nameOf(layer.kind)), layer.name, std::move(reason)},
                layer.place,
                {},
                {}};
    const auto note = [&](const Message& message, const Section& where) {
        out.notes.push_back({&message, {commandText(file, where, kCommand) + " --data FILE"}, {}});
    };
    const auto before = std::ranges::find_if(
        layer.inputs, [&](ValueId read) { return read != kInput && !isConstant(network, read); });
    if (before != layer.inputs.end()) note(messages::kUntilHere, {{}, nameOf(network, *before)});
    for (const std::size_t place : placesToBegin(flowOf(network)))
        if (place >= id) {
            note(messages::kFromHere, {nameOf(network, place), {}});
            break;
        }
    return out;
}

Outcome checkLayers(const Network& network, const Functions& functions, std::string_view file) {
    const std::vector<std::size_t> uses = usesOf(flowOf(network));
    for (ValueId id = 1; id <= network.layers.size(); ++id) {
        if (functions.isTable(id) || functions.isInside[id]) continue;
        if (std::string reason = reasonAgainst(network, uses, network.layers[id - 1]); !reason.empty())
            return refused(network, id, std::move(reason), file);
    }
    return Done{};
}

// A constant of the shape of what it is added to.
Layer repeated(const Layer& constant, const tensor::Shape& shape) {
    Layer out = constant;
    out.weights = Tensor(DType::F32, shape);
    const auto places = broadcastPlaces(constant.shape, shape);
    for (std::uint64_t i = 0; i < places.size(); ++i)
        out.weights.set(i, constant.weights.at<float>(places[i]));
    out.shape = shape;
    return out;
}

// Each sigmoid or tanh as a layer, which gets the name; the sums before it get another.
Network withRealActivationsApart(const Network& network) {
    Network out = network;
    out.layers.clear();
    std::vector<ValueId> now{kInput};
    for (const Layer& layer : network.layers) {
        Layer& sums = out.layers.emplace_back(layer);
        for (ValueId& read : sums.inputs) read = now[read];
        if (layer.activation > Activation::Relu) {
            Layer curve;
            curve.name = layer.name;
            curve.kind = layer.activation == Activation::Sigmoid ? Kind::Sigmoid : Kind::Tanh;
            curve.inputs = {out.layers.size()};
            curve.place = layer.place;
            curve.shape = layer.shape;
            sums.activation = Activation::None;
            sums.name = freeName(layer.name, ".sums", {&network, &out});
            out.layers.push_back(std::move(curve));
        }
        now.push_back(out.layers.size());
    }
    for (ValueId& id : out.outputs) id = now[id];
    return out;
}

// One layer after the other, each changed if need be.
class Rewriter {
  public:
    Rewriter(const Network& network, const Functions& functions)
        : m_network(network), m_functions(functions), m_uses(usesOf(flowOf(network))) {
        m_out.name = network.name;
        m_out.input = network.input;
    }
    Network run() && {
        for (ValueId id = 1; id <= m_network.layers.size(); ++id) {
            const Layer& layer = m_network.layers[id - 1];
            if (m_functions.isTable(id) || m_functions.isInside[id])
                keep(layer);
            else
                add(layer);
        }
        for (const ValueId id : m_network.outputs) m_out.outputs.push_back(m_now[id]);
        return std::move(m_out);
    }

  private:
    void keep(Layer layer) {
        for (ValueId& id : layer.inputs) id = m_now[id];
        m_out.layers.push_back(std::move(layer));
        m_now.push_back(m_out.layers.size());
    }
    void add(const Layer& layer) {
        const auto work = byChannel(m_network, layer);
        const ValueId read = work ? m_now[work->read] : kInput;
        if (read != kInput && m_uses[work->read] == 1 && hasOpenSums(m_out.layers[read - 1])) {
            Layer& maker = m_out.layers[read - 1];
            fold(maker, work->channels);
            maker.activation = layer.activation;
            m_now.push_back(read);
            return;
        }
        const bool isConvolution = work && layer.shape.size() == 3;
        Layer kept = isConvolution ? convolutionOf(layer, *work) : layer;
        kept.activation = layer.activation;
        kept.shape = layer.shape;
        for (ValueId& id : kept.inputs) id = kept.kind == Kind::Add ? whole(layer, id) : m_now[id];
        m_out.layers.push_back(std::move(kept));
        m_now.push_back(m_out.layers.size());
    }
    ValueId whole(const Layer& add, ValueId id) {
        if (shapeOf(m_network, id) == add.shape || !isConstant(m_network, id)) return m_now[id];
        std::string name = freeName(nameOf(m_network, id), ".repeated", {&m_network, &m_out});
        m_out.layers.push_back(repeated(m_network.layers[id - 1], add.shape));
        m_out.layers.back().name = std::move(name);
        return m_out.layers.size();
    }

    const Network& m_network;
    const Functions& m_functions;
    const std::vector<std::size_t> m_uses;
    Network m_out;
    std::vector<ValueId> m_now{kInput};
};

} // namespace

std::string freeName(std::string_view base, std::string_view suffix,
                     std::initializer_list<const Network*> networks) {
    constexpr std::size_t kMostOfBase = 80; // names are limited
    const std::string stem = std::string(base.size() > kMostOfBase ? "layer" : base) + std::string(suffix);
    const auto isTaken = [&](const std::string& name) {
        return std::ranges::any_of(networks,
                                   [&](const Network* one) { return findValue(*one, name).has_value(); });
    };
    std::string name = stem;
    for (int number = 2; isTaken(name); ++number) name = stem + std::to_string(number);
    return name;
}

Network withoutRealEnd(Network network, std::vector<Problem>& notes) {
    std::vector<ValueId> ends;
    for (const ValueId output : network.outputs) {
        const ValueId end = intEndOf(network, output);
        for (ValueId id = output; id != end; id = network.layers[id - 1].inputs[0])
            if (const Layer& layer = network.layers[id - 1]; isNeverInt8(layer.kind))
                notes.push_back(leftOut(nameOf(layer.kind), layer, nameOf(network, end)));
        if (std::ranges::count(ends, end) == 0) ends.push_back(end);
    }
    network.outputs = std::move(ends);
    return withoutUnneeded(std::move(network));
}

Result<Network> readyForInt8(const Network& given, std::string_view file) {
    const Network network = withRealActivationsApart(given);
    const Functions functions = functionsOf(network);
    LW_TRY([[maybe_unused]] const Done possible, checkLayers(network, functions, file));
    const Network folded = Rewriter(network, functions).run();
    Network out = withoutUnneeded(*withActivationsFolded(folded, Activation::Relu));
    LW_TRY([[maybe_unused]] const Done shapes, inferShapes(out));
    // A value inside a function may now be a value of its own.
    LW_TRY([[maybe_unused]] const Done still, checkLayers(out, functionsOf(out), file));
    return out;
}

} // namespace lw::network
