// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/network/geometry.h"

#include <algorithm>

// Layers without sums: pools, and what goes element by element.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

const Layer& layerOf(const Emission& out, const LayerPlan& plan) {
    return out.plan.network->layers[plan.index];
}

// The second of two values for a part of the first one: extents of 1 are repeated. Returns how the vector
// unit is to repeat its lanes.
std::string loadRepeated(Emission& out, const std::string& to, const Frame& from, const Picture& full,
                         const Area& part, std::uint64_t channel, std::uint64_t channels) {
    const bool hasRows = from.rows > 1 || full.rows == 1, hasColumns = from.columns > 1 || full.columns == 1,
               hasLanes = from.channels > 1 || full.channels == 1;
    Loops loops = from.pixels(part.rows, part.columns);
    if (!hasRows) loops.s1 = 0;
    if (!hasColumns) loops.s0 = 0;
    out.text.row("vload.w",
                 {to, from.at(hasRows ? part.row : 0, hasColumns ? part.column : 0, hasLanes ? channel : 0),
                  out.text.pattern(loops), std::to_string(hasLanes ? channels : 1)});
    return hasLanes ? "by=0" : "by=2";
}

// max(x, 0) + slope * min(x, 0)
void writeLeaky(Emission& out, const LayerPlan& plan, StripRows& strip, std::uint64_t channel,
                std::uint64_t channels) {
    loadPixel(out, "v6", plan.slopes, plan.reads[0].channels + channel, channels);
    loadPixel(out, "v7", plan.slopes, channel, channels);
    out.text.row("vrelu.f", {strip.spare(1), strip.data()});
    out.text.row("vmin.f", {strip.data(), strip.data(), "v6", "by=1"});
    out.text.row("vmul.f", {strip.data(), strip.data(), "v7", "by=1"});
    out.text.row("vadd.f", {strip.data(), strip.spare(1), strip.data()});
}

// Each of two values times its whole number.
void writeWeighted(Emission& out, const LayerPlan& plan, const StripRows& strip, std::uint64_t channels) {
    const std::string values[] = {strip.data(), strip.spare(1)};
    for (std::uint64_t i = 0; i < 2; ++i) {
        loadPixel(out, "v6", plan.weights, i * out.plan.circuit.arrayColumns, channels);
        out.text.row("vmul.i", {values[i], values[i], "v6", "by=1"});
    }
}

// Row by row what an element-wise layer does with a strip.
void writeElements(Emission& out, const LayerPlan& plan) {
    const Layer& layer = layerOf(out, plan);
    std::uint64_t number = 0;
    const Picture full = pictureOf(layer.shape);
    // Of two values the one with the shape of both is the first: neither sum nor product knows an order.
    const bool isOther = shapeOf(*out.plan.network, layer.inputs[0]) != layer.shape;
    const Frame& first = plan.reads[isOther ? 1 : 0];
    overStrips(out, full, [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        strip.load(strip.data(), first, part, channel, channels);
        if (plan.reads.size() == 2 && strip.isFloat()) {
            const std::string by =
                loadRepeated(out, strip.spare(1), plan.reads[isOther ? 0 : 1], full, part, channel, channels);
            out.text.row(layer.kind == Kind::Mul   ? "vmul.f"
                         : layer.kind == Kind::Div ? "vdiv.f"
                                                   : "vadd.f",
                         {strip.data(), strip.data(), strip.spare(1), by});
        } else if (plan.reads.size() == 2) {
            strip.load(strip.spare(1), plan.reads[1], part, channel, channels);
            if (!plan.weights.empty()) writeWeighted(out, plan, strip, channels);
            out.text.row("vadd.i", {strip.data(), strip.data(), strip.spare(1)});
        }
        if (!plan.zeros.empty()) {
            loadPixel(out, "v6", plan.zeros, channel, channels);
            out.text.row("vsub.i", {strip.data(), strip.data(), "v6", "by=1"}, "counted from the code for 0");
        }
        switch (layer.kind) {
        case Kind::Relu: strip.activate(network::Activation::Relu); break;
        case Kind::Sigmoid: strip.activate(network::Activation::Sigmoid); break;
        case Kind::Tanh: strip.activate(network::Activation::Tanh); break;
        case Kind::Clip:
            loadPixel(out, "v6", plan.bounds, 0, channels);
            loadPixel(out, "v7", plan.bounds, out.plan.circuit.arrayColumns, channels);
            out.text.row("vmax.f", {strip.data(), strip.data(), "v6", "by=1"});
            out.text.row("vmin.f", {strip.data(), strip.data(), "v7", "by=1"});
            break;
        case Kind::LeakyRelu:
        case Kind::PRelu: writeLeaky(out, plan, strip, channel, channels); break;
        case Kind::BatchNorm:
            loadTwoPixels(out, plan.norm, plan.reads[0].channels, channel, channels);
            out.text.row("vnorm", {strip.data(), strip.data(), "v7"});
            break;
        default: strip.activate(layer.activation); break;
        }
        if (!plan.zeros.empty() && layer.kind == Kind::Relu)
            out.text.row("vadd.i", {strip.data(), strip.data(), "v6", "by=1"});
        loadFactors(out, plan, channel, channels);
        strip.requantise(layer.requant);
        strip.store(part, channel);
    });
}

// Windows of one axis that fit a strip of so many elements; at least one must.
std::uint64_t windowsIn(std::uint64_t elements, const network::Axis& axis, std::uint64_t windows) {
    const auto kernel = static_cast<std::uint64_t>(axis.kernel),
               stride = static_cast<std::uint64_t>(axis.stride);
    if (elements < kernel) return 0;
    return std::min((elements - kernel) / stride + 1, windows);
}

struct PoolCut {
    std::uint64_t rows = 0, columns = 0; // windows in a strip
};

class PoolRows {
  public:
    PoolRows(Emission& out, const LayerPlan& plan)
        : m_out(out)
        , m_plan(plan)
        , m_layer(layerOf(out, plan))
        , m_frame(plan.reads[0])
        , m_rows(network::rowsOf(m_layer, shape()))
        , m_columns(network::columnsOf(m_layer, shape()))
        , m_counts{plan.counts, m_layer.shape[0], m_layer.shape[1], 1, {}, Border::Zero, wordType()} {}

    void run() {
        const std::uint64_t rows = m_layer.shape[0], columns = m_layer.shape[1], channels = m_layer.shape[2];
        const PoolCut cut = cutFor(rows, columns);
        const std::uint64_t lanes = m_out.plan.circuit.arrayColumns;
        std::uint64_t number = 0;
        for (std::uint64_t c = 0; c < channels; c += lanes)
            for (std::uint64_t row = 0; row < rows; row += cut.rows)
                for (std::uint64_t column = 0; column < columns; column += cut.columns)
                    ofStrip({row, std::min(cut.rows, rows - row), column,
                             std::min(cut.columns, columns - column)},
                            c, std::min(lanes, channels - c), number++ % 2 == 0 ? 0 : 3);
    }

  private:
    tensor::Shape shape() const { return {m_frame.rows, m_frame.columns, m_frame.channels}; }
    tensor::DType wordType() const {
        return m_out.plan.network->precision == network::Precision::F32 ? tensor::DType::F32
                                                                        : tensor::DType::I32;
    }
    PoolCut cutFor(std::uint64_t rows, std::uint64_t columns) const {
        const machine::CircuitLimits& circuit = m_out.plan.circuit;
        std::uint64_t widest = circuit.stripPixels / static_cast<std::uint64_t>(m_rows.kernel);
        if (m_rows.kernel > 1)
            widest = std::min(widest, std::uint64_t{circuit.poolDelay} +
                                          static_cast<std::uint64_t>(m_columns.kernel));
        PoolCut out;
        out.columns = windowsIn(widest, m_columns, columns);
        LW_ASSERT(out.columns > 0, "one window fits a strip, the limits were checked");
        const std::uint64_t width = (out.columns - 1) * static_cast<std::uint64_t>(m_columns.stride) +
                                    static_cast<std::uint64_t>(m_columns.kernel);
        out.rows = windowsIn(circuit.stripPixels / width, m_rows, rows);
        LW_ASSERT(out.rows > 0, "one row of windows fits a strip");
        return out;
    }
    // Elements, border included, that some windows reach; fewer than they span where the last one is partial.
    static Area reached(const network::Axis& axis, std::uint64_t first, std::uint64_t count,
                        std::uint64_t all) {
        const std::uint64_t begin = first * static_cast<std::uint64_t>(axis.stride);
        const std::uint64_t span =
            (count - 1) * static_cast<std::uint64_t>(axis.stride) + static_cast<std::uint64_t>(axis.kernel);
        return {begin, std::min(span, all - begin), 0, 0};
    }

    void ofStrip(const Area& output, std::uint64_t channel, std::uint64_t channels, std::uint32_t data) {
        const Area rows = reached(m_rows, output.row, output.rows, m_frame.allRows());
        const Area columns = reached(m_columns, output.column, output.columns, m_frame.allColumns());
        StripRows strip(m_out, m_plan, data);
        strip.load(strip.data(), m_frame, {rows.row, rows.rows, columns.row, columns.rows}, channel, channels,
                   true);
        if (!m_plan.zeros.empty()) {
            loadPixel(m_out, "v6", m_plan.zeros, channel, channels);
            m_out.text.row("vsub.i", {strip.data(), strip.data(), "v6", "by=1"},
                           "counted from the code for 0");
        }
        const std::string_view pooling = m_layer.kind == Kind::MaxPool               ? "pool.max"
                                         : m_plan.counts.empty() && !m_layer.requant ? "pool.avg"
                                                                                     : "pool.sum";
        m_out.text.row(strip.typed(pooling),
                       {strip.data(), strip.data(),
                        m_out.text.pattern({static_cast<std::uint64_t>(m_columns.kernel), m_columns.stride,
                                            static_cast<std::uint64_t>(m_rows.kernel), m_rows.stride})});
        if (!m_plan.counts.empty()) {
            strip.load(strip.spare(1), m_counts, output, 0, 1);
            m_out.text.row(strip.typed("vdiv"), {strip.data(), strip.data(), strip.spare(1), "by=2"},
                           "by the elements covered");
        }
        if (m_layer.requant) {
            loadFactors(m_out, m_plan, channel, channels);
            strip.requantise(m_layer.requant);
        } else if (!m_plan.zeros.empty()) {
            m_out.text.row("vadd.i", {strip.data(), strip.data(), "v6", "by=1"});
        }
        strip.store(output, channel);
    }

    Emission& m_out;
    const LayerPlan& m_plan;
    const Layer& m_layer;
    const Frame& m_frame;
    network::Axis m_rows, m_columns;
    Frame m_counts; // what the sums of windows are divided by, if it has a name
};

// Each strip is stored as often as there are pixels to one of its own, a step further each time.
void writeUpsampled(Emission& out, const LayerPlan& plan) {
    const network::Pair& factor = layerOf(out, plan).factor;
    const Frame& from = plan.reads[0];
    std::uint64_t number = 0;
    overStrips(out, from.picture(), [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        strip.load(strip.data(), from, part, channel, channels);
        for (std::uint64_t y = 0; y < factor.rows; ++y)
            for (std::uint64_t x = 0; x < factor.columns; ++x)
                strip.storeApart(
                    {part.row * factor.rows + y, part.rows, part.column * factor.columns + x, part.columns},
                    channel, factor);
    });
}

} // namespace

void writePlainLayer(Emission& out, const LayerPlan& plan) {
    switch (layerOf(out, plan).kind) {
    case Kind::Flatten: out.text.comment("the same bytes under another shape: nothing to do"); return;
    case Kind::Constant: return;
    case Kind::MaxPool:
    case Kind::AveragePool: PoolRows(out, plan).run(); return;
    case Kind::UpsampleNearest: writeUpsampled(out, plan); return;
    case Kind::Concat:
    case Kind::Reshape:
    case Kind::Transpose:
    case Kind::Take: writeMoves(out, plan); return;
    default: writeElements(out, plan); return;
    }
}

void writeRegrouping(Emission& out, const LayerPlan& plan) {
    out.text.comment("blocks of pixels become channels");
    const Frame &from = plan.reads[0], &to = *plan.regrouped;
    const network::Pair& stride = plan.geometry.stride;
    Frame phase = to; // one pixel of each block
    phase.channels = from.channels;
    const std::string_view suffix = from.dtype == tensor::DType::I8 ? ".i8" : ".w";
    for (std::uint64_t y = 0; y < stride.rows; ++y)
        for (std::uint64_t x = 0; x < stride.columns; ++x)
            overStrips(
                out, phase.picture(), [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
                    out.text.row(
                        "vload" + std::string(suffix),
                        {"v0",
                         from.fromCorner(part.row * stride.rows + y, part.column * stride.columns + x,
                                         channel),
                         out.text.pattern(from.pixels(part.rows, part.columns, stride.rows, stride.columns)),
                         std::to_string(channels)});
                    out.text.row(
                        "vstore" + std::string(suffix),
                        {to.at(part.row, part.column, (y * stride.columns + x) * from.channels + channel),
                         "v0", out.text.pattern(to.pixels(part.rows, part.columns))});
                });
}

} // namespace lw::lower::striding
