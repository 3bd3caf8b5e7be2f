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

// Both biases of each gate; of a gru whose reset comes after the product that of the product after them.
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

// As biasesOf() has them: of ONNX's B those of x, and after them those of h.
void hintBiases(FirmwareText& text, const Layer& layer, const std::string& name, const RecurrentLayer& plan) {
    const auto part = [&](std::uint64_t gate) { return name + ".B[" + std::to_string(gate) + "]"; };
    std::vector<std::string> sums;
    for (std::uint64_t gate = 0; gate < plan.gates; ++gate)
        sums.push_back(part(gate) + "+" + part(gate + plan.gates));
    if (layer.recurrent.linearBeforeReset) {
        sums.back() = part(plan.gates - 1);
        sums.push_back(part(2 * plan.gates - 1));
    }
    for (std::uint64_t i = 0; i < sums.size(); ++i) {
        const std::uint64_t first = plan.biases + i * plan.tilesH;
        text.hint("bias " + text.nameFor(name + ".B." + std::to_string(i)) + " vec " +
                  std::to_string(plan.hidden) + " at Dram[" + std::to_string(first) + ".." +
                  std::to_string(first + plan.tilesH - 1) + "] of " + sums[i]);
    }
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
    // What is read or written of a step moves by so much from one to the next.
    const bool isSequence = layer.recurrent.output == network::RecurrentOutput::Sequence;
    const std::uint32_t move = std::max(out.tilesX, isSequence ? out.tilesH : 0);
    if (move > limits.largestMove)
        return Problem{&messages::kStepTooLong,
                       {layer.name, std::to_string(move), std::to_string(limits.largestMove), limits.name},
                       {},
                       {},
                       {}};
    out.mostColumns = std::min(limits.chainVectors, limits.matrices);
    const RecurrentFiles files(layer, out);
    for (const auto& [file, wanted, has] : {std::tuple{kAddSub0, files.addSub0, limits.addSub0Vectors},
                                            {kAddSub1, files.addSub1, limits.addSub1Vectors},
                                            {kMultiply, files.multiply, limits.multiplyVectors}})
        if (wanted > has) return tooFew(layer, limits, wanted, file, has);
    out.matrices = std::uint64_t{out.gates} * (out.tilesX + out.tilesH) * out.tilesH;
    out.isStreamed = out.matrices > limits.matrices;
    const std::uint32_t widest = std::min(std::max(out.tilesX, out.tilesH), out.mostColumns);
    const std::uint32_t loaded = out.isStreamed ? matricesPerLoad(limits, widest) / widest : out.tilesH;
    const std::uint32_t together = std::min({out.tilesH, loaded, limits.chainVectors});
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
                  {&layer.recurrent.weights, plan.hidden, plan.tilesH}}) {
                const Tensor ofGate = gateWeights(*weights, gate, plan.hidden);
                for (std::uint32_t first = 0; first < tiles; first += plan.mostColumns)
                    appendMatrices(ofGate, {1, inputs, plan.hidden, nativeDimension}, 0,
                                   {chunk.firstRow, chunk.rows},
                                   {first, std::min(plan.mostColumns, tiles - first)}, codes);
            }
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

void hintRecurrent(FirmwareText& text, const Layer& layer, const std::string& name,
                   std::uint32_t nativeDimension, const RecurrentLayer& plan) {
    const auto hint = [&](const char* word, const std::string& role, const std::string& shape,
                          std::uint64_t& next, std::uint64_t count, const std::string& of = {}) {
        text.hint(std::string(word) + " " + (of.empty() ? name + role : text.nameFor(name + role)) + " " +
                  shape + " at Dram[" + std::to_string(next) + ".." + std::to_string(next + count - 1) + "]" +
                  of);
        next += count;
    };
    const std::string hidden = std::to_string(plan.hidden);
    std::uint64_t next = plan.dram;
    for (const Chunk& chunk : plan.chunks) {
        const std::uint32_t first = chunk.firstRow * nativeDimension;
        const std::uint32_t end = std::min(plan.hidden, first + chunk.rows * nativeDimension);
        for (std::uint32_t gate = 0; gate < plan.gates; ++gate) {
            const std::string rows =
                plan.chunks.size() == 1 ? "" : ", " + std::to_string(first) + ":" + std::to_string(end);
            for (const auto& [array, columns, tiles] :
                 {std::tuple{".W", plan.features, plan.tilesX}, {".R", plan.hidden, plan.tilesH}})
                hint("weight", std::string(array) + "." + std::to_string(gate),
                     "mat " + std::to_string(end - first) + "x" + std::to_string(columns), next,
                     std::uint64_t{chunk.rows} * tiles,
                     " of " + name + array + "[" + std::to_string(gate) + rows + "]");
        }
    }
    if (plan.hasBias) hintBiases(text, layer, name, plan);
    next = plan.peepholes;
    if (layer.recurrent.peephole) hint("bias", ".peephole", "vec 3x" + hidden, next, 3 * plan.tilesH);
    next = plan.hiddenAtStart;
    hint("tensor", ".initial_h", "vec " + hidden, next, plan.tilesH);
    next = plan.cellAtStart;
    if (layer.kind == Kind::Lstm) hint("tensor", ".initial_c", "vec " + hidden, next, plan.tilesH);
}

} // namespace lw::lower::processor
