// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/program_rows.h"

#include <algorithm>

namespace lw::lower::striding {

using tensor::DType;

namespace {

const PlannedTensor& tensorNamed(const NetworkPlan& plan, std::string_view name) {
    const auto at = std::find_if(plan.tensors.begin(), plan.tensors.end(),
                                 [&](const PlannedTensor& one) { return one.name == name; });
    LW_ASSERT(at != plan.tensors.end(), "a tensor of the plan");
    return *at;
}

} // namespace

void StripRows::load(const std::string& to, const Frame& from, const Area& part, std::uint64_t channel,
                     std::uint64_t channels, const network::Pair& step) {
    loadFromCorner(to, from, {from.pad.top + part.row, part.rows, from.pad.left + part.column, part.columns},
                   channel, channels, step);
}

void StripRows::loadFromCorner(const std::string& to, const Frame& from, const Area& part,
                               std::uint64_t channel, std::uint64_t channels, const network::Pair& step) {
    const std::string pattern =
        m_out.text.pattern(from.pixels(part.rows, part.columns, step.rows, step.columns));
    m_out.text.row("vload" + std::string(suffixOf(from.dtype)),
                   {to, from.fromCorner(part.row, part.column, channel), pattern, std::to_string(channels)});
}

void StripRows::activate(network::Activation activation) {
    switch (activation) {
    case network::Activation::None: return;
    case network::Activation::Relu: m_out.text.row(typed("vrelu"), {data(), data()}); return;
    case network::Activation::Sigmoid: m_out.text.row("vsigm", {data(), data()}); return;
    case network::Activation::Tanh: m_out.text.row("vtanh", {data(), data()}); return;
    }
}

void StripRows::mask(const Area& part) {
    const Masking masking = rowOf(m_layer.settings.mode).masking;
    for (const std::string& name : m_layer.masks) {
        const PlannedTensor& mask = tensorNamed(m_out.plan, name);
        const Frame frame{name, mask.shape[0], mask.shape[1], 1, {}, Border::Zero, mask.dtype};
        load(spare(1), frame, part, 0, 1);
        const std::string mnemonic = masking == Masking::AddLow   ? typed("vadd")
                                     : masking == Masking::Select ? "vsel"
                                                                  : typed("vmul");
        m_out.text.row(mnemonic, {data(), data(), spare(1), "by=2"}, "masked");
    }
}

void StripRows::pool() {
    switch (rowOf(m_layer.settings.mode).pooling) {
    case Pooling::None: return;
    case Pooling::Max: poolBy("pool.max", spare(2)); break;
    case Pooling::Sum: poolBy("pool.sum", spare(2)); break;
    case Pooling::MaxPlusMin:
        poolBy("pool.max", spare(2), "edge=1");
        poolBy("pool.min", spare(1), "edge=1");
        m_out.text.row(typed("vadd"), {spare(2), spare(2), spare(1)});
        break;
    }
    m_data += 2;
}

void StripRows::poolBy(std::string_view mnemonic, const std::string& to, const std::string& edge) {
    const auto steps = poolSteps(m_layer.geometry.stride, m_out.plan.circuit);
    LW_ASSERT(steps.has_value(), "the windows were checked");
    std::string from = data();
    for (const network::Pair& step : *steps) {
        std::vector<std::string> operands{
            to, from, m_out.text.pattern({step.columns, step.columns, step.rows, step.rows})};
        if (!edge.empty()) operands.push_back(edge);
        m_out.text.row(typed(mnemonic), operands);
        from = to;
    }
}

void StripRows::requantise(const std::optional<network::Requant>& requant) {
    if (!requant) return;
    const std::string zero = std::to_string(requant->zero);
    if (requant->isByChannel()) {
        m_out.text.row("vquantl", {data(), data(), "v7", zero});
        return;
    }
    const network::Factor& factor = requant->of(0);
    m_out.text.row("vquant",
                   {data(), data(), std::to_string(factor.multiplier), std::to_string(factor.shift), zero});
}

void StripRows::store(const Area& part, std::uint64_t channel) { storeApart(part, channel, {1, 1}); }

void StripRows::storeApart(const Area& part, std::uint64_t channel, const network::Pair& step) {
    for (const Frame& frame : m_out.plan.frames[m_layer.index + 1]) storeTo(frame, part, channel, step);
}

void StripRows::storeTo(const Frame& frame, const Area& part, std::uint64_t channel,
                        const network::Pair& step) {
    const std::string pattern =
        m_out.text.pattern(frame.pixels(part.rows, part.columns, step.rows, step.columns));
    m_out.text.row("vstore" + std::string(suffixOf(frame.dtype)),
                   {frame.at(part.row, part.column, channel), data(), pattern});
}

void StripRows::keep(const Frame& frame, const Area& part, std::uint64_t channel, std::uint64_t channels,
                     LayerReport* report) {
    const std::uint32_t before = m_out.text.rows();
    const std::string pattern = m_out.text.pattern(frame.pixels(part.rows, part.columns));
    m_out.text.row("vstore" + std::string(suffixOf(frame.dtype)),
                   {frame.at(part.row, part.column, channel), data(), pattern}, "to be looked at");
    if (!report) return;
    const std::uint64_t lanes = m_out.plan.circuit.vectorLanes, elements = part.pixels() * channels;
    report->keptRows += m_out.text.rows() - before;
    report->keptClocks += (elements + lanes - 1) / lanes;
}

void loadPixel(Emission& out, const std::string& to, const std::string& tensor, std::uint64_t first,
               std::uint64_t count) {
    out.text.row("vload.w",
                 {to, addressText(tensor, first * 4), out.text.pattern({}), std::to_string(count)});
}

void loadTwoPixels(Emission& out, const std::string& tensor, std::uint64_t channels, std::uint64_t first,
                   std::uint64_t count) {
    const auto pixel = static_cast<std::int64_t>(channels * 4);
    out.text.row("vload.w",
                 {"v7", addressText(tensor, first * 4), out.text.pattern({2, pixel}), std::to_string(count)});
}

void loadFactors(Emission& out, const LayerPlan& layer, std::uint64_t first, std::uint64_t count) {
    if (layer.factors.empty()) return;
    const std::uint64_t lanes = pictureOf(out.plan.network->layers[layer.index].shape).channels;
    loadTwoPixels(out, layer.factors, lanes, first, count);
}

} // namespace lw::lower::striding
