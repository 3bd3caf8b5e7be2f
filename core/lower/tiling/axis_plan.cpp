// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/axis_plan.h"

#include "core/base/check.h"
#include "core/lower/messages.h"
#include "core/lower/tiling/kept_line.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace lw::lower::tiling {

using network::ceilOf;
using network::floorOf;
using network::Line;
using network::Reach;

namespace {

Interval reached(const Reach& reach, const Interval& read, bool fromInside, bool toInside) {
    const std::int64_t n = reach.size(read.n), span = reach.span();
    if (n <= 0) return {};
    switch (reach.how) {
    case Reach::How::Same: return read;
    case Reach::How::Window:
        return {fromInside ? ceilOf(read.low + reach.before, reach.stride) : 0,
                toInside ? std::min(floorOf(read.high + reach.before - span + 1, reach.stride), n - 1)
                         : n - 1,
                n};
    case Reach::How::Spread:
        return {fromInside ? std::max<std::int64_t>((read.low - 1) * reach.stride - reach.before + span, 0)
                           : 0,
                toInside ? std::min((read.high + 1) * reach.stride - reach.before, n) - 1 : n - 1, n};
    }
    return {};
}

// What is right in both; nothing where they do not have one size.
Interval common(const Interval& a, const Interval& b) {
    if (a.n != b.n) return {};
    return {std::max(a.low, b.low), std::min(a.high, b.high), a.n};
}

// `ends` has for each value the number of elements of a tile after which the picture's end: nothing beyond is
// right. Empty: there is none in the tile.
std::vector<Interval> recursion(const Line& line, const Interval& input, bool fromInside, bool toInside,
                                const std::vector<std::int64_t>& ends = {}) {
    std::vector<Interval> out{input};
    for (const Line::Layer& layer : line.layers) {
        Interval here;
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            const Interval& read = out[layer.inputs[i]];
            here = i == 0 ? read : common(here, read);
        }
        out.push_back(here.n > 0 ? reached(layer.reach, here, fromInside, toInside) : Interval{});
        if (!ends.empty()) out.back().high = std::min(out.back().high, ends[out.size() - 1] - 1);
    }
    return out;
}

// What all outputs have right.
Interval ofOutputs(const Line& line, const std::vector<Interval>& values) {
    Interval out = values[line.outputs.front()];
    for (const network::ValueId id : line.outputs) out = common(out, values[id]);
    return out;
}

Interval validOf(const Line& line, const Alignment& alignment, const AxisPlan& plan, const AxisTile& tile) {
    return ofOutputs(line, rightOf(line, alignment, plan, tile));
}

// All that a tile has where tiles do not overlap: it is right wherever there is picture.
std::vector<Interval> withoutOverlap(const Line& line, const Alignment& alignment, const AxisPlan& plan,
                                     std::int64_t start) {
    const std::vector<std::int64_t> whole = network::sizesOf(line, plan.size);
    std::vector<Interval> out;
    for (network::ValueId id = 0; id < whole.size(); ++id) {
        const std::int64_t offset = offsetOf(alignment, plan, id, start), n = plan.inner[id].n;
        out.push_back({std::clamp<std::int64_t>(-offset, 0, n), std::min(n, whole[id] - offset) - 1, n});
    }
    return out;
}

Outcome checkScales(const Line& line, const Alignment& alignment) {
    const auto nameOf = [&](network::ValueId id) {
        return id == network::kInput ? std::string("the input") : line.layers[id - 1].name;
    };
    for (const network::ValueId id : line.outputs)
        if (alignment.scales[id] != alignment.scales[line.outputs.front()])
            return Problem{&messages::kScalesDiffer,
                           {nameOf(id), nameOf(line.outputs.front()), "the network's outputs"},
                           {},
                           {},
                           {}};
    return Done{};
}

// Places of a line of the picture, by the places of a tile's output.
class Planner {
  public:
    Planner(const Line& line, std::int64_t size, std::int64_t fixed, Fill fill, Grid grid)
        : m_line(line), m_out{.size = size, .fixed = fixed, .fill = fill}, m_grid(grid) {}

    Result<AxisPlan> run() {
        LW_TRY(m_alignment, alignmentOf(m_line));
        m_out.align = m_alignment.align;
        m_out.scale = m_alignment.scales[m_line.outputs.front()];
        LW_TRY([[maybe_unused]] const Done alike, checkScales(m_line, m_alignment));
        LW_TRY([[maybe_unused]] const Done sized, measure());
        LW_TRY([[maybe_unused]] const Done placed, place());
        return std::move(m_out);
    }

  private:
    Problem tooSmall() const {
        const std::int64_t least = leastFixed(m_line, m_alignment, m_out.size + m_out.fixed + 4096);
        return {&messages::kTileTooSmall,
                {std::to_string(m_out.fixed), least == 0 ? "no size" : std::to_string(least)},
                {},
                {},
                {}};
    }

    Outcome measure() {
        m_out.fullOutput = outputSize(m_out.size);
        m_out.fixedOutput = outputSize(m_out.fixed);
        m_out.inner = intervalsOf(m_line, m_out.fixed, Edge::Inner);
        const Interval inner = ofOutputs(m_line, m_out.inner);
        if (m_out.fixed % m_out.align != 0 || m_out.fullOutput <= 0 || m_out.fixedOutput <= 0)
            return tooSmall();
        m_out.dummyLow = std::min(inner.low, inner.n);
        m_out.dummyHigh = inner.n - 1 - inner.high;
        if (inner.length() > 0)
            m_out.step =
                floorOf(inner.length() * m_out.scale.under, m_out.scale.over * m_out.align) * m_out.align;
        if (m_out.size > m_out.fixed && m_out.step <= 0) return tooSmall();
        return Done{};
    }
    std::int64_t outputSize(std::int64_t input) const {
        return network::sizesOf(m_line, input)[m_line.outputs.front()];
    }

    Outcome place() {
        const std::int64_t room = std::max<std::int64_t>(m_out.size - m_out.fixed, 0);
        const std::int64_t unit = m_grid == Grid::Steps && room > 0 ? m_out.step : m_out.align;
        const std::int64_t last = ceilOf(room, unit) * unit;
        if (m_out.fill == Fill::Exact && last + m_out.fixed != m_out.size)
            return Problem{
                &messages::kDoesNotDivide,
                {std::to_string(m_out.size), std::to_string(m_out.fixed), std::to_string(m_out.align)},
                {},
                {},
                {}};
        for (std::int64_t start = 0; start < last; start += m_out.step) add(start, false);
        add(last, true);
        return Done{};
    }

    void add(std::int64_t start, bool isLast) {
        AxisTile tile = tileAt(m_line, m_alignment, m_out, start, isLast);
        tile.from = m_out.tiles.empty() ? 0 : m_out.tiles.back().until;
        const std::int64_t right = std::min(tile.offset + tile.valid.high + 1, m_out.fullOutput);
        tile.until = isLast ? m_out.fullOutput : right;
        LW_ASSERT(tile.from >= tile.offset + tile.valid.low, "tiles lie so that what is right covers all");
        LW_ASSERT(m_out.fill == Fill::Ring || tile.until == right,
                  "the last tile is right up to the picture's end");
        m_out.wrong += tile.until - std::max(right, tile.from);
        m_out.tiles.push_back(tile);
    }

    const Line& m_line;
    AxisPlan m_out;
    Grid m_grid;
    Alignment m_alignment;
};

} // namespace

Result<Alignment> alignmentOf(const Line& line) {
    Alignment out;
    out.scales.push_back({});
    for (const Line::Layer& layer : line.layers) {
        network::Fraction scale;
        for (const network::ValueId id : layer.inputs) {
            if (id == layer.inputs.front()) scale = out.scales[id];
            if (out.scales[id] == scale) continue;
            const auto nameOf = [&](network::ValueId value) {
                return value == network::kInput ? std::string("the input") : line.layers[value - 1].name;
            };
            return Problem{
                &messages::kScalesDiffer, {nameOf(layer.inputs.front()), nameOf(id), layer.name}, {}, {}, {}};
        }
        const network::Fraction step = layer.reach.scale();
        scale = network::Fraction::reduced(scale.over * step.over, scale.under * step.under);
        out.scales.push_back(scale);
        if (!layer.inputs.empty()) out.align = std::lcm(out.align, scale.under);
    }
    return out;
}

std::vector<Interval> intervalsOf(const Line& line, std::int64_t fixed, Edge edge) {
    return recursion(line, {0, fixed - 1, fixed}, beginsInside(edge), endsInside(edge));
}

std::vector<Interval> rightOf(const Line& line, const Alignment& alignment, const AxisPlan& plan,
                              const AxisTile& tile) {
    if (!plan.lags.empty()) return withoutOverlap(line, alignment, plan, tile.start);
    if (tile.fill == 0) return intervalsOf(line, plan.fixed, tile.edge);
    const std::vector<std::int64_t> ends = endsOf(line, alignment.scales, plan.size, tile.start);
    if (plan.fill == Fill::Ring)
        return recursion(line, {0, plan.fixed - tile.fill - 1, plan.fixed}, beginsInside(tile.edge), true,
                         ends);
    std::vector<Interval> out = intervalsOf(line, plan.fixed, tile.edge);
    for (std::size_t id = 0; id < out.size(); ++id) out[id].high = std::min(out[id].high, ends[id] - 1);
    return out;
}

std::int64_t offsetOf(const Alignment& alignment, const AxisPlan& plan, network::ValueId value,
                      std::int64_t start) {
    const network::Fraction& scale = alignment.scales[value];
    return start * scale.over / scale.under - (plan.lags.empty() ? 0 : plan.lags[value]);
}

std::vector<std::int64_t> endsOf(const Line& line, const std::vector<network::Fraction>& scales,
                                 std::int64_t size, std::int64_t start) {
    std::vector<std::int64_t> out = network::sizesOf(line, size);
    for (std::size_t id = 0; id < out.size(); ++id) out[id] -= start * scales[id].over / scales[id].under;
    return out;
}

std::int64_t leastFixed(const Line& line, const Alignment& alignment, std::int64_t most) {
    const network::Fraction scale = alignment.scales[line.outputs.front()];
    for (std::int64_t fixed = alignment.align; fixed <= most; fixed += alignment.align) {
        const Interval inner = ofOutputs(line, intervalsOf(line, fixed, Edge::Inner));
        if (inner.n > 0 && inner.length() * scale.under >= scale.over * alignment.align) return fixed;
    }
    return 0;
}

AxisTile tileAt(const Line& line, const Alignment& alignment, const AxisPlan& plan, std::int64_t start,
                bool isLast) {
    AxisTile out;
    out.edge = start == 0 ? (isLast ? Edge::Only : Edge::First) : isLast ? Edge::Last : Edge::Inner;
    out.start = start;
    out.fill = std::clamp<std::int64_t>(start + plan.fixed - plan.size, 0, plan.fixed);
    out.offset = offsetOf(alignment, plan, line.outputs.front(), start);
    out.valid = validOf(line, alignment, plan, out);
    return out;
}

Result<AxisPlan> planKeptAxis(const Line& line, std::int64_t size, std::int64_t fixed) {
    LW_REQUIRE(size > 0 && fixed > 0, "a picture and a tile have elements");
    LW_TRY(const Alignment alignment, alignmentOf(line));
    LW_TRY([[maybe_unused]] const Done alike, checkScales(line, alignment));
    if (fixed % alignment.align != 0)
        return Problem{
            &messages::kNotAligned, {std::to_string(fixed), std::to_string(alignment.align)}, {}, {}, {}};
    const KeptLine kept = keptLine(line, alignment.scales, fixed);
    AxisPlan out{.size = size, .fixed = fixed, .fill = Fill::Masked, .align = alignment.align, .step = fixed};
    out.lags = kept.lags;
    for (const network::ValueId id : line.outputs)
        if (kept.lags[id] != kept.lags[line.outputs.front()])
            return Problem{&messages::kOutputsLag, {}, {}, {}, {}};
    for (const std::int64_t n : kept.sizes) out.inner.push_back({0, n - 1, n});
    const network::ValueId output = line.outputs.front();
    out.scale = alignment.scales[output];
    out.fullOutput = network::sizesOf(line, size)[output];
    out.fixedOutput = kept.sizes[output];
    for (std::int64_t start = 0, until = 0; until < out.fullOutput; start += fixed) {
        const std::int64_t end = offsetOf(alignment, out, output, start) + out.fixedOutput;
        AxisTile tile = tileAt(line, alignment, out, start, end >= out.fullOutput);
        tile.from = until;
        until = tile.until = std::clamp(end, until, out.fullOutput);
        out.tiles.push_back(tile);
    }
    return out;
}

Result<AxisPlan> planAxis(const Line& line, std::int64_t size, std::int64_t fixed, Fill fill, Grid grid) {
    LW_REQUIRE(size > 0 && fixed > 0, "a picture and a tile have elements");
    return Planner(line, size, fixed, fill, grid).run();
}

} // namespace lw::lower::tiling
