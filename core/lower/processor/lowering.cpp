// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/lowering.h"

#include "core/lower/processor/layer_rows.h"
#include "core/lower/processor/messages.h"
#include "core/lower/processor/range_losses.h"
#include "core/lower/processor/recurrent_rows.h"
#include "core/lower/processor/refused.h"
#include "core/network/kinds.h"
#include "core/network/recurrent.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lw::lower::processor {

namespace {

using network::Kind;
using network::Layer;
using network::Network;
using network::ValueId;

constexpr std::uint64_t kFp16Bytes = 2;

bool hasProducts(const Layer& layer) { return layer.kind == Kind::Conv || layer.kind == Kind::Dense; }

std::string extentsText(const tensor::Shape& shape) {
    std::string out;
    for (const std::uint64_t extent : shape) out += (out.empty() ? "" : " x ") + std::to_string(extent);
    return out;
}

// "vec 10", of several pixels "vec 784x3".
std::string vectorsText(const Packed& packed) {
    return "vec " + (packed.pixels == 1 ? "" : std::to_string(packed.pixels) + "x") +
           std::to_string(packed.channels);
}
std::string rangeText(std::uint64_t first, std::uint64_t count) {
    return "[" + std::to_string(first) + ".." + std::to_string(first + count - 1) + "]";
}

// Writes the program layer by layer, and knows where each value is.
class Lowerer {
  public:
    Lowerer(const Network& network, const machine::ProcessorLimits& limits, const Options& options)
        : m_network(network)
        , m_limits(limits)
        , m_options(options)
        , m_text(limits)
        , m_places(limits.initialVectors)
        , m_writing{network, limits, m_text, m_places} {}

    Result<Lowering> lower() {
        LW_TRY([[maybe_unused]] const Done known, checkKinds());
        for (ValueId id = 0; id <= m_network.layers.size(); ++id)
            m_names.push_back(m_text.nameFor(network::nameOf(m_network, id)));
        LW_TRY([[maybe_unused]] const Done planned, planProducts());
        findLastReads();
        writeWeights();
        LW_TRY([[maybe_unused]] const Done read, writeInput());
        for (ValueId id = 1; id <= m_network.layers.size(); ++id) {
            LW_TRY([[maybe_unused]] const Done written, writeLayer(id));
        }
        writeOutputs();
        LW_TRY([[maybe_unused]] const Done fits, checkMemories());
        return finished();
    }

  private:
    Outcome checkKinds() const;
    std::string whyNotRead(const Layer& layer) const;
    Outcome planProducts();
    void findLastReads();
    void writeWeights();
    void hintWeights(ValueId id, const ProductLayer& product);
    void hintBias(ValueId id, const ProductLayer& product);
    Outcome writeInput();
    Outcome writeLayer(ValueId id);
    Outcome writeChains(const Layer& layer, const Place& to);
    void writeOutputs();
    Outcome checkMemories() const;
    void reportUses();
    Lowering finished();

    // The value that a view is of.
    ValueId rootOf(ValueId id) const {
        while (id != network::kInput && isView(m_network.layers[id - 1]))
            id = m_network.layers[id - 1].inputs.front();
        return id;
    }
    Packed packedOfValue(ValueId id) const {
        if (id == network::kInput || !isView(m_network.layers[id - 1]))
            return packedOf(network::shapeOf(m_network, id), m_limits.nativeDimension);
        return seenBy(m_network.layers[id - 1], {packedOfValue(m_network.layers[id - 1].inputs.front())})
            .packed;
    }
    Place placeOf(ValueId id) const {
        if (id == network::kInput || !isView(m_network.layers[id - 1])) return m_values[id];
        return seenBy(m_network.layers[id - 1], placeOf(m_network.layers[id - 1].inputs.front()));
    }
    // What a view sees of a value: of taken rows where they begin, and how many they are.
    static Place seenBy(const Layer& view, Place place) {
        if (view.kind != Kind::Take) return place;
        place.first += static_cast<std::uint64_t>(view.indices.front()) * place.packed.tiles;
        place.packed.pixels = view.indices.size();
        return place;
    }
    void releaseRead(ValueId by);
    LayerReport reportOf(ValueId id, std::uint32_t firstRow) const;
    Outcome checkMemory(const std::string& what, std::uint64_t needed, std::string_view unit,
                        std::string_view where, std::uint64_t has) const;

    const Network& m_network;
    const machine::ProcessorLimits& m_limits;
    const Options& m_options;
    FirmwareText m_text;
    VectorPlaces m_places;
    Writing m_writing;
    std::vector<std::string> m_names; // of values in the program
    std::map<ValueId, ProductLayer> m_products;
    std::map<ValueId, RecurrentLayer> m_recurrent;
    std::vector<Place> m_values = std::vector<Place>(m_network.layers.size() + 1);
    std::vector<ValueId>
        m_lastReads; // by root: the layer that reads it last; outputs: one more than there are
    std::uint64_t m_netOut = 0;
    Lowering m_out;
};

// What is flattened keeps its pixels, each with vectors of its own. Only dense layers read it so.
std::string Lowerer::whyNotRead(const Layer& layer) const {
    if (isView(layer) || layer.kind == Kind::Dense) return {};
    const std::uint32_t n = m_limits.nativeDimension;
    for (const ValueId id : layer.inputs) {
        const Packed is = packedOfValue(id), wanted = packedOf(network::shapeOf(m_network, id), n);
        const bool fills = is.channels % n == 0 && wanted.channels % n == 0;
        if (is != wanted && !fills)
            return "\"" + network::nameOf(m_network, id) +
                   "\" lies in the processor pixel by pixel, each of " + std::to_string(is.channels) +
                   " channels and filled up to whole native vectors of " + std::to_string(n) +
                   "; only dense layers read what was reshaped from that";
    }
    return {};
}

Outcome Lowerer::checkKinds() const {
    if (m_network.precision != network::Precision::F32)
        return Problem{&messages::kNotFloat, {m_network.name}, {}, {}, {}};
    for (const Layer& layer : m_network.layers) {
        std::string why = whyRefused(m_network, layer, m_limits.nativeDimension);
        if (why.empty()) why = whyNotRead(layer);
        if (!why.empty())
            return Problem{&messages::kNotLowered,
                           {std::string(network::nameOf(layer.kind)), layer.name, std::move(why)},
                           layer.place,
                           {},
                           {}};
    }
    return Done{};
}

// A dense layer reads as many pixels as the value has that it flattens.
Outcome Lowerer::planProducts() {
    std::uint64_t all = 0;
    bool isWhole = true;
    for (ValueId id = 1; id <= m_network.layers.size(); ++id) {
        const Layer& layer = m_network.layers[id - 1];
        if (network::isRecurrent(layer)) {
            LW_TRY(const RecurrentLayer plan, planRecurrent(m_network, layer, m_limits));
            all += plan.matrices;
            isWhole = isWhole && !plan.isStreamed;
            m_recurrent.emplace(id, plan);
        }
        if (!hasProducts(layer)) continue;
        ProductLayer product{productShapeOf(m_network, layer, m_limits.nativeDimension), {}};
        if (layer.kind == Kind::Dense) {
            const Packed read = packedOfValue(layer.inputs.front());
            product.shape.kernelColumns = static_cast<std::uint32_t>(read.pixels);
            product.shape.inputs = read.channels;
        }
        LW_TRY(product.plan, planProduct(product.shape, m_limits));
        all += product.plan.matrices;
        isWhole = isWhole && product.plan.chunks.size() == 1 && !product.plan.isStreamed;
        m_products.emplace(id, std::move(product));
    }
    m_out.report.areWeightsResident = isWhole && all <= m_limits.matrices && all > 0;
    return Done{};
}

void Lowerer::findLastReads() {
    m_lastReads.assign(m_network.layers.size() + 1, network::kInput);
    for (ValueId id = 1; id <= m_network.layers.size(); ++id)
        for (const ValueId read : m_network.layers[id - 1].inputs) m_lastReads[rootOf(read)] = id;
    for (const ValueId output : m_network.outputs) m_lastReads[rootOf(output)] = m_network.layers.size() + 1;
}

void Lowerer::writeWeights() {
    for (auto& [id, product] : m_products) {
        const Layer& layer = m_network.layers[id - 1];
        product.dram = m_text.addMatrices(m_names[id] + ".weights",
                                          matricesOf(layer, product, m_limits.nativeDimension));
        if (m_out.report.areWeightsResident) product.resident = product.dram;
        if (const auto summands = summandsOf(layer, m_limits.nativeDimension))
            product.bias = m_text.addVectors(m_names[id] + ".bias", *summands);
    }
    for (auto& [id, plan] : m_recurrent) {
        addRecurrentWeights(m_text, m_network.layers[id - 1], m_names[id], m_limits.nativeDimension, plan);
        if (m_out.report.areWeightsResident) plan.resident = plan.dram;
    }
    if (m_out.report.areWeightsResident) {
        m_text.label(m_text.nameFor("weights"));
        m_text.comment("all native matrices, where they stay");
    }
    for (const auto& [id, product] : m_products) {
        hintWeights(id, product);
        hintBias(id, product);
    }
    for (const auto& [id, plan] : m_recurrent)
        hintRecurrent(m_text, m_network.layers[id - 1], m_names[id], m_limits.nativeDimension, plan);
    if (!m_out.report.areWeightsResident) return;
    m_text.loadMatrices(0, 1, m_text.dramMatrices());
    m_text.blank();
}

// A matrix whose native ones stand row after row, as the logical one does: where it stays, or in DRAM.
void Lowerer::hintWeights(ValueId id, const ProductLayer& product) {
    const ProductShape& shape = product.shape;
    const std::uint32_t n = m_limits.nativeDimension;
    const std::uint32_t places = shape.kernelRows * shape.kernelColumns;
    const std::uint64_t tiles = std::uint64_t{places} * tilesOf(shape.outputs, n) * tilesOf(shape.inputs, n);
    const bool isInPasses = product.plan.passes.size() > 1 && product.plan.chunks.front().rows > 1;
    if (tiles != product.plan.matrices || isInPasses) return;
    const bool stays = product.resident && places == 1;
    m_text.hint("weight " + m_names[id] + ".weights mat " + std::to_string(shape.outputs) + "x" +
                (places == 1 ? "" : std::to_string(places) + "x") + std::to_string(shape.inputs) + " at " +
                (stays ? "MatrixRf" : "Dram") + rangeText(stays ? *product.resident : product.dram, tiles));
}

// What is added fills up with zeros.
void Lowerer::hintBias(ValueId id, const ProductLayer& product) {
    const Layer& layer = m_network.layers[id - 1];
    const Packed how{1, product.shape.outputs, tilesOf(product.shape.outputs, m_limits.nativeDimension)};
    const bool isFilled =
        layer.activation == network::Activation::Sigmoid && isFilledUp(how, m_limits.nativeDimension);
    if (product.bias && layer.bias && !isFilled)
        m_text.hint("bias " + m_names[id] + ".bias " + vectorsText(how) + " at Dram" +
                    rangeText(*product.bias, how.tiles));
}

Outcome Lowerer::writeInput() {
    const Packed how = packedOfValue(network::kInput);
    m_out.packedInput = how;
    std::optional<tensor::Tensor> vectors;
    if (m_options.input) vectors = packed(*m_options.input, how, m_limits.nativeDimension);
    m_text.addInput(m_names[network::kInput], how.vectors(), std::move(vectors));
    Place& place = m_values[network::kInput];
    place.packed = how;
    place.name = m_names[network::kInput];
    LW_TRY(place.first, takeVectors(m_writing, m_network.input.name, how.vectors()));
    m_text.label(m_names[network::kInput] + ".start");
    m_text.comment(oneLine(m_network.input.name) + ": " + extentsText(m_network.input.shape) + ", vectors " +
                   std::to_string(place.first) + " to " + std::to_string(place.first + how.vectors() - 1) +
                   " of InitialVrf");
    m_text.hint("tensor " + place.name + " " + vectorsText(how) + " from NetQ");
    copyVectors(m_writing, {kQueue}, {kInitial, place.first}, how.vectors());
    return Done{};
}

Outcome Lowerer::writeLayer(ValueId id) {
    const Layer& layer = m_network.layers[id - 1];
    const std::uint32_t firstRow = m_text.rows();
    if (!isView(layer)) {
        Place& to = m_values[id];
        to.packed = packedOfValue(id);
        to.name = m_names[id];
        LW_TRY(to.first, takeVectors(m_writing, layer.name, to.packed.vectors()));
        m_text.blank();
        m_text.label(m_names[id] + ".start");
        m_text.comment(std::string(network::nameOf(layer.kind)) + ": " + extentsText(layer.shape) +
                       ", vectors " + std::to_string(to.first) + " to " +
                       std::to_string(to.first + to.packed.vectors() - 1) + " of InitialVrf");
        m_text.hint("layer " + to.name + " begin");
        m_text.hint("tensor " + m_text.nameFor(to.name + ".out") + " " + vectorsText(to.packed) +
                    " at InitialVrf" + rangeText(to.first, to.packed.vectors()));
        LW_TRY([[maybe_unused]] const Done written, writeChains(layer, to));
        m_text.hint("layer " + to.name + " end");
    }
    releaseRead(id);
    m_out.report.layers.push_back(reportOf(id, firstRow));
    return Done{};
}

Outcome Lowerer::writeChains(const Layer& layer, const Place& to) {
    std::vector<Place> from;
    for (const ValueId id : layer.inputs) from.push_back(placeOf(id));
    const auto id = static_cast<ValueId>(&layer - m_network.layers.data()) + 1;
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::Dense: return writeProduct(m_writing, layer, m_products.at(id), from.front(), to);
    case Kind::Lstm:
    case Kind::Gru: return writeRecurrent(m_writing, layer, m_recurrent.at(id), from.front(), to);
    case Kind::MaxPool:
    case Kind::AveragePool: return writePool(m_writing, layer, from.front(), to);
    case Kind::Concat: return writeConcat(m_writing, layer, from, to);
    default: return writeElements(m_writing, layer, from, to);
    }
}

// What this layer was the last to read, and its own value if nobody does.
void Lowerer::releaseRead(ValueId by) {
    for (ValueId root = 0; root <= by; ++root)
        if (rootOf(root) == root && (m_lastReads[root] == by || (root == by && m_lastReads[root] < by)))
            m_places.release(m_values[root].first);
}

LayerReport Lowerer::reportOf(ValueId id, std::uint32_t firstRow) const {
    const Layer& layer = m_network.layers[id - 1];
    LayerReport out{layer.name, std::string(network::nameOf(layer.kind)), extentsText(layer.shape)};
    out.vectors = isView(layer) ? 0 : m_values[id].packed.vectors();
    out.instructions = m_text.rows() - firstRow;
    const std::uint64_t n = m_limits.nativeDimension;
    if (const auto recurrent = m_recurrent.find(id); recurrent != m_recurrent.end()) {
        const RecurrentLayer& plan = recurrent->second;
        out.matrices = plan.matrices;
        out.operations = 2 * plan.matrices * n * n * plan.steps;
        out.useful = 2 * (layer.weights.count() + layer.recurrent.weights.count()) * plan.steps;
    }
    const auto found = m_products.find(id);
    if (found == m_products.end()) return out;
    const ProductShape& shape = found->second.shape;
    const std::uint64_t places = std::uint64_t{shape.outRows} * shape.outColumns;
    out.matrices = found->second.plan.matrices;
    out.operations = 2 * out.matrices * n * n * places;
    out.useful = 2 * places * shape.kernelRows * shape.kernelColumns * shape.inputs * shape.outputs;
    return out;
}

void Lowerer::writeOutputs() {
    m_text.blank();
    m_text.label(m_text.nameFor("outputs"));
    for (const ValueId id : m_network.outputs) {
        const Place place = placeOf(id);
        // What is the input as well, or an output twice, is a second tensor.
        const bool isAgain =
            id == network::kInput ||
            std::ranges::any_of(m_out.outputs, [id](const Output& one) { return one.value == id; });
        const std::string name = isAgain ? m_text.nameFor(m_names[id]) : m_names[id];
        m_text.addOutput(name, place.packed.vectors());
        m_out.outputs.push_back({name, id, place.packed, network::shapeOf(m_network, id)});
        m_text.hint("out " + name + " " + vectorsText(place.packed) + " to NetQ");
        copyVectors(m_writing, {kInitial, place.first}, {kQueue}, place.packed.vectors());
        m_netOut += place.packed.vectors();
    }
    m_text.halt();
}

Outcome Lowerer::checkMemory(const std::string& what, std::uint64_t needed, std::string_view unit,
                             std::string_view where, std::uint64_t has) const {
    if (needed <= has) return Done{};
    return Problem{&messages::kMemory,
                   {what, std::to_string(needed), std::string(unit),
                    std::string(where) + " of " + m_limits.name, std::to_string(has)},
                   {},
                   {},
                   {}};
}

Outcome Lowerer::checkMemories() const {
    LW_TRY([[maybe_unused]] const Done matrices,
           checkMemory("all weights", m_text.dramMatrices(), "native matrices", "the matrix DRAM",
                       m_limits.dramMatrices));
    LW_TRY([[maybe_unused]] const Done vectors,
           checkMemory("biases and constants", m_text.dramVectors(), "vectors", "the vector DRAM",
                       m_limits.dramVectors));
    LW_TRY([[maybe_unused]] const Done input,
           checkMemory("the numbers of the input", m_out.packedInput.vectors(), "vectors", "the queue netin",
                       m_limits.netInVectors));
    LW_TRY([[maybe_unused]] const Done output,
           checkMemory("all outputs", m_netOut, "vectors", "the queue netout", m_limits.netOutVectors));
    if (m_text.rows() <= m_limits.instructionRows) return Done{};
    return Problem{&messages::kTooManyInstructions,
                   {std::to_string(m_text.rows()), m_limits.name, std::to_string(m_limits.instructionRows)},
                   {},
                   {},
                   {}};
}

void Lowerer::reportUses() {
    Report& report = m_out.report;
    report.network = m_network.name;
    report.machine = m_limits.name;
    report.instructions = m_text.rows();
    report.dramMatrices = m_text.dramMatrices();
    report.dramVectors = m_text.dramVectors();
    const std::uint64_t n = m_limits.nativeDimension;
    report.dramBytes = (report.dramMatrices * n + report.dramVectors) * n * kFp16Bytes;
    report.initialVectors = m_places.most();
    report.losses = rangeLossesOf(m_network, m_options.input, m_limits.integerBits);
    report.uses = {{"instructions", report.instructions, m_limits.instructionRows},
                   {"InitialVrf", report.initialVectors, m_limits.initialVectors},
                   {"vdram", report.dramVectors, m_limits.dramVectors},
                   {"mdram", report.dramMatrices, m_limits.dramMatrices}};
    if (report.areWeightsResident)
        report.uses.push_back({"MatrixRf", report.dramMatrices, m_limits.matrices});
}

Lowering Lowerer::finished() {
    reportUses();
    const std::string machine = m_options.machine.empty() ? m_limits.name : m_options.machine;
    static_cast<LoweredText&>(m_out) = m_text.take(m_network.name, machine);
    return std::move(m_out);
}

} // namespace

Result<Lowering> lowerNetwork(const Network& network, const machine::ProcessorLimits& limits,
                              const Options& options) {
    return Lowerer(network, limits, options).lower();
}

} // namespace lw::lower::processor
