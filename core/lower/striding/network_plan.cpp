// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/network_plan.h"

#include "core/lower/buffer_plan.h"
#include "core/lower/messages.h"
#include "core/lower/striding/borders.h"
#include "core/lower/striding/described.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/layer_names.h"
#include "core/lower/striding/mode_choice.h"
#include "core/lower/striding/operands.h"
#include "core/lower/striding/reuse.h"
#include "core/lower/striding/sum_plan.h"
#include "core/lower/striding/too_large.h"
#include "core/lower/striding/transposed_phases.h"
#include "core/network/arithmetic.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/reference.h"

#include <algorithm>

namespace lw::lower::striding {

using network::Kind;
using network::Layer;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

bool sameBorder(const Frame& frame, const network::Padding& pad, Border border) {
    return frame.pad == pad && (pad == network::Padding{} || frame.border == border);
}

class Planner {
  public:
    Planner(std::shared_ptr<const network::Network> network, Part part, const machine::CircuitLimits& circuit,
            const Options& options)
        : m_network(*network), m_circuit(circuit), m_ranges(network::rangesOf(m_network)) {
        m_plan.network = std::move(network);
        m_plan.part = std::move(part);
        m_plan.circuit = circuit;
        m_plan.options = options;
        m_plan.frames.resize(m_network.layers.size() + 1);
        m_plan.hostNames.resize(m_network.layers.size() + 1);
        m_lastUse.resize(m_network.layers.size() + 1);
    }

    Result<NetworkPlan> run() {
        nameHostTensors();
        noteUses();
        for (LayerPlan& layer : m_plan.layers) {
            LW_TRY([[maybe_unused]] const Done planned, planLayer(layer));
        }
        requestFrames();
        m_plan.isAhead = m_plan.options.launches && m_plan.options.launches->isAhead;
        LW_TRY([[maybe_unused]] const Done placed, makeFrames());
        for (LayerPlan& layer : m_plan.layers) addConstants(layer);
        m_reuses = planBuffer(lifetimes(), false).bytes > m_circuit.bufferBytes;
        keepTensors();
        for (LayerPlan& layer : m_plan.layers) addTiles(layer);
        LW_TRY([[maybe_unused]] const Done fitted, place());
        return std::move(m_plan);
    }

  private:
    const Layer& layerOf(const LayerPlan& plan) const { return m_network.layers[plan.index]; }
    bool isInt8() const { return m_network.precision == network::Precision::I8; }
    static std::size_t stepOf(const LayerPlan& plan) { return plan.index + 1; }
    std::size_t lastStep() const { return m_network.layers.size() + 1; }

    tensor::Shape ofAllImages(tensor::Shape shape) const {
        if (m_plan.options.images > 1) shape.insert(shape.begin(), m_plan.options.images);
        return shape;
    }
    // Until when something is needed that is there before the first image.
    std::size_t lastUseOfConstant(std::size_t step) const {
        return m_plan.options.images > 1 || m_plan.options.launches ? lastStep() : step;
    }
    bool isDescribed(ValueId id) const { return std::ranges::count(m_plan.described, id) != 0; }
    std::size_t lastUseOfGiven(ValueId id, bool isConstant) const {
        if (isDescribed(id)) return m_plan.isAhead ? lastStep() : m_lastUse[id];
        return isConstant ? lastUseOfConstant(m_lastUse[id]) : m_lastUse[id];
    }

    void nameHostTensors() {
        LayerNames names = namesOf(m_network, m_circuit);
        m_labels = std::move(names.layers);
        m_labels.insert(m_labels.begin(), names.input);
        m_names = std::move(names.taken);
        for (const std::size_t index : m_plan.part.layers) {
            LayerPlan& plan = m_plan.layers.emplace_back();
            plan.index = index;
            plan.label = m_labels[index + 1];
        }
        if (m_plan.options.launches) describeValues();
        for (const ValueId id : m_plan.part.brings)
            if (!isDescribed(id)) nameBrought(id);
        for (const ValueId id : m_plan.part.gives)
            if (!isDescribed(id)) nameOnHost(id);
        for (const LayerPlan& layer : m_plan.layers)
            if (layerOf(layer).kind == Kind::Constant && !isDescribed(layer.index + 1))
                nameConstant(layer.index);
    }
    void describeValues() {
        m_plan.described = describedValues(m_network, m_plan.part, m_plan.options.launches->constants);
        m_plan.launchList = m_names.take("launches");
        addTensor({m_plan.launchList, "host", DType::I32, {8}});
    }
    PlannedTensor& nameOnHost(ValueId id) {
        std::string& name = m_plan.hostNames[id];
        // An output has the name that the file gives it, also if that is of a layer that was folded.
        const std::string folded = id == network::kInput || std::ranges::count(m_network.outputs, id) == 0
                                       ? std::string()
                                       : m_network.layers[id - 1].activationLayer;
        name = folded.empty() ? m_labels[id] : m_names.take(folded);
        addTensor(
            {name, "host", network::dtypeOf(m_network, id), ofAllImages(network::shapeOf(m_network, id))});
        return m_plan.tensors.back();
    }
    void nameBrought(ValueId id) {
        PlannedTensor& tensor = nameOnHost(id);
        if (!m_plan.options.hasInputs) return;
        tensor.file = id == network::kInput ? std::string(kInputFile) : inputFileOf(tensor.name);
    }
    // A constant that is an output as well is there as often as there are images.
    void nameConstant(std::size_t index) {
        const Layer& layer = m_network.layers[index];
        std::string& name = m_plan.hostNames[index + 1];
        if (name.empty()) {
            name = m_labels[index + 1];
            addTensor({name, "host", layer.dtype, layer.shape});
        }
        const auto tensor =
            std::ranges::find_if(m_plan.tensors, [&](const PlannedTensor& one) { return one.name == name; });
        tensor->file = name + ".npy";
        tensor->contents = Tensor(layer.dtype, tensor->shape);
        const auto from = layer.weights.bytes();
        for (std::size_t at = 0; at < tensor->contents.bytes().size(); at += from.size())
            std::ranges::copy(from, tensor->contents.bytes().begin() + static_cast<std::ptrdiff_t>(at));
    }

    // A flattened value is another name of the one it is made of.
    void noteUses() {
        for (const ValueId id : m_plan.part.gives) use(id, lastStep());
        for (const LayerPlan& plan : m_plan.layers)
            for (const ValueId id : layerOf(plan).inputs) use(id, stepOf(plan));
    }
    void use(ValueId id, std::size_t step) {
        m_lastUse[id] = std::max(m_lastUse[id], step);
        if (isAlias(id)) use(m_network.layers[id - 1].inputs[0], step);
    }
    // Another name of the value that it is made of; what the host brings is there by itself.
    bool isAlias(ValueId id) const {
        return id != network::kInput && m_network.layers[id - 1].kind == Kind::Flatten && !isBrought(id);
    }
    bool isBrought(ValueId id) const { return std::ranges::count(m_plan.part.brings, id) != 0; }

    Outcome planLayer(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        plan.settings.requant = layer.requant;
        plan.settings.zero = layer.zero;
        const bool isTransposed = layer.kind == Kind::ConvTranspose;
        if (layer.kind != Kind::Conv && layer.kind != Kind::Dense && !isTransposed) return Done{};
        const tensor::Shape& shape = network::shapeOf(m_network, layer.inputs[0]);
        if (isTransposed) {
            LW_TRY(plan.phases, planPhases(layer, pictureOf(shape), m_circuit));
            return Done{};
        }
        Picture image = pictureOf(shape);
        if (layer.kind == Kind::Dense) image = {1, 1, *tensor::countOf(shape)};
        Layer sums = layer;
        network::Pair window = layer.stride;
        if (isStrided(layer)) {
            plan.isStrided = true;
            plan.geometry = strideGeometryOf(layer, shape);
            plan.facts = factsOf(layer, plan.geometry, m_ranges[plan.index + 1].sums, isInt8());
            LW_TRY([[maybe_unused]] const Done chosen, chooseMode(plan, layer, m_circuit, m_plan.options));
            sums = firstLayerOf(layer, shape);
            if (plan.settings.mode == Mode::SpaceToDepth) {
                const Regrouped regrouped = regroup(layer, image);
                sums = regrouped.layer;
                image = regrouped.image;
                window = {1, 1};
            }
        }
        LW_TRY(plan.sums, planSums(std::move(sums), image, window, m_circuit, m_plan.options.fold));
        return Done{};
    }

    // Where each value must stand, from what reads it. Backwards, so that what reads a flattened value is
    // known before what it is made of.
    void requestFrames() {
        for (const ValueId id : m_plan.part.gives) request(id, {}, Border::Zero);
        for (auto plan = m_plan.layers.rbegin(); plan != m_plan.layers.rend(); ++plan)
            for (std::size_t i = 0; i < layerOf(*plan).inputs.size(); ++i)
                request(layerOf(*plan).inputs[i], borderFor(m_network, *plan, i),
                        borderKind(m_network, layerOf(*plan)));
    }
    void request(ValueId id, const network::Padding& pad, Border border) {
        if (isAlias(id)) request(m_network.layers[id - 1].inputs[0], {}, Border::Zero);
        for (const Frame& frame : m_plan.frames[id])
            if (sameBorder(frame, pad, border)) return;
        const Picture picture = pictureOf(network::shapeOf(m_network, id));
        Frame frame{{},
                    picture.rows,
                    picture.columns,
                    picture.channels,
                    pad,
                    border,
                    network::dtypeOf(m_network, id)};
        m_plan.frames[id].push_back(std::move(frame));
    }

    Outcome makeFrames() {
        for (ValueId id = 0; id < m_plan.frames.size(); ++id) {
            const bool isThere = isBrought(id);
            for (Frame& frame : m_plan.frames[id]) {
                if (frame.pixelBytes() > kMostRounds && frame.rows * frame.columns > 1)
                    return Problem{&messages::kPixelTooLong,
                                   {network::nameOf(m_network, id), std::to_string(frame.pixelBytes()),
                                    std::to_string(kMostRounds)},
                                   {},
                                   {},
                                   {}};
                if (isAlias(id)) {
                    frame.name = plainFrame(m_network.layers[id - 1].inputs[0]).name;
                    continue;
                }
                frame.name = dotted(m_labels[id], isThere ? "in" : "out", &frame - m_plan.frames[id].data());
                const bool isConstant =
                    id != network::kInput && m_network.layers[id - 1].kind == Kind::Constant;
                addBuffer(frame.name, frame.dtype, frame.shape(), isConstant || isThere ? 0 : id,
                          isConstant || isThere ? lastUseOfGiven(id, isConstant) : m_lastUse[id]);
            }
        }
        for (LayerPlan& plan : m_plan.layers)
            for (std::size_t i = 0; i < layerOf(plan).inputs.size(); ++i)
                plan.reads.push_back(frameFor(layerOf(plan).inputs[i], borderFor(m_network, plan, i),
                                              borderKind(m_network, layerOf(plan))));
        return Done{};
    }
    const Frame& frameFor(ValueId id, const network::Padding& pad, Border border) const {
        for (const Frame& frame : m_plan.frames[id])
            if (sameBorder(frame, pad, border)) return frame;
        broken("assertion", "frame", "a value stands where it is read", __FILE__, __LINE__);
    }
    const Frame& plainFrame(ValueId id) const { return frameFor(id, {}, Border::Zero); }
    // "conv1.out", "conv1.out2": labels hold no dots, so that such names are free.
    static std::string dotted(const std::string& label, std::string_view role, std::ptrdiff_t number = 0) {
        return label + "." + numbered(role, static_cast<std::size_t>(number));
    }
    static std::string numbered(std::string_view role, std::size_t number) {
        return std::string(role) + (number == 0 ? std::string() : std::to_string(number + 1));
    }

    void addTensor(PlannedTensor tensor) { m_plan.tensors.push_back(std::move(tensor)); }
    void addBuffer(std::string name, DType dtype, tensor::Shape shape, std::size_t first, std::size_t last) {
        PlannedTensor tensor{std::move(name), "ub", dtype, std::move(shape)};
        tensor.first = first;
        tensor.last = std::max(first, last);
        addTensor(std::move(tensor));
    }
    // A tensor that the host brings into the unified buffer before the first layer.
    std::string addConstant(const LayerPlan& plan, std::string_view role, Tensor contents) {
        const std::string name = dotted(plan.label, role);
        PlannedTensor host{name + ".host", "host", contents.dtype(), contents.shape()};
        host.file = name + ".npy";
        addBuffer(name, contents.dtype(), contents.shape(), 0, lastUseOfConstant(stepOf(plan)));
        host.contents = std::move(contents);
        addTensor(std::move(host));
        return name;
    }

    std::optional<network::Pair> blocksOf(const Layer& layer) const {
        if (layer.kind != Kind::AveragePool && layer.kind != Kind::MaxPool) return std::nullopt;
        return network::poolBlocks(layer, network::shapeOf(m_network, layer.inputs[0]),
                                   largestWindow(m_circuit));
    }
    void addBetween(LayerPlan& plan, std::string_view role, const Picture& picture) {
        const DType words = isInt8() ? DType::I32 : DType::F32;
        plan.between = Frame{dotted(plan.label, role),
                             picture.rows,
                             picture.columns,
                             picture.channels,
                             {},
                             Border::Zero,
                             words};
        addBuffer(plan.between->name, words, plan.between->shape(), stepOf(plan), stepOf(plan));
    }
    void addFactors(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        const std::uint64_t columns = m_circuit.arrayColumns;
        const auto ofTwo = [&](std::string_view role, std::int32_t first, std::int32_t second) {
            std::vector<std::int32_t> both(columns, first);
            both.resize(2 * columns, second);
            return addConstant(plan, role,
                               Tensor::of(DType::I32, {2, columns}, std::span<const std::int32_t>(both)));
        };
        if (!layer.factors.empty()) plan.weights = ofTwo("weights", layer.factors[0], layer.factors[1]);
        if (layer.kind == Kind::Mul && isInt8())
            plan.ownZeros = ofTwo("zeros", network::zeroOf(m_network, layer.inputs[0]),
                                  network::zeroOf(m_network, layer.inputs[1]));
        if (!layer.requant || !layer.requant->isByChannel()) return;
        plan.factors = addConstant(
            plan, "factors", factorsOf(*layer.requant, pictureOf(layer.shape).channels, layer.shape.back()));
    }
    void addOperands(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        addFactors(plan);
        if (layer.kind == Kind::Clip)
            plan.bounds = addConstant(plan, "bounds", boundsOf(layer, m_circuit.arrayColumns));
        if (layer.kind == Kind::LeakyRelu || layer.kind == Kind::PRelu)
            plan.slopes = addConstant(plan, "slopes", slopesOf(layer, plan.reads[0].channels));
        if (layer.kind == Kind::Table)
            plan.table = addConstant(plan, "table", tableOf(layer, plan.reads[0].channels));
        if (const auto block = blocksOf(layer)) {
            const tensor::Shape& image = network::shapeOf(m_network, layer.inputs[0]);
            plan.block = *block;
            addBetween(plan, "blocks",
                       {(image[0] + block->rows - 1) / block->rows,
                        (image[1] + block->columns - 1) / block->columns, image[2]});
        }
        if (layer.kind == Kind::UpsampleBilinear) {
            addBetween(plan, "wide", {layer.shape[0] / 2, layer.shape[1], layer.shape[2]});
            plan.weights =
                addConstant(plan, "weights", bilinearWeightsOf(layer, m_circuit.arrayColumns, isInt8()));
        }
        const bool isBlockwise = plan.between && layer.kind == Kind::AveragePool && !layer.requant;
        if (layer.inputs.size() == 1 && (countsElements(layer) || isBlockwise))
            plan.counts = addConstant(
                plan, "counts", countsOf(layer, network::shapeOf(m_network, layer.inputs[0]), isInt8()));
        const std::uint64_t columns = m_circuit.arrayColumns;
        if (layer.kind == Kind::Select && layer.inputs.size() == 2 && hasFillBits(layer))
            plan.fill = addConstant(plan, "fill", fillWordsOf(layer, columns));
        if (layer.kind == Kind::Take && std::ranges::count(layer.indices, network::kFill) != 0)
            plan.fill = addConstant(plan, "fill", fillOf(layer, columns));
    }
    // What codes that do not count from 0 add hangs on the taps, which each phase has of its own.
    void addPhases(LayerPlan& plan, std::int32_t zero) {
        for (std::size_t i = 0; i < plan.phases.size(); ++i) {
            SumPlan& phase = plan.phases[i];
            if (i > 0 && zero == 0)
                phase.bias = plan.phases[0].bias;
            else if (auto bias = biasOf(phase.layer, zero))
                phase.bias = addConstant(plan, numbered("bias", i), *std::move(bias));
            if (phase.passes.empty() && plan.fill.empty())
                plan.fill = addConstant(plan, "fill", Tensor(DType::I32, {m_circuit.arrayColumns}));
        }
    }
    void addConstants(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        const auto zeroOf = [&](std::size_t input) {
            return network::dtypeOf(m_network, layer.inputs[input]) == DType::I8
                       ? network::zeroOf(m_network, layer.inputs[input])
                       : 0;
        };
        addPhases(plan, layer.kind == Kind::ConvTranspose ? zeroOf(0) : 0);
        if (plan.sums) {
            if (auto bias = biasOf(layer, zeroOf(0)))
                plan.sums->bias = addConstant(plan, "bias", *std::move(bias));
        } else if (auto zeros = zerosOf(m_network, layer)) {
            plan.zeros = addConstant(plan, "zeros", *std::move(zeros));
        }
        if (layer.kind == Kind::BatchNorm) plan.norm = addConstant(plan, "norm", normOf(layer));
        addOperands(plan);
        if (!plan.isStrided) return;
        const auto masks = masksOf(plan.settings.mode, plan.geometry, isInt8(), plan.settings.numbers);
        for (std::size_t i = 0; i < masks.size(); ++i)
            plan.masks.push_back(addConstant(plan, i == 0 ? "mask" : "mask2", masks[i]));
        if (plan.settings.mode == Mode::SpaceToDepth) {
            plan.regrouped = Frame{dotted(plan.label, "blocks"),
                                   plan.sums->image.rows,
                                   plan.sums->image.columns,
                                   plan.sums->image.channels,
                                   {},
                                   Border::Zero,
                                   plan.reads[0].dtype};
            addBuffer(plan.regrouped->name, plan.regrouped->dtype, plan.regrouped->shape(), stepOf(plan),
                      stepOf(plan));
        }
    }

    // First and second tensor of strided layers: where the matrix unit masks it works on them, elsewhere they
    // are only to be looked at, as far as there is room.
    void keepTensors() {
        std::vector<LayerPlan*> asking;
        std::vector<Wish> wishes;
        for (LayerPlan& plan : m_plan.layers) {
            if (!plan.isStrided || plan.settings.mode == Mode::SpaceToDepth) continue;
            const std::uint64_t channels = plan.geometry.channels;
            if (plan.settings.mode == Mode::MatrixMax) {
                keep(plan, channels, isInt8() ? DType::I8 : DType::F32);
                continue;
            }
            asking.push_back(&plan);
            wishes.push_back({8 * plan.geometry.firstRows * plan.geometry.firstColumns,
                              std::min(channels, m_plan.options.keep.value_or(channels))});
        }
        if (m_plan.options.keep != 0) keepMasks();
        const std::uint64_t used = planBuffer(lifetimes(), m_reuses).bytes;
        const auto shares = shareRoom(wishes, m_circuit.bufferBytes - std::min(used, m_circuit.bufferBytes));
        for (std::size_t i = 0; i < asking.size(); ++i) {
            asking[i]->keptChannels = shares[i];
            if (shares[i] != 0) keep(*asking[i], shares[i], isInt8() ? DType::I32 : DType::F32);
        }
    }
    // Masks stay to be looked at to the end, if all of them do.
    void keepMasks() {
        const std::vector<PlannedTensor> before = m_plan.tensors;
        for (const LayerPlan& plan : m_plan.layers)
            for (PlannedTensor& one : m_plan.tensors)
                if (std::ranges::count(plan.masks, one.name) != 0) one.last = lastStep();
        if (planBuffer(lifetimes(), m_reuses).bytes > m_circuit.bufferBytes) m_plan.tensors = before;
    }
    void keep(LayerPlan& plan, std::uint64_t channels, DType firstType) {
        const DType type = isInt8() ? DType::I32 : DType::F32;
        const Frame frame{
            {}, plan.geometry.firstRows, plan.geometry.firstColumns, channels, {}, Border::Zero, type};
        plan.first = plan.second = frame;
        plan.first->dtype = firstType;
        plan.first->name = dotted(plan.label, "first");
        plan.second->name = dotted(plan.label, "second");
        for (const Frame* one : {&*plan.first, &*plan.second})
            addBuffer(one->name, one->dtype, one->shape(), 0, lastStep());
    }

    // Weights, on their way from the host to the dynamic memory.
    std::string addWeights(const LayerPlan& plan, std::string_view role, Tensor contents) {
        const std::string name = dotted(plan.label, role);
        addTensor({name, "dm", contents.dtype(), contents.shape()});
        PlannedTensor host{name + ".host", "host", contents.dtype(), contents.shape()};
        host.file = name + ".npy";
        host.contents = std::move(contents);
        addTensor(std::move(host));
        return name;
    }
    void addTiles(LayerPlan& plan) {
        for (std::size_t i = 0; i < plan.phases.size(); ++i) {
            SumPlan& phase = plan.phases[i];
            phase.blocks = planBlocks(phase, 0, m_circuit.arrayColumns);
            if (!phase.passes.empty()) phase.tiles = addWeights(plan, numbered("tiles", i), tilesOf(phase));
        }
        if (!plan.sums) return;
        plan.sums->blocks = planBlocks(*plan.sums, plan.keptChannels, m_circuit.arrayColumns);
        plan.sums->tiles = addWeights(plan, "tiles", tilesOf(*plan.sums));
        if (plan.settings.mode != Mode::MatrixMax || !plan.isStrided) return;
        plan.diagonals =
            addWeights(plan, "diagonals",
                       diagonalsOf(plan.settings.matrixBlock, plan.geometry.stride.columns, isInt8()));
    }

    std::vector<Lifetime> lifetimes() const {
        std::vector<Lifetime> out;
        for (const PlannedTensor& one : m_plan.tensors)
            if (one.space == "ub") out.push_back({one.bytes(), one.first, one.last});
        return out;
    }
    Outcome place() {
        std::uint64_t host = 0, dm = 0;
        for (const PlannedTensor& one : m_plan.tensors) {
            const std::uint64_t bytes = (one.bytes() + 15) / 16 * 16;
            if (one.space == "host") host += bytes;
            if (one.space == "dm") dm += bytes;
        }
        BufferPlan buffer = planBuffer(lifetimes(), false);
        if (buffer.bytes > m_circuit.bufferBytes) buffer = planBuffer(lifetimes(), true);
        LW_TRY([[maybe_unused]] const Done fits, checkFits(m_plan, buffer.bytes, host, dm));
        m_plan.bufferBytes = buffer.bytes;
        std::size_t next = 0;
        for (PlannedTensor& one : m_plan.tensors)
            if (one.space == "ub") one.address = buffer.addresses[next++];
        nameTensors(m_plan.tensors);
        return Done{};
    }

    const network::Network& m_network;
    const machine::CircuitLimits& m_circuit;
    const std::vector<network::ValueRange> m_ranges;
    NetworkPlan m_plan;
    TensorNames m_names;
    std::vector<std::string> m_labels; // by ValueId
    std::vector<std::size_t> m_lastUse;
    bool m_reuses = false;
};

} // namespace

Result<NetworkPlan> planNetwork(std::shared_ptr<const network::Network> network, Part part,
                                const machine::CircuitLimits& circuit, const Options& options) {
    auto plan = Planner(network, part, circuit, options).run();
    if (plan || !options.launches || !options.launches->isAhead) return plan;
    Options narrower = options; // without room for the next launch beside this one
    narrower.launches->isAhead = false;
    return Planner(network, part, circuit, narrower).run();
}

} // namespace lw::lower::striding
