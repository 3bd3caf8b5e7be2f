// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/parameter_tensors.h"

#include <optional>

namespace lw::lower::training {

using network::Layer;
using network::Network;

namespace {

class ParameterWriter {
  public:
    ParameterWriter(const Network& network, const machine::CoreLimits& machine, bool keepsGradients,
                    HbmTensors& tensors, TrainingProgram& to)
        : m_network(network)
        , m_machine(machine)
        , m_keepsGradients(keepsGradients)
        , m_tensors(tensors)
        , m_out(to) {}

    ParameterTransfers run() {
        const StepPlan& plan = m_out.plan;
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            const Layer& layer = m_network.layers[i];
            const LayerParameters& of = plan.parameters.layers[i];
            const auto trained = [&](std::string part, const tensor::Tensor& contents, std::uint64_t row) {
                addVector(i, of, std::move(part), contents, plan.trained.row + row, plan.gradients.row + row);
            };
            const auto running = [&](std::string part, const tensor::Tensor& contents, Statistic which) {
                addVector(i, of, std::move(part), contents,
                          plan.statistics.row + Parameters::row(of, which, 0), {});
            };
            if (of.window) addWeights(i, of);
            if (of.bias) trained("bias", *layer.bias, *of.bias);
            if (!of.statistics) continue;
            trained("scale", layer.scale, *of.scale);
            trained("shift", layer.shift, *of.shift);
            running("mean", layer.mean, Statistic::RunningMean);
            running("variance", layer.variance, Statistic::RunningVariance);
        }
        return std::move(m_transfers);
    }

  private:
    std::uint64_t granulesPerRow() const { return m_machine.lanes / 4; }
    std::uint64_t registerGranules() const { return m_machine.sublanes * granulesPerRow(); }

    // A parameter in HBM as tiles, of which one is a vector register: where its rows lie in vector memory.
    void addTensor(ParameterTensor of, const tensor::Tensor& contents, tensor::Shape shape, Transfer transfer,
                   std::optional<std::uint64_t> gradientRow) {
        const std::string file = m_network.layers[of.layer].name + "." + of.part;
        of.name = m_tensors.names.take(file);
        const std::string declared = ", f32, " + tensor::shapeText(shape) + ", hbm, tile";
        m_tensors.text += ".tensor " + of.name + declared + " = \"" + of.name + ".npy\"\n";
        m_tensors.use.add(of.name, tiledBytes(shape, m_machine));
        m_out.files.push_back({of.name + ".npy", reshaped(contents, shape)});
        transfer.outside = "granule(" + of.name + ")";
        m_transfers.in.push_back(transfer);
        m_transfers.out.push_back(transfer);
        if (gradientRow && m_keepsGradients) {
            of.gradient = m_tensors.names.take(file + ".gradient");
            m_tensors.text += ".tensor " + of.gradient + declared + "\n";
            m_tensors.use.add(of.gradient, tiledBytes(shape, m_machine));
            transfer.outside = "granule(" + of.gradient + ")";
            transfer.row = *gradientRow;
            m_transfers.out.push_back(transfer);
        }
        m_out.parameters.push_back(std::move(of));
    }

    static tensor::Tensor reshaped(const tensor::Tensor& tensor, const tensor::Shape& shape) {
        return {tensor.dtype(), shape, {tensor.bytes().begin(), tensor.bytes().end()}};
    }

    void addWeights(std::size_t layer, const LayerParameters& of) {
        const WeightLayout& weights = of.window->weights;
        const tensor::Tensor& contents = m_network.layers[layer].weights;
        const tensor::Shape shape = contents.shape().size() == 4
                                        ? contents.shape()
                                        : tensor::Shape{weights.taps, weights.inputs, weights.outputs};
        const std::uint64_t taps = contents.shape().size() == 4 ? shape[0] * shape[1] : weights.taps;
        const bool isSideBySide = taps != weights.taps; // rows of a tap are part of a register
        const std::uint64_t inputs = isSideBySide ? shape[2] : weights.inputs;
        const std::uint64_t tapRows = isSideBySide ? weights.inputs / taps : weights.tapRows();
        const std::uint64_t tiles = (inputs + m_machine.sublanes - 1) / m_machine.sublanes;
        const auto tile = static_cast<std::int64_t>(registerGranules());
        const auto blocks = static_cast<std::int64_t>(weights.outputBlocks());
        const auto granules = [&](std::uint64_t rows) {
            return static_cast<std::int64_t>(rows * granulesPerRow());
        };
        Transfer transfer;
        transfer.row = m_out.plan.trained.row + of.weights;
        transfer.loops = {{{isSideBySide ? tapRows * granulesPerRow() : registerGranules(), 1, 1},
                           {tiles, blocks * tile, tile},
                           {taps, static_cast<std::int64_t>(tiles) * blocks * tile, granules(tapRows)},
                           {weights.outputBlocks(), tile, granules(weights.taps * weights.tapRows())}}};
        addTensor({layer, "weights", {}, {}}, contents, shape, transfer,
                  m_out.plan.gradients.row + of.weights);
    }

    void addVector(std::size_t layer, const LayerParameters& of, std::string part,
                   const tensor::Tensor& contents, std::uint64_t row,
                   std::optional<std::uint64_t> gradientRow) {
        Transfer transfer;
        transfer.row = row;
        transfer.loops[0] = {granulesPerRow(), 1, 1};
        transfer.loops[1] = {of.image.blocks(), static_cast<std::int64_t>(registerGranules()),
                             static_cast<std::int64_t>(granulesPerRow())};
        addTensor({layer, std::move(part), {}, {}}, contents, contents.shape(), transfer, gradientRow);
    }

    const Network& m_network;
    const machine::CoreLimits& m_machine;
    bool m_keepsGradients;
    HbmTensors& m_tensors;
    TrainingProgram& m_out;
    ParameterTransfers m_transfers;
};

} // namespace

std::int64_t granulesOf(const std::vector<Transfer>& transfers) {
    std::int64_t out = 0;
    for (const Transfer& transfer : transfers) out += static_cast<std::int64_t>(transfer.granules());
    return out;
}

ParameterTransfers addParameters(const Network& network, const machine::CoreLimits& machine,
                                 bool keepsGradients, HbmTensors& tensors, TrainingProgram& to) {
    return ParameterWriter(network, machine, keepsGradients, tensors, to).run();
}

} // namespace lw::lower::training
