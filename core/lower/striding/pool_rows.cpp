// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/network/geometry.h"

#include <algorithm>
#include <numeric>
#include <vector>

// Pools: strips through the pooling circuitry.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

// Windows of one direction, as the pooling circuitry sees them: those of a dilated pool fall into as many
// lines as it takes until a window begins on an element between the taps of another; each line consists of
// elements that are `apart`, without dilation.
struct PoolLine {
    std::uint64_t kernel = 1, stride = 1; // in elements of the line
    std::uint64_t windows = 1;
    std::uint32_t origin = 0, apart = 1; // in the frame, from its corner: the first element, one to the next
    std::uint32_t first = 0, step = 1;   // of what is computed: the first window, one to the next

    // Windows that fit a strip of that many elements; at least one must.
    std::uint64_t windowsIn(std::uint64_t elements) const {
        if (elements < kernel) return 0;
        return std::min((elements - kernel) / stride + 1, windows);
    }
};
std::vector<PoolLine> linesOf(const network::Axis& axis, std::uint64_t windows) {
    const auto kernel = static_cast<std::uint64_t>(axis.kernel);
    const auto stride = static_cast<std::uint32_t>(axis.stride),
               dilation = static_cast<std::uint32_t>(axis.dilation);
    const std::uint32_t common = std::gcd(stride, dilation), lines = dilation / common;
    std::vector<PoolLine> out;
    for (std::uint32_t first = 0; first < std::min<std::uint64_t>(lines, windows); ++first)
        out.push_back({kernel, stride / common, (windows - first + lines - 1) / lines, first * stride,
                       dilation, first, lines});
    return out;
}

struct PoolCut {
    std::uint64_t rows = 0, columns = 0; // windows in a strip
};

// Windows over what is in a frame. A pool over a whole large image has two passes; only the first
// sees codes and only the last finishes the layer.
struct PoolPass {
    const Frame& from;
    PoolLine rows, columns;
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
        const std::uint64_t rows = m_rows.windows, columns = m_columns.windows, channels = m_frame.channels;
        const PoolCut cut = cutFor();
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
    // The divisors of the sums of windows, if they have a name.
    Frame divisors() const {
        if (m_plan.reads.size() > 1) return m_plan.reads[1];
        return {m_plan.counts, m_layer.shape[0], m_layer.shape[1], 1, {}, Border::Zero, wordType()};
    }
    PoolCut cutFor() const {
        const machine::CircuitLimits& circuit = m_out.plan.circuit;
        std::uint64_t widest = circuit.stripPixels / m_rows.kernel;
        if (m_rows.kernel > 1) widest = std::min(widest, circuit.poolDelay + m_columns.kernel);
        PoolCut out;
        out.columns = m_columns.windowsIn(widest);
        LW_ASSERT(out.columns > 0, "one window fits a strip, the limits were checked");
        const std::uint64_t width = (out.columns - 1) * m_columns.stride + m_columns.kernel;
        out.rows = m_rows.windowsIn(circuit.stripPixels / width);
        LW_ASSERT(out.rows > 0, "one row of windows fits a strip");
        return out;
    }
    // Elements, border included, that some windows reach; fewer than they span if the last one is partial.
    static Area reached(const PoolLine& line, std::uint64_t first, std::uint64_t count, std::uint64_t all) {
        const std::uint64_t begin = line.origin + first * line.stride * line.apart;
        const std::uint64_t span = (count - 1) * line.stride + line.kernel;
        return {begin, std::min(span, (all - begin + line.apart - 1) / line.apart), 0, 0};
    }

    void ofStrip(const Area& output, std::uint64_t channel, std::uint64_t channels, std::uint32_t data) {
        const Area rows = reached(m_rows, output.row, output.rows, m_frame.allRows());
        const Area columns = reached(m_columns, output.column, output.columns, m_frame.allColumns());
        StripRows strip(m_out, m_plan, data);
        strip.loadFromCorner(strip.data(), m_frame, {rows.row, rows.rows, columns.row, columns.rows}, channel,
                             channels, {m_rows.apart, m_columns.apart});
        if (!m_plan.zeros.empty()) loadPixel(m_out, "v6", m_plan.zeros, channel, channels);
        if (!m_plan.zeros.empty() && m_pass.isFirst)
            m_out.text.row("vsub.i", {strip.data(), strip.data(), "v6", "by=1"},
                           "counted from the code for 0");
        m_out.text.row(strip.typed(mnemonic()),
                       {strip.data(), strip.data(),
                        m_out.text.pattern({m_columns.kernel, static_cast<std::int64_t>(m_columns.stride),
                                            m_rows.kernel, static_cast<std::int64_t>(m_rows.stride)})});
        if (m_pass.isLast)
            finish(strip,
                   {m_rows.first + output.row * m_rows.step, output.rows,
                    m_columns.first + output.column * m_columns.step, output.columns},
                   channel, channels);
        else
            strip.storeTo(*m_plan.between, output, channel);
    }
    std::string_view mnemonic() const {
        if (m_layer.kind == Kind::MaxPool) return "pool.max";
        return m_counts.name.empty() && !m_layer.requant && m_pass.isLast ? "pool.avg" : "pool.sum";
    }
    void finish(StripRows& strip, const Area& output, std::uint64_t channel, std::uint64_t channels) {
        const network::Pair step{m_rows.step, m_columns.step};
        if (!m_counts.name.empty()) {
            strip.load(strip.spare(1), m_counts, output, 0, 1, step);
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
        strip.storeApart(output, channel, step);
    }

    Emission& m_out;
    const LayerPlan& m_plan;
    const Layer& m_layer;
    const PoolPass m_pass;
    const Frame& m_frame;
    const PoolLine m_rows, m_columns;
    const Frame m_counts;
};

} // namespace

void writePool(Emission& out, const LayerPlan& plan) {
    const Layer& layer = out.plan.network->layers[plan.index];
    const Frame& from = plan.reads[0];
    const tensor::Shape shape{from.rows, from.columns, from.channels};
    const network::Axis rows = network::rowsOf(layer, shape), columns = network::columnsOf(layer, shape);
    if (!plan.between) {
        for (const PoolLine& row : linesOf(rows, layer.shape[0]))
            for (const PoolLine& column : linesOf(columns, layer.shape[1]))
                PoolRows(out, plan, {from, row, column}).run();
        return;
    }
    const Frame& blocks = *plan.between;
    PoolRows(out, plan,
             {from,
              {plan.block.rows, plan.block.rows, blocks.rows},
              {plan.block.columns, plan.block.columns, blocks.columns},
              true,
              false})
        .run();
    PoolRows(out, plan, {blocks, {blocks.rows, blocks.rows}, {blocks.columns, blocks.columns}, false, true})
        .run();
}

} // namespace lw::lower::striding
