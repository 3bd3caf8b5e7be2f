// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/register_group.h"
#include "core/lower/training/messages.h"
#include "core/lower/training/placed_moves.h"
#include "core/lower/training/program.h"
#include "core/lower/training/window_rows.h"

#include "core/network/kinds.h"
#include "core/network/taps_in_lanes.h"
#include "core/network/value_image.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace lw::lower::training {

using network::Kind;
using network::Layer;
using network::Network;

namespace {

Problem refused(const Layer& layer, std::string why) {
    return {&messages::kNotTrained,
            {std::string(network::nameOf(layer.kind)), layer.name, std::move(why)},
            layer.place,
            {},
            {}};
}

network::ValueId layerValue(const Network& network, const Layer& layer) {
    return static_cast<network::ValueId>(&layer - network.layers.data()) + 1;
}

// What layers this chip's programs know.
Outcome checkLayers(const Network& network, std::uint32_t lanes) {
    for (const Layer& layer : network.layers) {
        switch (layer.kind) {
        case Kind::Conv:
            if (layer.groups != 1) return refused(layer, "it has groups");
            break;
        case Kind::Dense:
        case Kind::BatchNorm:
        case Kind::Relu:
        case Kind::LeakyRelu:
        case Kind::Add:
        case Kind::MaxPool:
        case Kind::AveragePool:
        case Kind::Concat:
        case Kind::Flatten: break;
        default: return refused(layer, "the chip's programs do not know layers of this kind");
        }
        const bool joinsLists = layer.kind == Kind::Concat && layer.shape.size() == 1;
        const bool isElementwise = layer.kind == Kind::BatchNorm || layer.kind == Kind::Relu ||
                                   layer.kind == Kind::LeakyRelu || layer.kind == Kind::Add ||
                                   layer.kind == Kind::Flatten;
        for (const network::ValueId input : layer.inputs)
            if (isElementwise &&
                network::imageOf(network, input) != network::imageOf(network, layerValue(network, layer)))
                return refused(layer, "it reads a flattened image as a list");
        for (const network::ValueId input : layer.inputs) {
            const tensor::Shape image = network::imageOf(network, input);
            if (joinsLists && image[0] * image[1] != 1)
                return refused(layer, "it reads a flattened image as a list");
        }
        if (layer.activation != network::Activation::None && layer.activation != network::Activation::Relu)
            return refused(layer, "it ends with another activation than relu");
    }
    const tensor::Shape output = network::imageOf(network, network.outputs[0]);
    const Layer& last = network.layers[network.outputs[0] - 1];
    if (network.training->loss == network::Loss::SoftmaxCrossEntropy) {
        if (output[2] > lanes)
            return refused(last, "it has " + std::to_string(output[2]) + " classes, the machine " +
                                     std::to_string(lanes) + " lanes");
        if (output[0] * output[1] != 1) return refused(last, "its classes are a flattened image");
    }
    return Done{};
}

Grouping groupingFor(std::uint32_t batch, const machine::CoreLimits& machine) {
    const std::uint32_t unroll = registerGroup(batch, machine.lanes, machine.sublanes, machine.queueDepth);
    return {machine.lanes, machine.sublanes, unroll, std::bit_floor(machine.queueDepth) / unroll,
            machine.pushClocks};
}

// A step that adds a gradient to that of a reader before it, or of one place to that of another.
bool addsGradients(const Network& network, const KeepStep& step) {
    const auto adds = [&](const Held& held) {
        const bool isOwn = held.value == step.value; // which a mask changes in place
        return !isOwn && std::ranges::count(step.reads, held) != 0;
    };
    if (std::ranges::any_of(step.writes, adds)) return true;
    if (step.kind != StepKind::DataGradient || step.value == network::kInput) return false;
    const Layer& layer = network.layers[step.value - 1];
    std::vector<network::ValueId> inputs = layer.inputs;
    std::ranges::sort(inputs);
    return layer.kind == Kind::Concat && std::ranges::adjacent_find(inputs) != inputs.end();
}

std::uint64_t wholeGroups(std::uint64_t rows, const Grouping& by) {
    return (rows + by.groupRows() - 1) / by.groupRows() * by.groupRows();
}

std::string_view nameOfPart(Part part) { return kPartNames[static_cast<std::size_t>(part)]; }

Problem tooLarge(const Network& network, const StepPlan& plan, const machine::CoreLimits& machine) {
    const Buffer* largest = plan.memory.largest();
    const std::string name = largest ? network::nameOf(network, largest->held.value) : network.name;
    const std::string part(largest ? nameOfPart(largest->held.part) : "value");
    const auto bytes = [&](std::uint64_t rows) { return std::to_string(rows * machine.rowBytes()); };
    return {&messages::kMemory,
            {bytes(plan.rows), machine.name, bytes(machine.vmemRows), part, name,
             bytes(largest ? largest->rows : 0)},
            network.training->place,
            {},
            {}};
}

// Tensors in that many rows, and moves beside the steps if the plan opens any. More rows are taken if there
// is no other way.
void place(const KeepPlan& keep, const std::function<std::uint64_t(const Held&)>& rowsOf, std::uint64_t rows,
           bool isApart, StepPlan& out) {
    const bool isOpen = !keep.moves.empty();
    PlacedMoves placed;
    if (isApart) {
        placed.moves = isOpen ? OpenMoves{keep.moves, keep.hasNextBatch, keep.beside} : closedMoves(keep);
        placed.memory = placeTensors(keep, placed.moves, rowsOf, true);
    }
    if (!isApart || placed.memory.rows > rows) placed = placeMoves(keep, rowsOf, rows);
    out.memory = std::move(placed.memory);
    out.moves = isOpen ? widened(keep, std::move(placed.moves), out.memory) : std::move(placed.moves);
}

} // namespace

// Groups of registers are chosen to fit; squares of lanes are what the unit takes.
Outcome checkQueues(const Network& network, const machine::CoreLimits& machine) {
    const auto refuse = [&](std::string_view unit, std::uint32_t needed) -> Outcome {
        return Problem{
            &messages::kQueue,
            {std::string(unit), std::to_string(machine.queueDepth), machine.name, std::to_string(needed)},
            network.training->place,
            {},
            {}};
    };
    const std::uint32_t square = machine.lanes / machine.sublanes;
    if (machine.queueDepth < square) return refuse("transpose unit", square);
    constexpr std::uint32_t kOfSum = 2; // the reciprocal and the logarithm of a softmax's sum
    const bool hasSoftmax = network.training->loss == network::Loss::SoftmaxCrossEntropy;
    if (hasSoftmax && machine.queueDepth < kOfSum) return refuse("extended unary pipeline", kOfSum);
    return Done{};
}

Result<StepPlan> planStep(const Network& network, const KeepPlan& keep, const machine::CoreLimits& machine,
                          const Options& options) {
    if (network::hasTapsInLanes(network))
        return planStep(network::tapsAsChannels(network), keep, machine, options);
    LW_TRY([[maybe_unused]] const Done known, checkLayers(network, machine.lanes));
    const std::uint32_t batch = network.training->batch;
    if (batch == 0 || batch % machine.sublanes != 0) {
        std::uint64_t next = (batch / machine.sublanes + 1) * std::uint64_t{machine.sublanes};
        if (next > network::kMostBatch) next -= machine.sublanes;
        return Problem{&messages::kBatch,
                       {std::to_string(batch), std::to_string(machine.sublanes), std::to_string(next)},
                       network.training->place,
                       {},
                       {}};
    }
    StepPlan out;
    out.by = groupingFor(batch, machine);
    out.parameters = parametersOf(network, out.by);
    const ImageLayout target = layoutOf(network, network.outputs[0], out.by);
    const bool hasTargets = network.training->loss == network::Loss::MeanSquares;
    std::uint64_t squares = 0, most = 0;
    for (const LayerParameters& layer : out.parameters.layers) {
        if (layer.window) squares = std::max(squares, transposedRows(*layer.window, out.by));
        most = std::max(most, layer.image.memoryRows());
        // What is left of a gradient, and the maxima once more.
        if (layer.pool) squares = std::max(squares, 2 * layer.image.memoryRows());
        if (layer.window) most = std::max(most, layer.window->from.memoryRows());
    }
    // Zeros, dump, scratch and kept.
    std::uint64_t next =
        2 * std::uint64_t{out.by.groupRows()} + wholeGroups(2 * std::uint64_t{out.by.sublanes}, out.by);
    const auto take = [&](std::uint64_t rows) {
        const Region region{next, wholeGroups(rows, out.by)};
        next += region.rows;
        return region;
    };
    out.labels = take(hasTargets ? target.memoryRows() : batch);
    out.trained = take(out.parameters.trained);
    out.gradients = take(out.parameters.trained);
    out.velocities = take(network.training->optimiser.momentum != 0 ? out.parameters.trained : 0);
    out.statistics = take(out.parameters.statistics);
    out.squares = take(squares);
    const auto rowsOf = [&](const Held& held) { return rowsOfHeld(network, held, out.by); };
    const auto adds = [&](const KeepStep& step) { return addsGradients(network, step); };
    out.sums = take(std::ranges::any_of(keep.steps, adds) ? most : 0);
    out.unwritten = take(options.forgetsReleased ? out.by.groupRows() : 0);
    place(keep, rowsOf, machine.vmemRows - std::min<std::uint64_t>(next, machine.vmemRows),
          options.forgetsReleased, out);
    out.tensors = take(out.memory.rows);
    out.rows = next;
    if (out.rows > machine.vmemRows) return tooLarge(network, out, machine);
    return out;
}

Result<std::uint64_t> bytesBesides(const Network& network, const KeepPlan& keep,
                                   const machine::CoreLimits& machine) {
    machine::CoreLimits endless = machine;
    endless.vmemRows = std::numeric_limits<std::uint32_t>::max();
    LW_TRY(const StepPlan plan, planStep(network, keep, endless, {}));
    return plan.tensors.row * machine.rowBytes();
}

} // namespace lw::lower::training
