// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/shapes.h"

#include "core/network/broadcast.h"
#include "core/network/geometry.h"
#include "core/network/initial_weights.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/quantisation.h"
#include "core/network/recurrent.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace lw::network {

namespace {

using tensor::DType;
using tensor::Shape;

std::string kindOf(const Layer& layer) { return std::string(nameOf(layer.kind)); }

// Checks one layer and finds what it computes.
class Inference {
  public:
    Inference(const Network& network, Layer& layer) : m_network(network), m_layer(layer) {}

    Outcome run() {
        LW_TRY([[maybe_unused]] const Done kind, checkKind());
        LW_TRY([[maybe_unused]] const Done shape, findShape());
        LW_TRY([[maybe_unused]] const Done size, checkSize(m_layer.shape));
        LW_TRY([[maybe_unused]] const Done factors, checkFactors());
        return findType();
    }

  private:
    Problem wrong(const Message& message, std::vector<std::string> arguments) const {
        return {&message, std::move(arguments), m_layer.place, {}, {}};
    }
    bool isInt8() const { return m_network.precision == Precision::I8; }
    const Shape& input() const { return shapeOf(m_network, m_layer.inputs[0]); }
    const std::string& inputName() const { return nameOf(m_network, m_layer.inputs[0]); }

    Outcome checkKind() const {
        const KindRow& row = rowOf(m_layer.kind);
        if (isInt8() && !row.int8) return wrong(messages::kNotInt8, {m_layer.name, kindOf(m_layer)});
        if (isInt8() && m_layer.activation > Activation::Relu)
            return wrong(messages::kNotInt8, {m_layer.name, std::string(nameOf(m_layer.activation))});
        if (!isInt8() && m_layer.kind == Kind::Table)
            return wrong(messages::kFloatRequant, {m_layer.name, kindOf(m_layer)});
        if (!isInt8() && m_layer.requant) return wrong(messages::kFloatRequant, {m_layer.name, "requant"});
        if (!isInt8() && !m_layer.factors.empty())
            return wrong(messages::kFloatRequant, {m_layer.name, "factors"});
        if (!row.reads(m_layer.inputs.size()))
            return wrong(messages::kInputCount, {kindOf(m_layer), m_layer.name, inputsText(row),
                                                 std::to_string(m_layer.inputs.size())});
        return Done{};
    }

    Outcome findShape() {
        switch (m_layer.kind) {
        case Kind::Conv: return convolution();
        case Kind::ConvTranspose: return transposed();
        case Kind::MaxPool:
        case Kind::AveragePool: return pool();
        case Kind::Requantise:
        case Kind::Relu:
        case Kind::Sigmoid:
        case Kind::Tanh:
        case Kind::Clip:
        case Kind::LeakyRelu:
        case Kind::Elu:
        case Kind::Exp:
        case Kind::Log:
        case Kind::Lrn: m_layer.shape = input(); return Done{};
        case Kind::PRelu: return forAllOrEach(DType::F32, {1}, {input().back()});
        case Kind::Table: return forAllOrEach(DType::I32, {kCodes}, {kCodes, input().back()});
        case Kind::Softmax:
        case Kind::LogSoftmax: m_layer.shape = input(); return checkAxis();
        case Kind::ArgMax: return chosen();
        case Kind::Add:
        case Kind::Mul:
        case Kind::Div: return ofTwo();
        case Kind::Concat: return together();
        case Kind::BatchNorm: return norm();
        case Kind::Dense: return dense();
        case Kind::Lstm:
        case Kind::Gru: return inferRecurrent(m_network, m_layer);
        case Kind::UpsampleNearest:
        case Kind::UpsampleBilinear:
        case Kind::DepthToSpace: return upsample();
        case Kind::Flatten: m_layer.shape = {*tensor::countOf(input())}; return Done{};
        case Kind::Reshape: return reshaped();
        case Kind::Transpose: return reordered(m_layer.order);
        case Kind::Take: return taken();
        case Kind::Resample: return resampled();
        case Kind::Select: return selected();
        case Kind::Constant:
            m_layer.shape = m_layer.weights.shape();
            if (std::find(m_layer.shape.begin(), m_layer.shape.end(), 0) != m_layer.shape.end() ||
                m_layer.shape.empty())
                return wrong(messages::kWeightsShape,
                             {"weights", m_layer.name, tensor::shapeText(m_layer.shape), "one of a value"});
            return checkType("weights", m_layer.weights, isInt8() ? DType::I8 : DType::F32);
        }
        return Done{};
    }

    Outcome checkImage() const {
        if (input().size() == 3) return Done{};
        return wrong(messages::kNotImage,
                     {kindOf(m_layer), m_layer.name, inputName(), tensor::shapeText(input())});
    }
    Outcome checkType(std::string_view role, const tensor::Tensor& tensor, DType wanted) const {
        if (tensor.dtype() == wanted) return Done{};
        return wrong(messages::kWeightsType,
                     {std::string(role), m_layer.name, std::string(tensor::nameOf(tensor.dtype())),
                      std::string(tensor::nameOf(wanted))});
    }
    Outcome checkParameter(std::string_view role, const tensor::Tensor& tensor, DType type,
                           const Shape& shape) const {
        LW_TRY([[maybe_unused]] const Done typed, checkType(role, tensor, type));
        if (tensor.shape() == shape) return Done{};
        return wrong(messages::kWeightsShape, {std::string(role), m_layer.name,
                                               tensor::shapeText(tensor.shape()), tensor::shapeText(shape)});
    }
    Outcome checkSize(const Shape& shape) const {
        const auto count = tensor::countOf(shape);
        if (!count || *count > kMostElements)
            return wrong(messages::kTooLarge, {m_layer.name, tensor::shapeText(shape),
                                               std::to_string(kMostElements) + " elements"});
        if (shape.size() > 1 && *std::max_element(shape.begin(), shape.end()) > kMostExtent)
            return wrong(messages::kTooLarge, {m_layer.name, tensor::shapeText(shape),
                                               std::to_string(kMostExtent) + " in one direction"});
        return Done{};
    }
    // Weights and bias of a layer that makes `channels` channels.
    Outcome checkWeights(Shape wanted) const {
        const std::uint64_t channels = wanted.back();
        LW_TRY([[maybe_unused]] const Done weights,
               checkParameter("weights", m_layer.weights, isInt8() ? DType::I8 : DType::F32, wanted));
        if (!m_layer.bias) return Done{};
        return checkParameter("bias", *m_layer.bias, isInt8() ? DType::I32 : DType::F32, {channels});
    }
    // Output channels as the weights have them.
    std::uint64_t madeChannels() const {
        return m_layer.weights.shape().empty() ? 0 : m_layer.weights.shape().back();
    }

    Outcome checkGroups(std::uint64_t made) const {
        for (const auto& [channels, which] : {std::pair{input()[2], "input"}, std::pair{made, "output"}})
            if (m_layer.groups == 0 || channels % m_layer.groups != 0 || channels == 0)
                return wrong(messages::kGroups,
                             {std::to_string(m_layer.groups), m_layer.name, std::to_string(channels), which});
        return checkWeights({m_layer.kernel.rows, m_layer.kernel.columns, input()[2] / m_layer.groups, made});
    }

    Result<std::uint64_t> windows(const Axis& axis, const char* direction) const {
        const std::int64_t count = axis.windows(m_layer.ceil);
        if (count > 0) return static_cast<std::uint64_t>(count);
        return wrong(messages::kNothingLeft,
                     {m_layer.name, std::to_string(axis.span()), direction, "its kernel",
                      std::to_string(axis.size + axis.before + axis.after)});
    }
    Outcome convolution() {
        LW_TRY([[maybe_unused]] const Done image, checkImage());
        LW_TRY([[maybe_unused]] const Done groups, checkGroups(madeChannels()));
        LW_TRY(const std::uint64_t rows, windows(rowsOf(m_layer, input()), "rows"));
        LW_TRY(const std::uint64_t columns, windows(columnsOf(m_layer, input()), "columns"));
        m_layer.shape = {rows, columns, madeChannels()};
        return Done{};
    }
    Outcome transposed() {
        LW_TRY([[maybe_unused]] const Done image, checkImage());
        LW_TRY([[maybe_unused]] const Done groups, checkGroups(madeChannels()));
        const Axis axes[] = {rowsOf(m_layer, input()), columnsOf(m_layer, input())};
        const std::int64_t more[] = {m_layer.outputPadding.rows, m_layer.outputPadding.columns};
        m_layer.shape.clear();
        for (std::size_t i = 0; i < 2; ++i) {
            const std::int64_t size = transposedSize(axes[i], more[i]);
            if (size <= 0)
                return wrong(messages::kNothingLeft,
                             {m_layer.name, std::to_string(axes[i].before + axes[i].after),
                              i == 0 ? "rows" : "columns", "its padding",
                              std::to_string(size + axes[i].before + axes[i].after)});
            m_layer.shape.push_back(static_cast<std::uint64_t>(size));
        }
        m_layer.shape.push_back(madeChannels());
        return Done{};
    }
    Outcome pool() {
        LW_TRY([[maybe_unused]] const Done image, checkImage());
        const Axis axes[] = {rowsOf(m_layer, input()), columnsOf(m_layer, input())};
        LW_TRY(const std::uint64_t rows, windows(axes[0], "rows"));
        LW_TRY(const std::uint64_t columns, windows(axes[1], "columns"));
        m_layer.shape = {rows, columns, input()[2]};
        LW_TRY([[maybe_unused]] const Done size, checkSize(m_layer.shape));
        for (std::size_t i = 0; i < 2; ++i)
            if (const auto empty = axes[i].emptyWindow(static_cast<std::int64_t>(m_layer.shape[i])))
                return wrong(messages::kEmptyWindow, {kindOf(m_layer), m_layer.name, std::to_string(*empty),
                                                      i == 0 ? "rows" : "columns"});
        if (m_layer.inputs.size() == 1) return Done{};
        if (m_layer.requant)
            return wrong(messages::kInputCount,
                         {kindOf(m_layer), m_layer.name, "1 value where it has \"requant\"", "2"});
        return checkForPixels("divisor", m_layer.shape);
    }
    // A second value, with one number for each pixel of an image; 0 is the code 0.
    Outcome checkForPixels(const char* role, const Shape& image) const {
        const ValueId id = m_layer.inputs[1];
        const Shape wanted{image[0], image[1], 1};
        std::string why;
        if (shapeOf(m_network, id) != wanted)
            why = "has the shape " + tensor::shapeText(shapeOf(m_network, id)) + " instead of " +
                  tensor::shapeText(wanted);
        else if (zeroOf(m_network, id) != 0)
            why = "has " + std::to_string(zeroOf(m_network, id)) + " as its code for 0";
        if (why.empty()) return Done{};
        return wrong(messages::kNotForPixels,
                     {kindOf(m_layer), m_layer.name, role, nameOf(m_network, id), std::move(why)});
    }
    Outcome selected() {
        LW_TRY([[maybe_unused]] const Done image, checkImage());
        m_layer.shape = input();
        if (m_layer.inputs.size() == 3 && shapeOf(m_network, m_layer.inputs[2]) != m_layer.shape)
            return wrong(messages::kShapesDiffer,
                         {m_layer.name, inputName(), tensor::shapeText(m_layer.shape),
                          nameOf(m_network, m_layer.inputs[2]),
                          tensor::shapeText(shapeOf(m_network, m_layer.inputs[2]))});
        return checkForPixels("mask", m_layer.shape);
    }
    Outcome ofTwo() {
        const Shape& other = shapeOf(m_network, m_layer.inputs[1]);
        const auto both = broadcastShape(input(), other);
        if (!both)
            return wrong(messages::kShapesDiffer,
                         {m_layer.name, inputName(), tensor::shapeText(input()),
                          nameOf(m_network, m_layer.inputs[1]), tensor::shapeText(other)});
        m_layer.shape = *both;
        return Done{};
    }
    // Weights for all channels together, or for each one.
    Outcome forAllOrEach(DType type, const Shape& all, const Shape& each) {
        m_layer.shape = input();
        return checkParameter("weights", m_layer.weights, type, m_layer.weights.shape() == all ? all : each);
    }
    // For a layer whose value has as many extents as what it reads.
    Outcome checkAxis() const {
        if (!m_layer.axis || *m_layer.axis < input().size()) return Done{};
        return wrong(messages::kNoAxis,
                     {m_layer.name, std::to_string(*m_layer.axis), tensor::shapeText(input())});
    }
    Outcome chosen() {
        LW_TRY([[maybe_unused]] const Done axis, checkAxis());
        m_layer.shape = input();
        m_layer.shape[axisOf(m_layer)] = 1;
        return Done{};
    }
    Outcome reshaped() {
        m_layer.shape = m_layer.newShape;
        if (!m_layer.shape.empty() && m_layer.shape.size() <= kMostExtents &&
            tensor::countOf(m_layer.shape) == tensor::countOf(input()))
            return Done{};
        return wrong(messages::kOtherCount, {m_layer.name, tensor::shapeText(m_layer.shape), inputName(),
                                             tensor::shapeText(input())});
    }
    Outcome reordered(const std::vector<std::uint32_t>& order) {
        std::vector<std::uint32_t> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        bool isOrder = sorted.size() == input().size();
        for (std::size_t i = 0; isOrder && i < sorted.size(); ++i) isOrder = sorted[i] == i;
        if (!isOrder)
            return wrong(messages::kNoOrder, {m_layer.name, inputName(), tensor::shapeText(input())});
        m_layer.shape.clear();
        for (const std::uint32_t from : order) m_layer.shape.push_back(input()[from]);
        return Done{};
    }
    Outcome taken() {
        LW_TRY([[maybe_unused]] const Done axis, checkAxis());
        m_layer.shape = input();
        std::uint64_t& extent = m_layer.shape[axisOf(m_layer)];
        const auto noElement = [&](std::string which) {
            return wrong(messages::kNoElement, {m_layer.name, std::move(which), inputName(),
                                                tensor::shapeText(input()), kindOf(m_layer)});
        };
        const std::int64_t least = m_layer.kind == Kind::Take ? kFill : 0;
        for (const std::int64_t index : m_layer.indices)
            if (index < least || index >= static_cast<std::int64_t>(extent))
                return noElement("there is no element " + std::to_string(index) + " along extent " +
                                 std::to_string(axisOf(m_layer)));
        if (m_layer.indices.empty()) return noElement("\"indices\" lists nothing");
        if (isInt8() && m_layer.fill != 0) return wrong(messages::kNotInt8, {m_layer.name, "fill"});
        extent = m_layer.indices.size();
        return Done{};
    }
    Outcome resampled() {
        LW_TRY([[maybe_unused]] const Done moved, taken());
        std::uint64_t& extent = m_layer.shape[axisOf(m_layer)];
        const Shape& given = m_layer.weights.shape();
        const std::uint64_t taps = given.size() == 2 ? given[1] : 0;
        if (taps == 0 || given[0] != extent / taps || extent % taps != 0)
            return wrong(messages::kNoTaps, {m_layer.name, std::to_string(extent), tensor::shapeText(given)});
        extent /= taps;
        return checkType("weights", m_layer.weights, DType::F32);
    }
    Outcome together() {
        const Shape& first = input();
        LW_TRY([[maybe_unused]] const Done known, checkAxis());
        m_layer.shape = first;
        const std::size_t axis = axisOf(m_layer);
        for (const ValueId id : std::span(m_layer.inputs).subspan(1)) {
            Shape other = shapeOf(m_network, id);
            const std::uint64_t more = axis < other.size() ? std::exchange(other[axis], first[axis]) : 0;
            if (other != first)
                return wrong(messages::kPartsDiffer,
                             {m_layer.name, inputName(), tensor::shapeText(first), nameOf(m_network, id),
                              tensor::shapeText(shapeOf(m_network, id)), "extent " + std::to_string(axis)});
            m_layer.shape[axis] += more;
            LW_TRY([[maybe_unused]] const Done size, checkSize(m_layer.shape));
        }
        return Done{};
    }
    Outcome norm() {
        const Shape channels{input().back()};
        for (const auto& [role, tensor] : {std::pair{"scale", &m_layer.scale},
                                           {"shift", &m_layer.shift},
                                           {"mean", &m_layer.mean},
                                           {"variance", &m_layer.variance}}) {
            LW_TRY([[maybe_unused]] const Done one, checkParameter(role, *tensor, DType::F32, channels));
            for (std::uint64_t i = 0; i < channels[0]; ++i) {
                const double value = tensor->at<float>(i);
                const bool good = tensor != &m_layer.variance || (value >= 0 && value + m_layer.epsilon > 0);
                if (!std::isfinite(value) || !good)
                    return wrong(messages::kBadNumber,
                                 {role, m_layer.name, tensor::textAt(*tensor, i), std::to_string(i)});
            }
        }
        m_layer.shape = input();
        return Done{};
    }
    Outcome dense() {
        const std::uint64_t made = madeChannels();
        if (made == 0)
            return wrong(messages::kWeightsShape,
                         {"weights", m_layer.name, tensor::shapeText(m_layer.weights.shape()),
                          "[" + std::to_string(*tensor::countOf(input())) + ", outputs]"});
        m_layer.shape = {made};
        return checkWeights({*tensor::countOf(input()), made});
    }
    Outcome upsample() {
        LW_TRY([[maybe_unused]] const Done image, checkImage());
        if (m_layer.kind == Kind::UpsampleBilinear) return doubled();
        const Pair& factor = m_layer.factor;
        m_layer.shape = {input()[0] * factor.rows, input()[1] * factor.columns, input()[2]};
        if (m_layer.kind != Kind::DepthToSpace) return Done{};
        const std::uint64_t pixels = std::uint64_t{factor.rows} * factor.columns;
        m_layer.shape[2] /= pixels;
        if (input()[2] % pixels == 0) return Done{};
        return wrong(messages::kNoDepth,
                     {m_layer.name, inputName(), std::to_string(input()[2]), std::to_string(pixels),
                      std::to_string(factor.rows) + " x " + std::to_string(factor.columns)});
    }

    Outcome doubled() {
        m_layer.shape = input();
        const std::uint64_t cut[] = {std::uint64_t{m_layer.pad.top} + m_layer.pad.bottom,
                                     std::uint64_t{m_layer.pad.left} + m_layer.pad.right};
        for (std::size_t i = 0; i < 2; ++i) {
            const std::uint64_t size = 2 * input()[i];
            if (cut[i] >= size)
                return wrong(messages::kNothingLeft,
                             {m_layer.name, std::to_string(cut[i]), i == 0 ? "rows" : "columns",
                              "its padding", std::to_string(size)});
            m_layer.shape[i] = size - cut[i];
        }
        return Done{};
    }

    Outcome checkFactors() const {
        const std::size_t own = m_layer.factors.size(), inputs = m_layer.inputs.size();
        if (own != 0 && own != inputs)
            return wrong(messages::kFactorCount,
                         {m_layer.name, std::to_string(own), "factors", std::to_string(inputs) + " values"});
        const std::uint64_t channels = m_layer.shape.back();
        if (m_layer.requant && m_layer.requant->isByChannel() && m_layer.requant->factors.size() != channels)
            return wrong(messages::kFactorCount,
                         {m_layer.name, std::to_string(m_layer.requant->factors.size()), "multipliers",
                          std::to_string(channels) + " channels"});
        return Done{};
    }

    // In an int8 network: layers that multiply read int8 and make int32 sums, unless they are requantised.
    Outcome findType() {
        m_layer.dtype = DType::F32;
        m_layer.step.reset();
        if (m_layer.kind != Kind::Constant) m_layer.zero = 0;
        if (!isInt8()) return Done{};
        if (m_layer.kind == Kind::Constant) {
            m_layer.dtype = DType::I8;
            return Done{};
        }
        const DType read = dtypeOf(m_network, m_layer.inputs[0]);
        const bool multiplies = m_layer.kind == Kind::Conv || m_layer.kind == Kind::ConvTranspose ||
                                m_layer.kind == Kind::Dense || m_layer.kind == Kind::Mul;
        const bool chooses = m_layer.kind == Kind::ArgMax; // sums of channels may have steps of their own
        const bool readsCodes = multiplies || chooses || m_layer.kind == Kind::Table;
        const bool isMean = (m_layer.kind == Kind::AveragePool && m_layer.inputs.size() > 1) ||
                            m_layer.kind == Kind::UpsampleBilinear;
        std::vector<ValueId> alike = m_layer.inputs;
        if (m_layer.kind == Kind::Select) alike.erase(alike.begin() + 1); // the mask
        if (m_layer.kind == Kind::AveragePool) alike.resize(1);
        const bool keepsCodes = m_layer.kind == Kind::Concat || m_layer.kind == Kind::Select;
        for (const ValueId id : alike) {
            const DType type = dtypeOf(m_network, id);
            if (((readsCodes || isMean) && type != DType::I8) || type != read)
                return wrong(messages::kNotRequantised, {kindOf(m_layer), m_layer.name, nameOf(m_network, id),
                                                         std::string(tensor::nameOf(type))});
            if (keepsCodes && zeroOf(m_network, id) != zeroOf(m_network, m_layer.inputs[0]))
                return wrong(messages::kCodesDiffer,
                             {m_layer.name, inputName(), std::to_string(zeroOf(m_network, m_layer.inputs[0])),
                              nameOf(m_network, id), std::to_string(zeroOf(m_network, id))});
        }
        if (m_layer.requant) {
            m_layer.dtype = DType::I8;
            m_layer.zero = m_layer.requant->zero;
            m_layer.step = m_layer.requant->step;
        } else if (readsCodes || m_layer.kind == Kind::Add) {
            m_layer.dtype = DType::I32;
            if (chooses) m_layer.step = 1;
        } else {
            m_layer.dtype = read;
            m_layer.zero = zeroOf(m_network, m_layer.inputs[0]);
            m_layer.step = stepOfAll(m_network, alike);
        }
        if (m_layer.kind == Kind::Select && !fillCodeOf(m_layer))
            return wrong(messages::kNoFillCode, {m_layer.name, inputName()});
        return Done{};
    }

    const Network& m_network;
    Layer& m_layer;
};

} // namespace

Outcome checkInput(const Network& network) {
    const Input& input = network.input;
    const auto wrong = [&](const Message& message, std::vector<std::string> arguments) {
        return Problem{&message, std::move(arguments), input.place, {}, {}};
    };
    const auto count = tensor::countOf(input.shape);
    if (!count || *count == 0 || *count > kMostElements ||
        (input.shape.size() > 1 && *std::max_element(input.shape.begin(), input.shape.end()) > kMostExtent))
        return wrong(messages::kTooLarge, {input.name, tensor::shapeText(input.shape),
                                           std::to_string(kMostElements) + " elements"});
    for (const auto& [key, isThere] : {std::pair{"zero", input.zero != 0},
                                       {"scale", input.step.has_value()},
                                       {"unsigned", input.isUnsigned}})
        if (network.precision == Precision::F32 && isThere)
            return wrong(messages::kFloatRequant, {input.name, key});
    return Done{};
}

Outcome inferShape(const Network& network, Layer& layer) {
    LW_TRY([[maybe_unused]] const Done begun, addInitial(network, layer));
    return Inference(network, layer).run();
}

Outcome checkTogether(const Network& network) {
    std::uint64_t all = *tensor::countOf(network.input.shape);
    for (const Layer& layer : network.layers) {
        all += *tensor::countOf(layer.shape);
        if (all > kMostTogether)
            return Problem{&messages::kTooLarge,
                           {layer.name, tensor::shapeText(layer.shape),
                            std::to_string(kMostTogether) + " elements of all values together"},
                           layer.place,
                           {},
                           {}};
    }
    return Done{};
}

Outcome inferShapes(Network& network) {
    LW_TRY([[maybe_unused]] const Done input, checkInput(network));
    for (Layer& layer : network.layers) {
        LW_TRY([[maybe_unused]] const Done one, inferShape(network, layer));
    }
    return checkTogether(network);
}

} // namespace lw::network
