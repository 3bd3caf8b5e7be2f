// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/kernel_striding.h"

#include "core/lower/messages.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/overlapped_rows.h"
#include "core/lower/striding/program_rows.h"
#include "core/lower/striding/reuse.h"
#include "core/network/fold_activations.h"
#include "core/network/kinds.h"

#include <algorithm>
#include <numeric>

namespace lw::lower::striding {

namespace {

std::string shapeText(const tensor::Shape& shape) { return tensor::shapeText(shape); }

// The directive that makes a tensor, or gives a name to the memory it shares with another one.
std::string directiveOf(const PlannedTensor& tensor) {
    if (tensor.space == "ub" && tensor.isOverlaid)
        return ".equ " + tensor.name + ", " + std::to_string(tensor.address) + "  # " +
               std::string(tensor::nameOf(tensor.dtype)) + " " + shapeText(tensor.shape) +
               ", where another tensor was\n";
    std::string line = ".tensor " + tensor.name + ", " + std::string(tensor::nameOf(tensor.dtype)) + ", " +
                       shapeText(tensor.shape) + ", " + tensor.space;
    if (tensor.space == "ub") line += ", at(" + std::to_string(tensor.address) + ")";
    if (!tensor.file.empty()) line += " = \"" + tensor.file + "\"";
    return line + "\n";
}

std::string headOf(const NetworkPlan& plan) {
    std::string out = "# " + oneLine(plan.network->name.empty() ? "A network" : plan.network->name) +
                      " on a circuit that cannot stride.\n";
    for (const network::Layer& layer : plan.network->layers)
        if (!layer.activationLayer.empty())
            out += "# " + oneLine(layer.activationLayer) + " is computed as the activation of " +
                   oneLine(layer.name) + ".\n";
    for (const LayerPlan& layer : plan.layers)
        if (layer.isStrided)
            out += "# " + oneLine(plan.network->layers[layer.index].name) + ": stride " +
                   std::to_string(layer.geometry.stride.rows) + " x " +
                   std::to_string(layer.geometry.stride.columns) + " by " +
                   std::string(nameOf(layer.settings.mode)) + ", which " +
                   std::string(rowOf(layer.settings.mode).words) + ".\n";
    for (const LayerPlan& layer : plan.layers)
        if (layer.sums && layer.sums->places.windows != network::Pair{1, 1})
            out += "# " + oneLine(plan.network->layers[layer.index].name) + ": stride " +
                   std::to_string(layer.sums->places.windows.rows) + " x " +
                   std::to_string(layer.sums->places.windows.columns) +
                   " by the access pattern of matmul, which the circuit of the patents lacks.\n";
    out += ".chip inference, \"" + (plan.options.machine.empty() ? plan.circuit.name : plan.options.machine) +
           "\"\n\n";
    for (const PlannedTensor& tensor : plan.tensors) out += directiveOf(tensor);
    return out + "\n";
}

std::uint64_t poolingClocksOf(const LayerPlan& layer, const machine::CircuitLimits& circuit) {
    const Pooling pooling = rowOf(layer.settings.mode).pooling;
    if (pooling == Pooling::None) return 0;
    std::uint64_t passes = 0;
    for (const ChannelBlock& block : layer.sums->blocks)
        passes += (block.count + circuit.poolCircuits - 1) / circuit.poolCircuits;
    const auto steps = poolSteps(layer.geometry.stride, circuit);
    LW_ASSERT(steps.has_value(), "the windows were checked");
    std::uint64_t rows = layer.geometry.firstRows, columns = layer.geometry.firstColumns, pixels = 0;
    for (const network::Pair& step : *steps) {
        pixels += rows * columns;
        rows = (rows + step.rows - 1) / step.rows;
        columns = (columns + step.columns - 1) / step.columns;
    }
    return passes * pixels * (pooling == Pooling::MaxPlusMin ? 2 : 1);
}

const PlannedTensor* findTensor(const NetworkPlan& plan, std::string_view name) {
    for (const PlannedTensor& one : plan.tensors)
        if (one.name == name) return &one;
    return nullptr;
}

void noteTensor(const NetworkPlan& plan, LayerReport& report, std::string role, const std::string& name,
                std::uint64_t channels) {
    const PlannedTensor* const tensor = findTensor(plan, name);
    if (tensor && !tensor->isOverlaid)
        report.tensors.push_back({std::move(role), name, tensor->address, tensor->bytes(), channels});
}

LayerReport reportOf(const NetworkPlan& plan, const LayerPlan& layer) {
    const network::Layer& what = plan.network->layers[layer.index];
    LayerReport out;
    out.name = what.name;
    out.geometry = layer.geometry;
    out.mode = layer.settings.mode;
    out.wasChosen = layer.wasChosen;
    out.reason = layer.reason;
    out.rejected = layer.rejected;
    out.verdict = layer.reason.exact ? Verdict::Exact : Verdict::NotProvable;
    out.poolingClocks = poolingClocksOf(layer, plan.circuit);
    out.hostBytesAvoided = 2 * layer.geometry.firstRows * layer.geometry.firstColumns *
                           layer.geometry.channels * tensor::sizeOf(what.dtype);
    for (const std::string& mask : layer.masks) out.maskBytes += findTensor(plan, mask)->bytes();
    if (layer.keptChannels != 0) out.keptBytes = layer.first->bytes() + layer.second->bytes();
    if (layer.first) {
        noteTensor(plan, out, "input", layer.reads[0].name, layer.geometry.inputChannels);
        noteTensor(plan, out, "first", layer.first->name, layer.first->channels);
    }
    for (std::size_t i = 0; i < layer.masks.size(); ++i)
        noteTensor(plan, out, i == 0 ? "mask" : "second mask", layer.masks[i], 1);
    if (layer.second) noteTensor(plan, out, "second", layer.second->name, layer.second->channels);
    for (const Frame& frame : plan.frames[layer.index + 1])
        noteTensor(plan, out, "out", frame.name, layer.geometry.channels);
    return out;
}

PlacedPicture placed(const NetworkPlan& plan, const Frame& frame) {
    return {frame.name,      findTensor(plan, frame.name)->address,
            frame.allRows(), frame.allColumns(),
            frame.channels,  frame.pad,
            frame.dtype};
}

SumReport sumsOf(const NetworkPlan& plan, const LayerPlan& layer) {
    const SumPlan& sums = *layer.sums;
    SumReport out;
    out.name = plan.network->layers[layer.index].name;
    const tensor::Shape& shape = plan.network->layers[layer.index].shape;
    const Picture result = pictureOf(shape);
    const bool hasFirst = layer.isStrided && layer.settings.mode != Mode::SpaceToDepth;
    out.rows = hasFirst ? layer.geometry.firstRows : result.rows;
    out.columns = hasFirst ? layer.geometry.firstColumns : result.columns;
    out.channels = result.channels;
    if (sums.layer.kind != network::Kind::Dense) {
        out.kernel = sums.layer.kernel;
        out.dilation = sums.layer.dilation;
        out.groups = sums.layer.groups;
    }
    out.input = placed(plan, sourceOf(layer));
    if (!plan.frames[layer.index + 1].empty()) // otherwise nobody reads it
        out.output = placed(plan, plan.frames[layer.index + 1].front());
    out.tiles = sums.tiles;
    out.bias = sums.bias;
    out.activation = sums.layer.activation;
    out.requant = layer.settings.requant;
    out.passes = sums.passes;
    return out;
}

} // namespace

namespace {

Result<Lowering> lowerPart(std::shared_ptr<const network::Network> network, Part part,
                           const machine::CircuitLimits& circuit, const Options& options) {
    LW_TRY(NetworkPlan plan, planNetwork(std::move(network), std::move(part), circuit, options));
    Lowering out;
    out.plan = std::move(plan);
    Report& report = out.report;
    report.network = out.plan.network->name;
    report.machine = circuit.name;
    report.requested = options.mode ? std::string(nameOf(*options.mode)) : "automatic";
    report.images = options.images;
    report.bufferBytes = out.plan.bufferBytes;
    Emission emission{out.plan, report};
    std::vector<std::uint32_t> rowOfStep(out.plan.network->layers.size() + 1);
    writeConstants(emission);
    for (; emission.image < options.images; ++emission.image) {
        if (options.launches)
            writeLaunch(emission);
        else
            writeInput(emission);
        for (const LayerPlan& layer : out.plan.layers) {
            LayerNotes notes;
            if (layer.isStrided && emission.image == 0)
                notes.strided = &report.layers.emplace_back(reportOf(out.plan, layer));
            if (layer.sums && emission.image == 0)
                notes.sums = &report.sums.emplace_back(sumsOf(out.plan, layer));
            const std::uint32_t first = emission.text.rows();
            if (emission.image == 0) rowOfStep[layer.index + 1] = first;
            writeLayer(emission, layer, notes);
            writeKept(emission, layer);
            shareBorders(emission, layer.index + 1);
            writeAhead(emission, layer);
            if (LayerReport* const entry = notes.strided)
                entry->firstRow = first, entry->rowCount = emission.text.rows() - first;
        }
        writeOutputs(emission);
    }
    emission.text.row("halt", {});
    if (options.orderOfRows() == RowOrder::Overlapped)
        emission.text = overlappedRows(emission.text, out.plan, rowOfStep, report);
    report.rows = emission.text.rows();
    noteReuse(out.plan, rowOfStep, report);
    if (report.rows > circuit.instructionRows)
        return Problem{&messages::kTooManyRows,
                       {std::to_string(report.rows), circuit.name, std::to_string(circuit.instructionRows)},
                       {},
                       {},
                       {}};
    out.sentBytes = emission.sentBytes;
    for (std::uint32_t row = 0; row < emission.text.rows(); ++row)
        if (emission.text.all()[row].mnemonic == "wait") out.waits.push_back(row);
    out.text = headOf(out.plan) + emission.text.text();
    for (const PlannedTensor& tensor : out.plan.tensors)
        if (tensor.hasContents()) out.files.push_back({tensor.file, tensor.contents});
    return out;
}

void noteHosts(const network::Network& network, std::span<const HostLayer> layers, bool isAfter,
               Report& report) {
    for (const HostLayer& one : layers) {
        const network::Layer& layer = network.layers[one.index];
        report.hostLayers.push_back({layer.name, std::string(network::nameOf(layer.kind)), one.why, isAfter});
    }
}

} // namespace

Result<Lowering> strideKernels(const network::Network& network, const machine::CircuitLimits& circuit,
                               const Options& options) {
    const auto folded = network::withActivationsFolded(network);
    for (const network::Layer& layer : folded->layers) {
        LW_TRY([[maybe_unused]] const Done possible, checkLayer(*folded, layer, circuit));
    }
    return lowerPart(folded, wholeOf(*folded), circuit, options);
}

Result<LoweredNetwork> lowerInParts(const network::Network& network, const machine::CircuitLimits& circuit,
                                    const Options& options) {
    LoweredNetwork out;
    out.network = network::withActivationsFolded(network);
    out.stages = stagesOf(*out.network, circuit);
    const bool isWhole = std::ranges::all_of(out.stages.hosts, [](const auto& host) { return host.empty(); });
    if (isWhole || out.stages.parts.empty()) { // without any part it says why
        LW_TRY(Lowering one, strideKernels(network, circuit, options));
        out.network = one.plan.network;
        out.stages = {{one.plan.part}, {{}, {}}};
        out.parts.push_back(std::move(one));
        return out;
    }
    const std::size_t parts = out.stages.parts.size();
    for (std::size_t i = 0; i < parts; ++i) {
        LW_TRY(Lowering one, lowerPart(out.network, out.stages.parts[i], circuit, options));
        one.report.part = i + 1;
        one.report.parts = parts;
        noteHosts(*out.network, out.stages.hosts[i], false, one.report);
        if (i + 1 == parts) noteHosts(*out.network, out.stages.hosts[parts], true, one.report);
        out.parts.push_back(std::move(one));
    }
    return out;
}

void noteRun(Report& report, std::span<const std::uint64_t> issued, std::span<const std::uint64_t> waited,
             std::uint64_t hostBytes) {
    const auto sum = [&](std::uint64_t first, std::uint64_t count) {
        std::uint64_t clocks = 0;
        for (std::uint64_t i = first; i < first + count; ++i)
            clocks += (i < issued.size() ? issued[i] : 0) + (i < waited.size() ? waited[i] : 0);
        return clocks;
    };
    for (LayerReport& layer : report.layers) layer.clocks = sum(layer.firstRow, layer.rowCount);
    report.clocks = sum(0, report.rows);
    report.hostBytesBetween = hostBytes - report.constantBytes - report.hostBytesIn - report.hostBytesOut;
}

} // namespace lw::lower::striding
