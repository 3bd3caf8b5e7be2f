// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/layer_constants.h"

#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/masks.h"
#include "core/lower/striding/operands.h"
#include "core/lower/striding/sum_plan.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"

#include <algorithm>
#include <utility>

namespace lw::lower::striding {

using network::Kind;
using network::Layer;
using tensor::DType;
using tensor::Tensor;

namespace {

class LayerConstants {
  public:
    LayerConstants(const NetworkPlan& plan, PlanTensors& tensors)
        : m_plan(plan), m_network(*plan.network), m_tensors(tensors) {}

    void run(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        const auto zeroOf = [&](std::size_t input) {
            return network::dtypeOf(m_network, layer.inputs[input]) == DType::I8
                       ? network::zeroOf(m_network, layer.inputs[input])
                       : 0;
        };
        addPhases(plan, layer.kind == Kind::ConvTranspose ? zeroOf(0) : 0);
        if (plan.sums) {
            if (auto bias = biasOf(layer, zeroOf(0)))
                plan.sums->bias = m_tensors.addConstant(plan, "bias", *std::move(bias));
        } else if (auto zeros = zerosOf(m_network, layer)) {
            plan.zeros = m_tensors.addConstant(plan, "zeros", *std::move(zeros));
        }
        if (layer.kind == Kind::BatchNorm) plan.norm = m_tensors.addConstant(plan, "norm", normOf(layer));
        addOperands(plan);
        if (!plan.isStrided) return;
        const auto masks = masksOf(plan.settings.mode, plan.geometry, isInt8(), plan.settings.numbers);
        for (std::size_t i = 0; i < masks.size(); ++i)
            plan.masks.push_back(m_tensors.addConstant(plan, i == 0 ? "mask" : "mask2", masks[i]));
        if (plan.settings.mode == Mode::SpaceToDepth) {
            plan.regrouped = Frame{dotted(plan.label, "blocks"),
                                   plan.sums->image.rows,
                                   plan.sums->image.columns,
                                   plan.sums->image.channels,
                                   {},
                                   Border::Zero,
                                   plan.reads[0].dtype};
            m_tensors.addBuffer(plan.regrouped->name, plan.regrouped->dtype, plan.regrouped->shape(),
                                PlanTensors::stepOf(plan), PlanTensors::stepOf(plan));
        }
    }

  private:
    std::optional<network::Pair> blocksOf(const Layer& layer) const {
        if (layer.kind != Kind::AveragePool && layer.kind != Kind::MaxPool) return std::nullopt;
        return network::poolBlocks(layer, network::shapeOf(m_network, layer.inputs[0]),
                                   largestWindow(m_plan.circuit));
    }
    void addBetween(LayerPlan& plan, std::string_view role, const Picture& picture) {
        const DType words = isInt8() ? DType::I32 : DType::F32;
        plan.between = Frame{dotted(plan.label, role),
                             picture.rows,
                             picture.columns,
                             picture.channels,
                             {plan.halo.top, plan.halo.bottom, 0, 0},
                             Border::Zero,
                             words};
        m_tensors.addBuffer(plan.between->name, words, plan.between->shape(), PlanTensors::stepOf(plan),
                            PlanTensors::stepOf(plan));
    }
    void addFactors(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        const std::uint64_t columns = m_plan.circuit.arrayColumns;
        const auto ofTwo = [&](std::string_view role, std::int32_t first, std::int32_t second) {
            std::vector<std::int32_t> both(columns, first);
            both.resize(2 * columns, second);
            return m_tensors.addConstant(
                plan, role, Tensor::of(DType::I32, {2, columns}, std::span<const std::int32_t>(both)));
        };
        if (!layer.factors.empty()) plan.weights = ofTwo("weights", layer.factors[0], layer.factors[1]);
        if (layer.kind == Kind::Mul && isInt8())
            plan.ownZeros = ofTwo("zeros", network::zeroOf(m_network, layer.inputs[0]),
                                  network::zeroOf(m_network, layer.inputs[1]));
        if (!layer.requant || !layer.requant->isByChannel()) return;
        plan.factors = m_tensors.addConstant(
            plan, "factors", factorsOf(*layer.requant, pictureOf(layer.shape).channels, layer.shape.back()));
    }
    void addOperands(LayerPlan& plan) {
        const Layer& layer = layerOf(plan);
        addFactors(plan);
        if (layer.kind == Kind::Clip)
            plan.bounds = m_tensors.addConstant(plan, "bounds", boundsOf(layer, m_plan.circuit.arrayColumns));
        if (layer.kind == Kind::LeakyRelu || layer.kind == Kind::PRelu)
            plan.slopes = m_tensors.addConstant(plan, "slopes", slopesOf(layer, plan.reads[0].channels));
        if (layer.kind == Kind::Table)
            plan.table = m_tensors.addConstant(plan, "table", tableOf(layer, plan.reads[0].channels));
        if (const auto block = blocksOf(layer)) {
            const tensor::Shape& image = network::shapeOf(m_network, layer.inputs[0]);
            plan.block = *block;
            addBetween(plan, "blocks",
                       {(image[0] + block->rows - 1) / block->rows,
                        (image[1] + block->columns - 1) / block->columns, image[2]});
        }
        if (layer.kind == Kind::UpsampleBilinear) {
            const std::uint64_t rows = network::shapeOf(m_network, layer.inputs[0])[0];
            addBetween(plan, "wide", {rows, layer.shape[1], layer.shape[2]});
            plan.weights = m_tensors.addConstant(
                plan, "weights", bilinearWeightsOf(layer, m_plan.circuit.arrayColumns, isInt8()));
        }
        const bool isBlockwise = plan.between && layer.kind == Kind::AveragePool && !layer.requant;
        if (layer.inputs.size() == 1 && (countsElements(layer) || isBlockwise))
            plan.counts = m_tensors.addConstant(
                plan, "counts", countsOf(layer, network::shapeOf(m_network, layer.inputs[0]), isInt8()));
        const std::uint64_t columns = m_plan.circuit.arrayColumns;
        if (layer.kind == Kind::Select && layer.inputs.size() == 2 && hasFillBits(layer))
            plan.fill = m_tensors.addConstant(plan, "fill", fillWordsOf(layer, columns));
        if (layer.kind == Kind::Take && std::ranges::count(layer.indices, network::kFill) != 0)
            plan.fill = m_tensors.addConstant(plan, "fill", fillOf(layer, columns));
    }
    // What codes that do not count from 0 add depends on the taps, and each phase has its own.
    void addPhases(LayerPlan& plan, std::int32_t zero) {
        for (std::size_t i = 0; i < plan.phases.size(); ++i) {
            SumPlan& phase = plan.phases[i];
            if (i > 0 && zero == 0)
                phase.bias = plan.phases[0].bias;
            else if (auto bias = biasOf(phase.layer, zero))
                phase.bias = m_tensors.addConstant(plan, numbered("bias", i), *std::move(bias));
            if (phase.passes.empty() && plan.fill.empty())
                plan.fill =
                    m_tensors.addConstant(plan, "fill", Tensor(DType::I32, {m_plan.circuit.arrayColumns}));
        }
    }

    const Layer& layerOf(const LayerPlan& plan) const { return m_network.layers[plan.index]; }
    bool isInt8() const { return m_network.precision == network::Precision::I8; }

    const NetworkPlan& m_plan;
    const network::Network& m_network;
    PlanTensors& m_tensors;
};

} // namespace

void addConstants(LayerPlan& layer, const NetworkPlan& plan, PlanTensors& tensors) {
    LayerConstants(plan, tensors).run(layer);
}

} // namespace lw::lower::striding
