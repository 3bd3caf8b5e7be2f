// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise_functions.h"

#include "core/network/cut.h"
#include "core/network/messages.h"
#include "core/network/quantisation.h"
#include "core/network/quantise_channels.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <cmath>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Tensor;

// Kinds that may be applied to a table's result within the same table.
bool isElementwise(Kind kind) {
    return isFunction(kind) || kind == Kind::Relu || kind == Kind::Clip || kind == Kind::BatchNorm ||
           kind == Kind::Mul || kind == Kind::Add;
}

// From the first layer to the last, so that what a layer reads is known.
class Finder {
  public:
    explicit Finder(const Network& network) : m_network(network), m_flow(flowOf(network)) {
        m_uses = usesOf(m_flow);
        m_before.resize(m_flow.reads.size());
        m_out.sources.resize(m_flow.reads.size());
    }

    Functions run() && {
        for (ValueId id = 1; id < m_flow.reads.size(); ++id) look(id);
        for (ValueId id = 1; id < m_flow.reads.size(); ++id)
            if (m_out.isTable(id)) m_flow.reads[id] = {*m_out.sources[id]};
        m_out.isInside = neededBy(m_flow, m_flow.outputs);
        m_out.isInside.flip();
        m_out.isInside[kInput] = false;
        return std::move(m_out);
    }

  private:
    using Source = std::optional<ValueId>;

    void look(ValueId id) {
        const Layer& layer = m_network.layers[id - 1];
        const std::vector<ValueId> values = valuesOf(layer);
        if (!isElementwise(layer.kind) || values.empty()) return;
        const Source source = values.size() == 1 ? Source(values[0]) : meeting(values[0], values[1]);
        m_before[id] = source;
        if (!source) return;
        const bool isAfterTable = m_out.isTable(*source) && m_uses[*source] == 1;
        const bool isProduct = layer.kind == Kind::Mul && constantsOf(layer) == 0;
        if (!isFunction(layer.kind) && !isProduct && !isAfterTable && !isLoneNorm(layer)) return;
        m_out.sources[id] = isAfterTable ? m_out.sources[*source] : source;
    }
    // A batch norm that is neither a convolution nor part of the layer before.
    bool isLoneNorm(const Layer& layer) const {
        return layer.kind == Kind::BatchNorm && layer.shape.size() != 3 &&
               !folds(m_network, m_uses, *byChannel(m_network, layer));
    }
    std::ptrdiff_t constantsOf(const Layer& layer) const {
        return std::ranges::count_if(layer.inputs, [&](ValueId one) { return isConstant(m_network, one); });
    }
    // The inputs that are not constant, once each; nothing if one is repeated, or constants are not
    // numbers for all channels or for each.
    std::vector<ValueId> valuesOf(const Layer& layer) const {
        std::vector<ValueId> out;
        for (const ValueId read : layer.inputs) {
            const bool fits = isConstant(m_network, read) ? isByChannel(m_network.layers[read - 1].weights)
                                                          : shapeOf(m_network, read) == layer.shape;
            if (!fits) return {};
            if (!isConstant(m_network, read) && std::ranges::count(out, read) == 0) out.push_back(read);
        }
        return out;
    }
    // The nearest value of which both are functions.
    Source meeting(ValueId a, ValueId b) const {
        for (Source left = a; left; left = m_before[*left])
            for (Source right = b; right; right = m_before[*right])
                if (left == right) return left;
        return {};
    }

    const Network& m_network;
    Flow m_flow;
    std::vector<std::size_t> m_uses;
    std::vector<Source> m_before; // by ValueId: the value it is a function of, by a table or not
    Functions m_out;
};

// The layers from `source` to `id` as a network of their own.
class Excerpt {
  public:
    Excerpt(const Network& network, ValueId id, ValueId source) : m_network(network) {
        Flow flow = flowOf(network);
        flow.reads[source].clear();
        m_isNeeded = neededBy(flow, {id});
        m_isNeeded[source] = false;
        m_now.resize(flow.reads.size());
        m_out.input.shape = {1, kCodes, widthOf(id)};
        for (ValueId one = 1; one <= id; ++one)
            if (m_isNeeded[one]) add(one);
        m_out.outputs = {m_out.layers.size()};
    }
    const Network& network() const { return m_out; }

  private:
    // As many channels as there are, unless all of them are treated alike.
    std::uint64_t widthOf(ValueId id) const {
        const std::uint64_t channels = shapeOf(m_network, id).back();
        for (ValueId one = 1; one <= id; ++one) {
            if (!m_isNeeded[one]) continue;
            const Layer& layer = m_network.layers[one - 1];
            if (layer.kind == Kind::BatchNorm || layer.weights.count() > 1) return channels;
        }
        return 1;
    }
    void add(ValueId id) {
        Layer layer = m_network.layers[id - 1];
        for (ValueId& read : layer.inputs) read = m_now[read];
        if (layer.kind == Kind::Constant)
            layer.weights = Tensor::of(DType::F32, {1, 1, layer.weights.count()},
                                       std::span<const float>(numbersOf(layer.weights)));
        const auto fits = inferShape(m_out, layer);
        LW_ASSERT(bool(fits), "what is done to each element fits any image");
        m_out.layers.push_back(std::move(layer));
        m_now[id] = m_out.layers.size();
    }
    static std::vector<float> numbersOf(const Tensor& tensor) {
        std::vector<float> out;
        for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(tensor.at<float>(i));
        return out;
    }

    const Network& m_network;
    std::vector<bool> m_isNeeded;
    std::vector<ValueId> m_now; // kInput: the source
    Network m_out;
};

// The meaning of every code, in each channel.
Tensor allNumbers(const tensor::Shape& shape, const Scale& scale) {
    Tensor codes(DType::I8, shape);
    for (std::uint64_t i = 0; i < codes.count(); ++i)
        codes.set(i, static_cast<std::int8_t>(static_cast<std::int64_t>(i / shape.back()) - 128));
    return numbersOf(codes, scale.step, scale.zero);
}

} // namespace

bool isFunction(Kind kind) {
    return kind == Kind::Sigmoid || kind == Kind::Tanh || kind == Kind::LeakyRelu || kind == Kind::PRelu ||
           kind == Kind::Elu || kind == Kind::Exp || kind == Kind::Log;
}

Functions functionsOf(const Network& network) { return Finder(network).run(); }

Result<Layer> tableOf(const Network& network, ValueId id, const Functions& functions, const Scale& from,
                      const Scale& to, const ReferenceOptions& options) {
    const Excerpt excerpt(network, id, *functions.sources[id]);
    const tensor::Shape& shape = excerpt.network().input.shape;
    const Tensor numbers = computeAll(excerpt.network(), allNumbers(shape, from), options).back();
    const Layer& layer = network.layers[id - 1];
    Layer out;
    out.kind = Kind::Table;
    out.name = layer.name;
    out.place = layer.place;
    out.weights = Tensor(DType::I32, shape[2] == 1 ? tensor::Shape{kCodes} : tensor::Shape{kCodes, shape[2]});
    for (std::uint64_t i = 0; i < numbers.count(); ++i) {
        const float x = numbers.at<float>(i);
        if (std::isnan(x)) return Problem{&messages::kWeightsNotFinite, {layer.name}, layer.place, {}, {}};
        out.weights.set(i, codeOf(x, to.step, to.zero) - to.zero);
    }
    out.requant = Requant(1, 0, to.zero);
    out.requant->step = to.step;
    return out;
}

} // namespace lw::network
