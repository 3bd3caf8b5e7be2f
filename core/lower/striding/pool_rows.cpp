// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/network/geometry.h"

#include <algorithm>

// Pools: strips through the pooling circuitry.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

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

// Windows over what stands in a frame. A pool over all of a large image has two passes, of which only the
// first sees codes and only the last finishes the layer.
struct PoolPass {
    const Frame& from;
    network::Axis rows, columns;
    std::uint64_t windowRows = 1, windowColumns = 1; // how many windows
    bool isFirst = true, isLast = true;
};

class PoolRows {
  public:
    PoolRows(Emission& out, const LayerPlan& plan, const PoolPass& pass)
        : m_out(out)
        , m_plan(plan)
        , m_layer(out.plan.network->layers[plan.index])
        , m_pass(pass)
        , m_frame(pass.from)
        , m_rows(pass.rows)
        , m_columns(pass.columns)
        , m_counts(divisors()) {}

    void run() {
        const std::uint64_t rows = m_pass.windowRows, columns = m_pass.windowColumns,
                            channels = m_frame.channels;
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
    tensor::DType wordType() const {
        return m_out.plan.network->precision == network::Precision::F32 ? tensor::DType::F32
                                                                        : tensor::DType::I32;
    }
    // What the sums of windows are divided by, if it has a name.
    Frame divisors() const {
        if (m_plan.reads.size() > 1) return m_plan.reads[1];
        return {m_plan.counts, m_layer.shape[0], m_layer.shape[1], 1, {}, Border::Zero, wordType()};
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
        if (!m_plan.zeros.empty()) loadPixel(m_out, "v6", m_plan.zeros, channel, channels);
        if (!m_plan.zeros.empty() && m_pass.isFirst)
            m_out.text.row("vsub.i", {strip.data(), strip.data(), "v6", "by=1"},
                           "counted from the code for 0");
        m_out.text.row(strip.typed(mnemonic()),
                       {strip.data(), strip.data(),
                        m_out.text.pattern({static_cast<std::uint64_t>(m_columns.kernel), m_columns.stride,
                                            static_cast<std::uint64_t>(m_rows.kernel), m_rows.stride})});
        if (m_pass.isLast)
            finish(strip, output, channel, channels);
        else
            strip.storeTo(*m_plan.blocks, output, channel);
    }
    std::string_view mnemonic() const {
        if (m_layer.kind == Kind::MaxPool) return "pool.max";
        return m_counts.name.empty() && !m_layer.requant && m_pass.isLast ? "pool.avg" : "pool.sum";
    }
    void finish(StripRows& strip, const Area& output, std::uint64_t channel, std::uint64_t channels) {
        if (!m_counts.name.empty()) {
            strip.load(strip.spare(1), m_counts, output, 0, 1);
            m_out.text.row(strip.typed("vdiv"), {strip.data(), strip.data(), strip.spare(1), "by=2"},
                           "by the elements covered");
        }
        if (m_plan.reads.size() > 1 && m_layer.dtype == tensor::DType::I8) {
            strip.requantise(network::Requant(1, 0, m_layer.zero)); // limits it
        } else if (m_layer.requant) {
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
    const PoolPass m_pass;
    const Frame& m_frame;
    network::Axis m_rows, m_columns;
    const Frame m_counts;
};

} // namespace

void writePool(Emission& out, const LayerPlan& plan) {
    const Layer& layer = out.plan.network->layers[plan.index];
    const Frame& from = plan.reads[0];
    const tensor::Shape shape{from.rows, from.columns, from.channels};
    const network::Axis rows = network::rowsOf(layer, shape), columns = network::columnsOf(layer, shape);
    if (!plan.blocks) {
        PoolRows(out, plan, {from, rows, columns, layer.shape[0], layer.shape[1]}).run();
        return;
    }
    const Frame& blocks = *plan.blocks;
    PoolRows(out, plan,
             {from,
              {rows.size, plan.block.rows, plan.block.rows},
              {columns.size, plan.block.columns, plan.block.columns},
              blocks.rows,
              blocks.columns,
              true,
              false})
        .run();
    const auto all = [](std::uint64_t count) {
        return network::Axis{static_cast<std::int64_t>(count), static_cast<std::int64_t>(count)};
    };
    PoolRows(out, plan, {blocks, all(blocks.rows), all(blocks.columns), 1, 1, false, true}).run();
}

} // namespace lw::lower::striding
