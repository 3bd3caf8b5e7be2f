// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/check_data.h"

#include "core/network/kinds.h"
#include "core/training/messages.h"

#include <cmath>
#include <string>

namespace lw::train {

using network::Kind;
using network::Layer;
using network::Network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

Problem wrong(const Message& message, std::vector<std::string> arguments, Place place = {}) {
    return {&message, std::move(arguments), place, {}, {}};
}

Outcome checkLayer(const Network& network, const Layer& layer) {
    const auto refused = [&](std::string why) {
        Problem out = wrong(messages::kNotTrained,
                            {std::string(nameOf(layer.kind)), layer.name, std::move(why)}, layer.place);
        if (!layer.inputs.empty() && layer.inputs[0] != network::kInput)
            out.notes.push_back({&messages::kBefore, {nameOf(network, layer.inputs[0])}, {}});
        return out;
    };
    if (layer.activation != network::Activation::None)
        return wrong(messages::kOwnActivation, {std::string(nameOf(layer.activation)), layer.name},
                     layer.place);
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense:
    case Kind::Relu:
    case Kind::MaxPool:
    case Kind::Concat:
    case Kind::Flatten: return Done{};
    case Kind::LeakyRelu:
        if (layer.alpha >= 0) return Done{};
        return wrong(messages::kAlpha, {layer.name, std::to_string(layer.alpha)}, layer.place);
    case Kind::AveragePool:
        if (layer.inputs.size() == 1) return Done{};
        return refused("it reads the numbers that it divides by");
    case Kind::BatchNorm: {
        const Shape& shape = layer.shape;
        const std::uint64_t pixels = shape.size() == 3 ? shape[0] * shape[1] : 1;
        if (network.training->batch * pixels > 1) return Done{};
        return wrong(messages::kOneNumber, {layer.name}, layer.place);
    }
    case Kind::Add: {
        const Shape &a = shapeOf(network, layer.inputs[0]), &b = shapeOf(network, layer.inputs[1]);
        if (a == b) return Done{};
        return wrong(messages::kShapesDiffer,
                     {layer.name, nameOf(network, layer.inputs[0]), tensor::shapeText(a),
                      nameOf(network, layer.inputs[1]), tensor::shapeText(b)},
                     layer.place);
    }
    case Kind::Sigmoid:
    case Kind::Tanh: return refused("a step with it is only modelled, by `lw recompute`");
    default: return refused("there is no gradient for this kind of layer");
    }
}

// [count, extents of the value ...]; 0: any count.
Outcome checkTensor(const Network& network, const char* what, const Tensor& tensor, std::uint64_t count,
                    network::ValueId value) {
    const Shape& own = shapeOf(network, value);
    Shape wanted{count != 0 || tensor.shape().empty() ? count : tensor.shape()[0]};
    wanted.insert(wanted.end(), own.begin(), own.end());
    const bool isEmpty = wanted[0] == 0;
    if (isEmpty) wanted[0] = 1;
    if (tensor.shape() != wanted || tensor.dtype() != DType::F32)
        return wrong(messages::kImages,
                     {what, tensor::shapeText(tensor.shape()), std::string(nameOf(tensor.dtype())),
                      tensor::shapeText(wanted) + (isEmpty ? " or more of them" : ""), "f32"});
    const std::uint64_t each = tensor.count() / wanted[0];
    for (std::uint64_t i = 0; i < tensor.count(); ++i)
        if (!std::isfinite(tensor.at<float>(i)))
            return wrong(messages::kNotFinite, {what, std::to_string(i % each), std::to_string(i / each),
                                                tensor::textAt(tensor, i)});
    return Done{};
}

Outcome checkClasses(const Network& network, const Tensor& labels, std::uint64_t count) {
    const Shape wanted{count};
    const DType type = labels.dtype();
    if (labels.shape() != wanted || (type != DType::I64 && type != DType::I32 && type != DType::U8))
        return wrong(messages::kImages,
                     {"labels", tensor::shapeText(labels.shape()), std::string(nameOf(type)),
                      tensor::shapeText(wanted), "i8 to i64, u8 to u64 or bool"});
    const std::uint64_t classes = shapeOf(network, network.outputs[0])[0];
    for (std::uint64_t i = 0; i < labels.count(); ++i) {
        const double label = tensor::valueAt(labels, i);
        if (label < 0 || label >= static_cast<double>(classes))
            return wrong(messages::kLabel,
                         {std::to_string(i), tensor::textAt(labels, i), std::to_string(classes)});
    }
    return Done{};
}

} // namespace

Outcome checkTrainable(const Network& network) {
    if (!network.training) return wrong(messages::kNoTraining, {network.name});
    for (const Layer& layer : network.layers) {
        LW_TRY([[maybe_unused]] const Done one, checkLayer(network, layer));
    }
    const network::ValueId output = network.outputs[0];
    if (network.training->loss == network::Loss::SoftmaxCrossEntropy && shapeOf(network, output).size() != 1)
        return wrong(messages::kLossShape,
                     {nameOf(network, output), tensor::shapeText(shapeOf(network, output))},
                     network.training->place);
    return Done{};
}

Outcome checkImages(const Network& network, const Tensor& images) {
    return checkTensor(network, "images", images, 0, network::kInput);
}

Outcome checkBatch(const Network& network, const Tensor& images, const Tensor& labels) {
    const std::uint64_t batch = network.training->batch;
    LW_TRY([[maybe_unused]] const Done good, checkTensor(network, "images", images, batch, network::kInput));
    return checkLabels(network, labels, batch);
}
Outcome checkLabels(const Network& network, const Tensor& labels, std::uint64_t count) {
    if (network.training->loss == network::Loss::SoftmaxCrossEntropy)
        return checkClasses(network, labels, count);
    return checkTensor(network, "targets", labels, count, network.outputs[0]);
}

} // namespace lw::train
