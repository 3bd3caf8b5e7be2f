// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/torch_text.h"

#include "core/base/json.h"
#include "core/network/kinds.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::Kind;
using network::Layer;
using tensor::Tensor;

namespace {

constexpr std::string_view kHead = R"py(#!/usr/bin/env python3
# Written by `lw recompute --to torch`; needs PyTorch and numpy, nothing else.
"""A network that keeps of its forward pass what was decided, and computes the rest again when gradients need it.

    import recomputed
    network = recomputed.Network()
    loss = torch.nn.functional.cross_entropy(network(images), labels)
    loss.backward()

`images` are [batch, channels, rows, columns], of any batch. In training the network is one function of autograd: what it saves
is what the plan keeps, and STEPS says in which order it goes. `network.named()` has the parameters by layer and part.
"""
import pathlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

)py";

Json shapeJson(const tensor::Shape& shape) {
    Json out = Json::list();
    for (const std::uint64_t extent : shape) out.push_back(extent);
    return out;
}

Json pairJson(const network::Pair& pair) { return Json::list({pair.rows, pair.columns}); }

// What the text asks of a layer; 0 and 1 instead of truths, since Python calls those otherwise.
Json layerJson(const Layer& layer) {
    Json inputs = Json::list();
    for (const network::ValueId input : layer.inputs) inputs.push_back(input);
    Json out{{"name", layer.name},
             {"kind", network::nameOf(layer.kind)},
             {"inputs", std::move(inputs)},
             {"activation", network::nameOf(layer.activation)}};
    switch (layer.kind) {
    case Kind::Conv:
        out["dilation"] = pairJson(layer.dilation);
        out["groups"] = layer.groups;
        [[fallthrough]];
    case Kind::MaxPool:
    case Kind::AveragePool:
        out["kernel"] = pairJson(layer.kernel);
        out["stride"] = pairJson(layer.stride);
        out["pad"] = Json::list({layer.pad.top, layer.pad.left, layer.pad.bottom, layer.pad.right});
        out["ceil"] = layer.ceil ? 1 : 0;
        out["count_include_pad"] = layer.countIncludePad ? 1 : 0;
        break;
    case Kind::BatchNorm: out["epsilon"] = layer.epsilon; break;
    case Kind::LeakyRelu: out["alpha"] = layer.alpha; break;
    case Kind::Concat: out["axis"] = network::axisOf(layer); break;
    default: break;
    }
    return out;
}

Json heldJson(const std::vector<Held>& all) {
    Json out = Json::list();
    for (const Held& one : all)
        out.push_back(Json::list({one.value, kPartNames[static_cast<std::size_t>(one.part)]}));
    return out;
}

// Parameters of all layers, each a row and a file.
class Parameters {
  public:
    explicit Parameters(LoweredText& to) : m_to(to) {}

    void add(std::vector<Json>& rows, network::ValueId value, std::string_view part, const Tensor& contents) {
        const std::string file = "layer" + std::to_string(value) + "." + std::string(part) + ".npy";
        rows.push_back(Json::list({value, part, file}));
        m_to.files.push_back({file, contents});
    }

  private:
    LoweredText& m_to;
};

std::string listText(std::string_view name, const std::vector<Json>& rows) {
    std::string out = std::string(name) + " = [\n";
    for (const Json& row : rows) out += "    " + row.text(0) + ",\n";
    return out + "]\n";
}

} // namespace

LoweredText torchModule(const network::Network& network, const Report& report) {
    LoweredText out;
    std::vector<Json> layers, shapes, parameters, running, steps;
    Parameters files(out);
    shapes.push_back(shapeJson(network::shapeOf(network, network::kInput)));
    for (network::ValueId value = 1; value <= network.layers.size(); ++value) {
        const Layer& layer = network.layers[value - 1];
        layers.push_back(layerJson(layer));
        shapes.push_back(shapeJson(layer.shape));
        if (layer.kind == Kind::Conv || layer.kind == Kind::Dense)
            files.add(parameters, value, "weights", layer.weights);
        if (layer.bias) files.add(parameters, value, "bias", *layer.bias);
        if (layer.kind != Kind::BatchNorm) continue;
        files.add(parameters, value, "scale", layer.scale);
        files.add(parameters, value, "shift", layer.shift);
        files.add(running, value, "mean", layer.mean);
        files.add(running, value, "variance", layer.variance);
    }
    std::size_t loss = 0;
    for (const KeepStep& step : report.plan.steps) {
        if (step.kind == StepKind::Loss) loss = steps.size();
        steps.push_back(Json::list({nameOf(step.kind), step.value, heldJson(step.reads),
                                    heldJson(step.writes), heldJson(step.released)}));
    }
    const network::Training training = network.training.value_or(network::Training{});
    out.text = std::string(kHead) + "MOMENTUM = " + Json(training.normMomentum).text(0) +
               "\nOUTPUT = " + std::to_string(report.sublayers.lossTarget) +
               "  # values are numbered, 0 is the input\nLOSS = " + std::to_string(loss) +
               "  # the step in which the gradient comes from outside\n";
    out.text += listText("SHAPES", shapes) + listText("LAYERS", layers) + listText("PARAMETERS", parameters) +
                listText("RUNNING", running) +
                "# What is done, to which value, what it reads, writes, and lets go of.\n" +
                listText("STEPS", steps) + std::string(torchRuntime());
    return out;
}

bool isTorchText(std::string_view text) {
    const std::size_t lines = kHead.find('\n', kHead.find('\n') + 1); // the second one says who wrote it
    return text.starts_with(kHead.substr(0, lines));
}

} // namespace lw::lower::recompute
