// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/sublayers.h"

#include "core/lower/recompute/messages.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::Activation;
using network::Kind;
using network::Layer;
using network::ValueId;

namespace {

constexpr std::uint64_t kStatisticsOfChannel = 2, kFloatBytes = 4;

// A value as rows of VMEM: channels are padded, images of a batch lie below each other.
struct Extent {
    std::uint64_t pixels = 1, channels = 1;
    std::uint64_t blocks(std::uint64_t lanes) const { return (channels + lanes - 1) / lanes; }
};

Result<Extent> extentOf(const network::Network& network, ValueId value) {
    const tensor::Shape& shape = network::shapeOf(network, value);
    if (shape.size() == 1) return Extent{1, shape[0]};
    if (shape.size() == 3) return Extent{shape[0] * shape[1], shape[2]};
    return Problem{
        &messages::kNoRows, {network::nameOf(network, value), tensor::shapeText(shape)}, {}, {}, {}};
}

Problem refused(const Layer& layer, std::string_view why) {
    return Problem{&messages::kNoBackward,
                   {std::string(network::nameOf(layer.kind)), layer.name, std::string(why)},
                   layer.place,
                   {},
                   {}};
}

// Taps of all windows along one direction.
double tapsOf(const network::Axis& axis, std::int64_t windows, bool countsPadding) {
    if (countsPadding) return static_cast<double>(windows * axis.kernel);
    double taps = 0;
    for (std::int64_t window = 0; window < windows; ++window)
        taps += static_cast<double>(axis.covered(window));
    return taps;
}

// What the costs of one layer are made of.
class LayerCost {
  public:
    LayerCost(const network::Network& network, const Layer& layer, const CostModel& model, Sublayer& out)
        : m_network(network), m_layer(layer), m_model(model), m_out(out) {}

    Outcome run();

  private:
    double count(Count of) const { return m_model.counts[of]; }
    double perElement(Count of) const { return count(of) * m_out.elements; }
    // Windows that slide over the image: taps of one channel of a batch.
    double taps() const {
        const tensor::Shape& image = network::shapeOf(m_network, m_layer.inputs[0]);
        if (image.size() != 3) return m_model.batch;
        const auto along = [&](const network::Axis& axis, std::uint64_t windows) {
            return tapsOf(axis, static_cast<std::int64_t>(windows), m_model.countsPadding);
        };
        return m_model.batch * along(network::rowsOf(m_layer, image), m_layer.shape[0]) *
               along(network::columnsOf(m_layer, image), m_layer.shape[1]);
    }
    double padded(std::uint64_t channels) const {
        return static_cast<double>(Extent{1, channels}.blocks(m_model.lanes) * m_model.lanes);
    }
    void weigh(double products);
    void normalise();
    void pool();
    void activate(Activation activation);
    Outcome activateAs(Kind kind);

    const network::Network& m_network;
    const Layer& m_layer;
    const CostModel& m_model;
    Sublayer& m_out;
};

// A layer with weights: the sums, and the two products of its backward pass.
void LayerCost::weigh(double products) {
    const double tensor = count(Count::Product) * products;
    m_out.role = Role::Weights;
    m_out.forward = {m_layer.bias ? perElement(Count::Bias) : 0, tensor};
    m_out.data = {0, tensor};
    m_out.weights = {m_layer.bias ? perElement(Count::Bias) : 0, tensor};
}

void LayerCost::normalise() {
    m_out.role = Role::Norm;
    m_out.statisticsBytes =
        kStatisticsOfChannel * kFloatBytes * static_cast<std::uint64_t>(padded(m_layer.shape.back()));
    m_out.forward.vector = perElement(Count::NormStatistics) + perElement(Count::NormNormalise);
    m_out.again.vector = perElement(Count::NormNormalise);
    m_out.reduce.vector = perElement(Count::NormStandardise) + perElement(Count::NormReduce);
    m_out.apply.vector = perElement(Count::NormStandardise) + perElement(Count::NormApply);
}

void LayerCost::pool() {
    m_out.role = m_layer.kind == Kind::MaxPool ? Role::MaxPool : Role::Other;
    m_out.forward.vector = m_out.data.vector = count(Count::Pool) * taps() * padded(m_layer.shape.back());
}

void LayerCost::activate(Activation activation) {
    if (activation == Activation::None) return;
    m_out.isFused = m_out.role != Role::Activation;
    m_out.readsOnlyOutput = activation != Activation::Relu;
    m_out.forward.vector += perElement(activation == Activation::Relu ? Count::Relu : Count::Curve);
    m_out.mask.vector = perElement(Count::Mask);
}

Outcome LayerCost::activateAs(Kind kind) {
    m_out.role = Role::Activation;
    activate(kind == Kind::Sigmoid ? Activation::Sigmoid
             : kind == Kind::Tanh  ? Activation::Tanh
                                   : Activation::Relu);
    if (kind == Kind::LeakyRelu) {
        if (m_layer.alpha <= 0) return refused(m_layer, "its alpha is not above 0, so signs are lost");
        m_out.forward.vector = perElement(Count::LeakyRelu);
    }
    return Done{};
}

Outcome LayerCost::run() {
    m_out.again = m_out.forward = {};
    switch (m_layer.kind) {
    case Kind::Conv: {
        const std::uint64_t groups = m_layer.groups;
        const std::uint64_t channels = network::shapeOf(m_network, m_layer.inputs[0]).back() / groups;
        weigh(taps() * static_cast<double>(groups) * padded(channels) *
              padded(m_layer.shape.back() / groups));
        break;
    }
    case Kind::Dense: { // of an image as a convolution with a kernel as large
        LW_TRY(const Extent input, extentOf(m_network, m_layer.inputs[0]));
        weigh(static_cast<double>(m_model.batch * input.pixels) * padded(input.channels) *
              padded(m_layer.shape.back()));
        break;
    }
    case Kind::BatchNorm: normalise(); return Done{};
    case Kind::Relu:
    case Kind::LeakyRelu:
    case Kind::Sigmoid:
    case Kind::Tanh: {
        LW_TRY([[maybe_unused]] const Done active, activateAs(m_layer.kind));
        break;
    }
    case Kind::MaxPool:
    case Kind::AveragePool: pool(); break;
    case Kind::Add:
        m_out.role = Role::Add;
        m_out.forward.vector = static_cast<double>(m_layer.inputs.size() - 1) * perElement(Count::Add);
        m_out.data.vector = static_cast<double>(m_layer.inputs.size()) * perElement(Count::Move);
        break;
    case Kind::Concat:
    case Kind::Flatten: m_out.forward.vector = m_out.data.vector = perElement(Count::Move); break;
    case Kind::Softmax: m_out.forward.vector = perElement(Count::Softmax); break;
    default: return refused(m_layer, "its kind is not one of them");
    }
    if (m_out.role != Role::Activation) activate(m_layer.activation);
    m_out.again = m_out.forward;
    return Done{};
}

Outcome measure(const network::Network& network, const CostModel& model, Sublayer& out) {
    LW_TRY(const Extent extent, extentOf(network, out.value));
    const std::uint64_t positions = extent.pixels * model.batch;
    out.bytes = positions * extent.blocks(model.lanes) * model.lanes * model.elementBytes();
    out.logicalBytes = positions * extent.channels * model.elementBytes();
    out.elements = static_cast<double>(out.bytes / model.elementBytes());
    return Done{};
}

bool hasParameters(const Sublayer& sublayer) {
    return sublayer.role == Role::Weights || sublayer.role == Role::Norm;
}

Outcome addLoss(const network::Network& network, const CostModel& model, Sublayers& out) {
    out.output = out.lossTarget = network.outputs[0];
    for (const Sublayer& sublayer : out.all) {
        if (sublayer.value == network::kInput) continue;
        const Layer& layer = network.layers[sublayer.value - 1];
        if (layer.kind != Kind::Softmax) continue;
        if (sublayer.value != out.output) return refused(layer, "only the last layer may be one");
        out.lossTarget = layer.inputs[0];
    }
    const bool isSquares = network.training && network.training->loss == network::Loss::MeanSquares;
    out.loss.vector = model.counts[isSquares ? Count::Squares : Count::Softmax] * out[out.output].elements;
    return Done{};
}

} // namespace

Result<Sublayers> sublayersOf(const network::Network& network, const CostModel& model) {
    Sublayers out;
    out.all.resize(network.layers.size() + 1);
    LW_TRY([[maybe_unused]] const Done input, measure(network, model, out.all[network::kInput]));
    for (ValueId value = 1; value < out.size(); ++value) {
        const Layer& layer = network.layers[value - 1];
        Sublayer& sublayer = out.all[value];
        sublayer.value = value;
        sublayer.inputs = layer.inputs;
        LW_TRY([[maybe_unused]] const Done measured, measure(network, model, sublayer));
        LW_TRY([[maybe_unused]] const Done counted, LayerCost(network, layer, model, sublayer).run());
        sublayer.needsGradient =
            hasParameters(sublayer) ||
            std::ranges::any_of(layer.inputs, [&](ValueId from) { return out[from].needsGradient; });
    }
    if (network.precision != network::Precision::F32)
        return refused(network.layers.front(), "the network is of int8");
    LW_TRY([[maybe_unused]] const Done loss, addLoss(network, model, out));
    return out;
}

} // namespace lw::lower::recompute
