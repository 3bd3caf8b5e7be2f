// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/network/kinds.h"
#include "core/network/network_json.h"
#include "core/network/recurrent_json.h"
#include "core/network/training_json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace lw::network {

namespace {

bool says(const KindRow& row, std::string_view key) {
    return std::find(row.required.begin(), row.required.end(), key) != row.required.end() ||
           std::find(row.optional.begin(), row.optional.end(), key) != row.optional.end();
}

Json pairOf(Pair pair) { return Json::list({pair.rows, pair.columns}); }

Json requantOf(const Requant& requant) {
    Json out{{"multiplier", requant.of(0).multiplier}, {"shift", requant.of(0).shift}};
    if (requant.isByChannel()) {
        out["multiplier"] = out["shift"] = Json::list();
        for (const Factor& factor : requant.factors) {
            out["multiplier"].push_back(factor.multiplier);
            out["shift"].push_back(factor.shift);
        }
    }
    out["zero"] = requant.zero;
    if (requant.step) out["scale"] = *requant.step;
    return out;
}

// Writes one layer after the other, and gives each tensor a file.
class Writer {
  public:
    Writer(const Network& network, std::string_view stem, const DataFiles& data)
        : m_network(network), m_data(data), m_prefix(stem.empty() ? "" : plain(stem) + ".") {}

    NetworkFiles run() {
        const Input& from = m_network.input;
        Json input{{"name", from.name}, {"shape", Json::list(from.shape)}};
        if (from.range) input["range"] = rangeOf(*from.range);
        if (from.zero != 0) input["zero"] = from.zero;
        if (from.step) input["scale"] = *from.step;
        if (from.isUnsigned) input["unsigned"] = true;
        if (!from.normalise.mean.empty()) input["normalise"]["mean"] = Json::list(from.normalise.mean);
        if (!from.normalise.scale.empty()) input["normalise"]["scale"] = Json::list(from.normalise.scale);
        // One line for each layer.
        std::string text = "{\n";
        const auto add = [&](std::string_view key, const Json& value) {
            text += "  " + lineOf(key) + ": " + lineOf(value) + ",\n";
        };
        add("schema", kSchema);
        add("version", kVersion);
        add("name", m_network.name);
        add("dtype", nameOf(m_network.precision));
        add("input", input);
        if (m_network.training) add("training", trainingOf(*m_network.training));
        text += "  \"layers\": [";
        for (std::size_t i = 0; i < m_network.layers.size(); ++i)
            text += (i == 0 ? "\n    " : ",\n    ") + lineOf(layerOf(m_network.layers[i]));
        text += "\n  ],\n";
        Json outputs = Json::list();
        for (const ValueId id : m_network.outputs) outputs.push_back(nameOf(m_network, id));
        text += "  \"outputs\": " + lineOf(outputs);
        if (!m_network.labels.empty()) {
            m_files.labelsFile = m_prefix + "labels.txt";
            text += ",\n  \"labels\": " + lineOf(m_files.labelsFile);
            m_files.labels.emplace();
            for (const std::string& label : m_network.labels) *m_files.labels += label + "\n";
        }
        m_files.json = text + "\n}\n";
        return std::move(m_files);
    }

  private:
    static std::string lineOf(const Json& value) { return value.line(Json::Order::AsAdded); }
    Json rangeOf(std::pair<double, double> range) const {
        if (m_network.precision == Precision::F32) return Json::list({range.first, range.second});
        return Json::list({static_cast<int>(range.first), static_cast<int>(range.second)});
    }
    // A name that every file system and JSON accept.
    static std::string plain(std::string_view name) {
        std::string out;
        for (const char c : name) {
            const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            out += isPlain || c == '_' || c == '-' ? c : '_';
        }
        return out;
    }
    // The layer's name in a form for files, with a number if two would be the same.
    std::string fileFor(const Layer& layer, std::string_view role) {
        const std::string stem = m_prefix + plain(layer.name);
        std::string name = stem + "." + std::string(role) + ".npy";
        for (int number = 2; !m_names.insert(name).second; ++number)
            name = stem + "-" + std::to_string(number) + "." + std::string(role) + ".npy";
        return name;
    }
    std::string store(const Layer& layer, std::string_view role, const tensor::Tensor& tensor) {
        m_files.tensors.push_back({fileFor(layer, role), &tensor});
        return m_files.tensors.back().name;
    }

    Json layerOf(const Layer& layer) {
        const KindRow& row = rowOf(layer.kind);
        Json out{{"name", layer.name}, {"kind", row.name}, {"inputs", Json::list()}};
        for (const ValueId id : layer.inputs) out["inputs"].push_back(nameOf(m_network, id));
        if (says(row, "weights")) out["weights"] = store(layer, "weights", layer.weights);
        for (const RecurrentTensor& one : recurrentTensorsOf(layer))
            out[one.key] = store(layer, one.key, *one.tensor);
        if (layer.bias) out["bias"] = store(layer, "bias", *layer.bias);
        if (layer.kind == Kind::BatchNorm) {
            out["scale"] = store(layer, "scale", layer.scale);
            out["shift"] = store(layer, "shift", layer.shift);
            out["mean"] = store(layer, "mean", layer.mean);
            out["variance"] = store(layer, "variance", layer.variance);
        }
        addAttributes(out, layer);
        return out;
    }

  public:
    // What says how a layer computes, except for its tensors, as members of `out`.
    template <typename Out> static void addAttributes(Out& out, const Layer& layer) {
        const auto has = [&](std::string_view key) { return says(rowOf(layer.kind), key); };
        if (has("kernel")) out["kernel"] = pairOf(layer.kernel);
        if (has("stride")) out["stride"] = pairOf(layer.stride);
        if (has("pad"))
            out["pad"] = Json::list({layer.pad.top, layer.pad.bottom, layer.pad.left, layer.pad.right});
        if (has("dilation") && layer.dilation != Pair{}) out["dilation"] = pairOf(layer.dilation);
        if (has("groups") && layer.groups != 1) out["groups"] = layer.groups;
        if (has("output_pad") && layer.outputPadding != Pair{0, 0})
            out["output_pad"] = pairOf(layer.outputPadding);
        if (has("ceil") && layer.ceil) out["ceil"] = true;
        if (has("count_include_pad") && layer.countIncludePad) out["count_include_pad"] = true;
        if (has("factor")) out["factor"] = pairOf(layer.factor);
        if (layer.sampling != Sampling::HalfPixel) out["sampling"] = nameOf(layer.sampling);
        if (layer.depthOrder != DepthOrder::Dcr) out["mode"] = nameOf(layer.depthOrder);
        if (layer.axis) out["axis"] = *layer.axis;
        if (layer.low != -kNoBound) out["low"] = layer.low;
        if (layer.high != kNoBound) out["high"] = layer.high;
        if (has("alpha")) out["alpha"] = layer.alpha;
        if (has("size")) out["size"] = layer.size;
        if (has("beta")) out["beta"] = layer.beta;
        if (has("k")) out["k"] = layer.k;
        if (has("shape")) out["shape"] = Json::list(layer.newShape);
        if (has("order")) out["order"] = Json::list(layer.order);
        if (has("indices")) out["indices"] = Json::list(layer.indices);
        if (std::isinf(layer.fill))
            out["fill"] = kInfinityNames[layer.fill < 0 ? 0 : 1];
        else if (std::bit_cast<std::uint32_t>(layer.fill) != 0)
            out["fill"] = layer.fill;
        if (has("epsilon")) out["epsilon"] = layer.epsilon;
        if (layer.activation != Activation::None) out["activation"] = nameOf(layer.activation);
        if (!layer.factors.empty()) out["factors"] = Json::list(layer.factors);
        if (layer.recurrent.linearBeforeReset) out["linear_before_reset"] = true;
        if (layer.recurrent.output != RecurrentOutput::Sequence)
            out["output"] = nameOf(layer.recurrent.output);
        if (layer.requant) out["requant"] = requantOf(*layer.requant);
    }

  private:
    Json trainingOf(const Training& training) const {
        Json out = jsonOf(training);
        if (!m_data.images.empty()) out["data"] = {{"images", m_data.images}, {"labels", m_data.labels}};
        return out;
    }

    const Network& m_network;
    const DataFiles& m_data;
    std::string m_prefix; // of file names
    NetworkFiles m_files;
    std::set<std::string> m_names;
};

} // namespace

NetworkFiles formatNetwork(const Network& network, std::string_view stem, const DataFiles& data) {
    return Writer(network, stem, data).run();
}

std::vector<Attribute> attributesOf(const Layer& layer) {
    struct Attributes {
        std::vector<std::pair<std::string, Json>> all;
        Json& operator[](std::string_view key) { return all.emplace_back(key, Json()).second; }
    } attributes;
    Writer::addAttributes(attributes, layer);
    std::vector<Attribute> out;
    for (const auto& [key, value] : attributes.all) out.push_back({key, value.line()});
    return out;
}

} // namespace lw::network
