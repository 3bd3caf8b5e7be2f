// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/network_plan.h"

#include "core/lower/messages.h"
#include "core/lower/striding/border_rows.h"
#include "core/lower/striding/borders.h"
#include "core/lower/striding/described.h"
#include "core/lower/striding/layer_constants.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/layer_names.h"
#include "core/lower/striding/mode_choice.h"
#include "core/lower/striding/operands.h"
#include "core/lower/striding/plan_tensors.h"
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
        for (LayerPlan& layer : m_plan.layers) addConstants(layer, m_plan, m_tensors);
        m_reuses = planBuffer(m_tensors.lifetimes(), false).bytes > m_circuit.bufferBytes;
        keepTensors();
        for (LayerPlan& layer : m_plan.layers) addTiles(layer);
        LW_TRY([[maybe_unused]] const Done fitted, place());
        return std::move(m_plan);
    }

  private:
    const Layer& layerOf(const LayerPlan& plan) const { return m_network.layers[plan.index]; }
    bool isInt8() const { return m_network.precision == network::Precision::I8; }
    tensor::Shape ofAllImages(tensor::Shape shape) const {
        if (m_plan.options.images > 1) shape.insert(shape.begin(), m_plan.options.images);
        return shape;
    }
    bool isDescribed(ValueId id) const { return std::ranges::count(m_plan.described, id) != 0; }
    std::size_t lastUseOfGiven(ValueId id, bool isConstant) const {
        if (isDescribed(id)) return m_plan.isAhead ? m_tensors.lastStep() : m_lastUse[id];
        return isConstant ? m_tensors.lastUseOfConstant(m_lastUse[id]) : m_lastUse[id];
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
        m_plan.described = describedValues(m_network, m_plan.part, *m_plan.options.launches);
        m_plan.launchList = m_names.take("launches");
        m_tensors.add({m_plan.launchList, "host", DType::I32, {8}});
    }
    PlannedTensor& nameOnHost(ValueId id) {
        std::string& name = m_plan.hostNames[id];
        // An output has the name given in the file, even if that is the name of a layer that was folded.
        const std::string folded = id == network::kInput || std::ranges::count(m_network.outputs, id) == 0
                                       ? std::string()
                                       : m_network.layers[id - 1].activationLayer;
        name = folded.empty() ? m_labels[id] : m_names.take(folded);
        m_tensors.add(
            {name, "host", network::dtypeOf(m_network, id), ofAllImages(network::shapeOf(m_network, id))});
        return m_plan.tensors.back();
    }
    void nameBrought(ValueId id) {
        PlannedTensor& tensor = nameOnHost(id);
        if (!m_plan.options.hasInputs) return;
        tensor.file = id == network::kInput ? std::string(kInputFile) : inputFileOf(tensor.name);
    }
    // A constant that is also an output exists as often as there are images.
    void nameConstant(std::size_t index) {
        const Layer& layer = m_network.layers[index];
        std::string& name = m_plan.hostNames[index + 1];
        if (name.empty()) {
            name = m_labels[index + 1];
            m_tensors.add({name, "host", layer.dtype, layer.shape});
        }
        const auto tensor =
            std::ranges::find_if(m_plan.tensors, [&](const PlannedTensor& one) { return one.name == name; });
        tensor->file = name + ".npy";
        tensor->contents = Tensor(layer.dtype, tensor->shape);
        const auto from = layer.weights.bytes();
        for (std::size_t at = 0; at < tensor->contents.bytes().size(); at += from.size())
            std::ranges::copy(from, tensor->contents.bytes().begin() + static_cast<std::ptrdiff_t>(at));
    }

    // A flattened value is another name for the one from which it is made.
    void noteUses() {
        for (const ValueId id : m_plan.part.gives) use(id, m_tensors.lastStep());
        for (const LayerPlan& plan : m_plan.layers)
            for (const ValueId id : layerOf(plan).inputs) use(id, PlanTensors::stepOf(plan));
    }
    void use(ValueId id, std::size_t step) {
        m_lastUse[id] = std::max(m_lastUse[id], step);
        if (isAlias(id)) use(m_network.layers[id - 1].inputs[0], step);
    }
    // Another name for the value from which it is made; what the host brings exists by itself.
    bool isAlias(ValueId id) const {
        return id != network::kInput && m_network.layers[id - 1].kind == Kind::Flatten && !isBrought(id);
    }
    bool isBrought(ValueId id) const { return std::ranges::count(m_plan.part.brings, id) != 0; }

    Outcome planLayer(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        plan.settings.requant = layer.requant;
        plan.settings.zero = layer.zero;
        if (layer.kind == Kind::UpsampleBilinear) plan.halo = haloOf(m_plan);
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
        if (isStrided(layer) && m_plan.options.strideBy == StrideBy::Pattern) {
            LW_TRY(plan.sums, planSumsByPattern(layer, image, m_circuit, m_plan.options.fold));
            return Done{};
        }
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

    // Where each value must be, from what reads it. Backwards, so that the readers of a flattened value are
    // known before the value from which it is made.
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
        const std::vector<std::size_t> free = bordersFreeFrom(m_plan);
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
                frame.name = dotted(m_labels[id], isThere ? "in" : "out",
                                    static_cast<std::size_t>(&frame - m_plan.frames[id].data()));
                const bool isConstant =
                    id != network::kInput && m_network.layers[id - 1].kind == Kind::Constant;
                m_tensors.addBuffer(frame.name, frame.dtype, frame.shape(),
                                    isConstant || isThere ? 0 : std::min<std::size_t>(id, free[id]),
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
    // First and second tensor of strided layers: where the matrix unit masks it works on them, otherwise they
    // are kept only to be looked at, as far as there is room.
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
        const std::uint64_t used = planBuffer(m_tensors.lifetimes(), m_reuses).bytes;
        const auto shares = shareRoom(wishes, m_circuit.bufferBytes - std::min(used, m_circuit.bufferBytes));
        for (std::size_t i = 0; i < asking.size(); ++i) {
            asking[i]->keptChannels = shares[i];
            if (shares[i] != 0) keep(*asking[i], shares[i], isInt8() ? DType::I32 : DType::F32);
        }
    }
    // Masks stay until the end to be looked at, if all of them can.
    void keepMasks() {
        const std::vector<PlannedTensor> before = m_plan.tensors;
        for (const LayerPlan& plan : m_plan.layers)
            for (PlannedTensor& one : m_plan.tensors)
                if (std::ranges::count(plan.masks, one.name) != 0) one.last = m_tensors.lastStep();
        if (planBuffer(m_tensors.lifetimes(), m_reuses).bytes > m_circuit.bufferBytes)
            m_plan.tensors = before;
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
            m_tensors.addBuffer(one->name, one->dtype, one->shape(), 0, m_tensors.lastStep());
    }

    void addTiles(LayerPlan& plan) {
        for (std::size_t i = 0; i < plan.phases.size(); ++i) {
            SumPlan& phase = plan.phases[i];
            phase.blocks = planBlocks(phase, 0, m_circuit.arrayColumns);
            if (!phase.passes.empty())
                phase.tiles = m_tensors.addWeights(plan, numbered("tiles", i), tilesOf(phase));
        }
        if (!plan.sums) return;
        plan.sums->blocks = planBlocks(*plan.sums, plan.keptChannels, m_circuit.arrayColumns);
        plan.sums->tiles = m_tensors.addWeights(plan, "tiles", tilesOf(*plan.sums));
        if (plan.settings.mode != Mode::MatrixMax || !plan.isStrided) return;
        plan.diagonals = m_tensors.addWeights(
            plan, "diagonals",
            diagonalsOf(plan.settings.matrixBlock, plan.geometry.stride.columns, isInt8()));
    }

    Outcome place() {
        std::uint64_t host = 0, dm = 0;
        for (const PlannedTensor& one : m_plan.tensors) {
            const std::uint64_t bytes = (one.bytes() + 15) / 16 * 16;
            if (one.space == "host") host += bytes;
            if (one.space == "dm") dm += bytes;
        }
        BufferPlan buffer = planBuffer(m_tensors.lifetimes(), false);
        BufferPlan least = planBuffer(m_tensors.lifetimes(), true);
        m_plan.peakBytes = least.bytes;
        if (buffer.bytes > m_circuit.bufferBytes) buffer = std::move(least);
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
    PlanTensors m_tensors{m_plan};
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
