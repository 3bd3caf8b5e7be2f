// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/messages.h"
#include "core/lower/processor/recurrent_files.h"
#include "core/lower/processor/recurrent_rows.h"
#include "core/network/recurrent.h"

#include <algorithm>

namespace lw::lower::processor {

namespace {

using network::Kind;
using network::Layer;
using tensor::DType;
using tensor::Tensor;

// Outputs of one gate, of weights [inputs][gates * hidden].
Tensor gateWeights(const Tensor& weights, std::uint64_t gate, std::uint64_t hidden) {
    const std::uint64_t inputs = weights.shape()[0], width = weights.shape()[1];
    Tensor out(DType::F32, {inputs, hidden});
    for (std::uint64_t i = 0; i < inputs; ++i)
        for (std::uint64_t n = 0; n < hidden; ++n)
            out.set(i * hidden + n, weights.at<float>(i * width + gate * hidden + n));
    return out;
}

// Both biases of each gate; of a gru whose reset comes behind the product that of the product after them.
Tensor biasesOf(const Layer& layer, const RecurrentLayer& plan) {
    const std::uint64_t hidden = plan.hidden, width = plan.gates * hidden;
    const auto at = [](const std::optional<Tensor>& tensor, std::uint64_t i) {
        return tensor ? tensor->at<float>(i) : 0.0f;
    };
    const bool isApart = layer.recurrent.linearBeforeReset;
    Tensor out(DType::F32, {width + (isApart ? hidden : 0)});
    for (std::uint64_t i = 0; i < width; ++i) {
        const float ofX = at(layer.bias, i), ofH = at(layer.recurrent.bias, i);
        const bool isProduct = isApart && i >= width - hidden;
        out.set(i, isProduct ? ofX : ofX + ofH);
        if (isProduct) out.set(i + hidden, ofH);
    }
    return out;
}

Problem tooFew(const Layer& layer, const machine::ProcessorLimits& limits, std::uint64_t wanted,
               std::string_view file, std::uint64_t has) {
    return Problem{&messages::kTooFewVectors,
                   {layer.name, std::to_string(wanted), std::string(file), limits.name, std::to_string(has),
                    std::to_string(has)},
                   {},
                   {},
                   {}};
}

} // namespace

Result<RecurrentLayer> planRecurrent(const network::Network& network, const Layer& layer,
                                     const machine::ProcessorLimits& limits) {
    const std::uint32_t n = limits.nativeDimension;
    const tensor::Shape& read = network::shapeOf(network, layer.inputs.front());
    RecurrentLayer out;
    out.gates = static_cast<std::uint32_t>(network::gatesOf(layer));
    out.steps = static_cast<std::uint32_t>(network::stepsOf(read));
    out.features = static_cast<std::uint32_t>(read.back());
    out.hidden = static_cast<std::uint32_t>(network::hiddenOf(layer));
    out.tilesX = tilesOf(out.features, n);
    out.tilesH = tilesOf(out.hidden, n);
    out.hasBias = layer.bias || layer.recurrent.bias;
    const std::uint32_t widest = std::max(out.tilesX, out.tilesH);
    const std::uint32_t most = std::min(limits.chainVectors, limits.largestMove);
    if (widest > most)
        return Problem{&messages::kChainTooShort,
                       {layer.name, std::to_string(widest), limits.name, std::to_string(most)},
                       {},
                       {},
                       {}};
    const RecurrentFiles files(layer, out);
    for (const auto& [file, wanted, has] : {std::tuple{kAddSub0, files.addSub0, limits.addSub0Vectors},
                                            {kAddSub1, files.addSub1, limits.addSub1Vectors},
                                            {kMultiply, files.multiply, limits.multiplyVectors}})
        if (wanted > has) return tooFew(layer, limits, wanted, file, has);
    out.matrices = std::uint64_t{out.gates} * (out.tilesX + out.tilesH) * out.tilesH;
    out.isStreamed = out.matrices > limits.matrices;
    const std::uint32_t together =
        out.isStreamed ? std::min(out.tilesH, limits.matrices / widest) : out.tilesH;
    if (together == 0)
        return Problem{&messages::kTooFewMatrices,
                       {layer.name, std::to_string(widest), std::to_string(n), limits.name,
                        std::to_string(limits.matrices)},
                       {},
                       {},
                       {}};
    for (std::uint32_t first = 0; first < out.tilesH; first += together)
        out.chunks.push_back({first, std::min(together, out.tilesH - first)});
    return out;
}

void addRecurrentWeights(FirmwareText& text, const Layer& layer, const std::string& name,
                         std::uint32_t nativeDimension, RecurrentLayer& plan) {
    std::vector<std::uint16_t> codes;
    for (const Chunk& chunk : plan.chunks)
        for (std::uint32_t gate = 0; gate < plan.gates; ++gate)
            for (const auto& [weights, inputs, tiles] :
                 {std::tuple{&layer.weights, plan.features, plan.tilesX},
                  {&layer.recurrent.weights, plan.hidden, plan.tilesH}})
                appendMatrices(gateWeights(*weights, gate, plan.hidden),
                               {1, inputs, plan.hidden, nativeDimension}, 0, {chunk.firstRow, chunk.rows},
                               {0, tiles}, codes);
    plan.dram = text.addMatrices(name + ".weights", std::move(codes));
    const auto add = [&](const char* role, const Tensor& values) {
        const Packed how{values.count() / plan.hidden, plan.hidden, plan.tilesH};
        return text.addVectors(name + role, packed(values, how, nativeDimension));
    };
    const Tensor zeros(DType::F32, {plan.hidden});
    if (plan.hasBias) plan.biases = add(".bias", biasesOf(layer, plan));
    if (layer.recurrent.peephole) plan.peepholes = add(".peephole", *layer.recurrent.peephole);
    plan.hiddenAtStart = add(".initial_h", layer.recurrent.initialHidden.value_or(zeros));
    if (layer.kind == Kind::Lstm)
        plan.cellAtStart = add(".initial_c", layer.recurrent.initialCell.value_or(zeros));
}

} // namespace lw::lower::processor
