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

// What is right in both; nothing if they do not have the same size.
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

// What is right where tiles do not overlap: everything inside the picture.
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

// Everything that tiles write is computed from the picture.
Outcome checkOutputs(const Line& line) {
    for (const network::ValueId id : line.outputs) {
        if (id == network::kInput)
            return Problem{&messages::kNotComputed, {"its input", "it is there already"}, {}, {}, {}};
        if (line.layers[id - 1].inputs.empty())
            return Problem{&messages::kNotComputed,
                           {"\"" + line.layers[id - 1].name + "\"", "it is constant"},
                           {},
                           {},
                           {}};
    }
    return Done{};
}

std::vector<AxisOutput> outputsOf(const Line& line, const Alignment& alignment, std::int64_t size,
                                  std::int64_t fixed) {
    const std::vector<std::int64_t> whole = network::sizesOf(line, size),
                                    tile = network::sizesOf(line, fixed);
    std::vector<AxisOutput> out;
    for (const network::ValueId id : line.outputs)
        out.push_back({.scale = alignment.scales[id], .full = whole[id], .fixed = tile[id]});
    return out;
}

// How far apart tiles may begin so that what is right of an output covers all of it.
std::int64_t stepOf(const Interval& inner, const network::Fraction& scale, std::int64_t align) {
    return inner.length() <= 0 ? 0 : floorOf(inner.length() * scale.under, scale.over * align) * align;
}

// Places of a line of the picture, by the places of a tile's outputs.
class Planner {
  public:
    Planner(const Line& line, std::int64_t size, std::int64_t fixed, Fill fill, Grid grid)
        : m_line(line), m_out{.size = size, .fixed = fixed, .fill = fill}, m_grid(grid) {}

    Result<AxisPlan> run() {
        LW_TRY([[maybe_unused]] const Done computed, checkOutputs(m_line));
        LW_TRY(m_alignment, alignmentOf(m_line));
        m_out.align = m_alignment.align;
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

    // Other pictures end where a tile does: a smaller one, if there is more than one tile, and a larger one.
    Problem doesNotDivide(std::int64_t unit, std::int64_t last) const {
        const std::string smaller = last > 0 ? std::to_string(last - unit + m_out.fixed) + " or " : "";
        return {&messages::kDoesNotDivide,
                {std::to_string(m_out.size), std::to_string(m_out.fixed), std::to_string(unit),
                 smaller + std::to_string(last + m_out.fixed)},
                {},
                {},
                {}};
    }

    Outcome measure() {
        m_out.outputs = outputsOf(m_line, m_alignment, m_out.size, m_out.fixed);
        m_out.inner = intervalsOf(m_line, m_out.fixed, Edge::Inner);
        const auto isNothing = [](const AxisOutput& one) { return one.full <= 0 || one.fixed <= 0; };
        if (m_out.fixed % m_out.align != 0)
            return Problem{&messages::kNotAligned,
                           {std::to_string(m_out.fixed), std::to_string(m_out.align)},
                           {},
                           {},
                           {}};
        if (std::ranges::any_of(m_out.outputs, isNothing)) return tooSmall();
        for (std::size_t i = 0; i < m_out.outputs.size(); ++i) {
            const Interval& inner = m_out.inner[m_line.outputs[i]];
            AxisOutput& output = m_out.outputs[i];
            output.dummyLow = std::min(inner.low, inner.n);
            output.dummyHigh = inner.n - 1 - inner.high;
            const std::int64_t step = stepOf(inner, output.scale, m_out.align);
            m_out.step = i == 0 ? step : std::min(m_out.step, step);
        }
        if (m_out.size > m_out.fixed && m_out.step <= 0) return tooSmall();
        return Done{};
    }

    Outcome place() {
        const std::int64_t room = std::max<std::int64_t>(m_out.size - m_out.fixed, 0);
        const std::int64_t unit = m_grid == Grid::Steps && room > 0 ? m_out.step : m_out.align;
        const std::int64_t last = ceilOf(room, unit) * unit;
        if (m_out.fill == Fill::Exact && last + m_out.fixed != m_out.size) return doesNotDivide(unit, last);
        for (std::int64_t start = 0; start < last; start += m_out.step) add(start, false);
        add(last, true);
        addEdges(m_line, m_alignment, m_out);
        return Done{};
    }

    void add(std::int64_t start, bool isLast) {
        AxisTile tile = tileAt(m_line, m_alignment, m_out, start, isLast);
        for (std::size_t i = 0; i < tile.outputs.size(); ++i) {
            TileOutput& one = tile.outputs[i];
            AxisOutput& whole = m_out.outputs[i];
            one.from = m_out.tiles.empty() ? 0 : m_out.tiles.back().outputs[i].until;
            const std::int64_t right = std::min(one.offset + one.valid.high + 1, whole.full);
            one.until = isLast ? whole.full : right;
            LW_ASSERT(one.from >= one.offset + one.valid.low, "tiles lie so that what is right covers all");
            LW_ASSERT(m_out.fill == Fill::Ring || one.until == right,
                      "the last tile is right up to the picture's end");
            whole.wrong += one.until - std::max(right, one.from);
        }
        m_out.tiles.push_back(std::move(tile));
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

void addEdges(const Line& line, const Alignment& alignment, AxisPlan& plan) {
    plan.edges.clear();
    for (const AxisTile& tile : plan.tiles)
        if (std::ranges::find(plan.edges, tile.edge, &EdgeLayers::edge) == plan.edges.end())
            plan.edges.push_back({tile.edge, rightOf(line, alignment, plan, tile)});
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
    for (std::int64_t fixed = alignment.align; fixed <= most; fixed += alignment.align) {
        const std::vector<Interval> inner = intervalsOf(line, fixed, Edge::Inner);
        const auto goesOn = [&](network::ValueId id) {
            return inner[id].n > 0 && stepOf(inner[id], alignment.scales[id], alignment.align) > 0;
        };
        if (std::ranges::all_of(line.outputs, goesOn)) return fixed;
    }
    return 0;
}

AxisTile tileAt(const Line& line, const Alignment& alignment, const AxisPlan& plan, std::int64_t start,
                bool isLast) {
    AxisTile out;
    out.edge = start == 0 ? (isLast ? Edge::Only : Edge::First) : isLast ? Edge::Last : Edge::Inner;
    out.start = start;
    out.fill = std::clamp<std::int64_t>(start + plan.fixed - plan.size, 0, plan.fixed);
    const std::vector<Interval> right = rightOf(line, alignment, plan, out);
    for (const network::ValueId id : line.outputs)
        out.outputs.push_back({.offset = offsetOf(alignment, plan, id, start), .valid = right[id]});
    return out;
}

namespace {

// Tiles until all outputs are given completely.
void placeKept(const Line& line, const Alignment& alignment, AxisPlan& out) {
    bool isLast = false;
    for (std::int64_t start = 0; !isLast; start += out.fixed) {
        isLast = true;
        for (std::size_t i = 0; i < out.outputs.size(); ++i) {
            const std::int64_t offset = offsetOf(alignment, out, line.outputs[i], start);
            isLast = isLast && offset + out.outputs[i].fixed >= out.outputs[i].full;
        }
        AxisTile tile = tileAt(line, alignment, out, start, isLast);
        for (std::size_t i = 0; i < out.outputs.size(); ++i) {
            TileOutput& one = tile.outputs[i];
            one.from = out.tiles.empty() ? 0 : out.tiles.back().outputs[i].until;
            one.until = std::clamp(one.offset + out.outputs[i].fixed, one.from, out.outputs[i].full);
        }
        out.tiles.push_back(std::move(tile));
    }
}

} // namespace

Result<AxisPlan> planKeptAxis(const Line& line, std::int64_t size, std::int64_t fixed) {
    LW_REQUIRE(size > 0 && fixed > 0, "a picture and a tile have elements");
    LW_TRY([[maybe_unused]] const Done computed, checkOutputs(line));
    LW_TRY(const Alignment alignment, alignmentOf(line));
    if (fixed % alignment.align != 0)
        return Problem{
            &messages::kNotAligned, {std::to_string(fixed), std::to_string(alignment.align)}, {}, {}, {}};
    const KeptLine kept = keptLine(line, alignment.scales, fixed);
    AxisPlan out{.size = size, .fixed = fixed, .fill = Fill::Masked, .align = alignment.align, .step = fixed};
    out.lags = kept.lags;
    for (const std::int64_t n : kept.sizes) out.inner.push_back({0, n - 1, n});
    out.outputs = outputsOf(line, alignment, size, fixed);
    for (std::size_t i = 0; i < out.outputs.size(); ++i) out.outputs[i].fixed = kept.sizes[line.outputs[i]];
    placeKept(line, alignment, out);
    addEdges(line, alignment, out);
    return out;
}

std::int64_t readAlong(const AxisPlan& plan, std::int64_t beside) {
    std::int64_t out = 0;
    const auto count = static_cast<std::size_t>(beside);
    for (std::size_t i = 0; i < plan.tiles.size(); i += count) {
        const AxisTile &first = plan.tiles[i], &last = plan.tiles[std::min(i + count, plan.tiles.size()) - 1];
        out += last.start + plan.fixed - last.fill - first.start;
    }
    return out;
}

std::uint64_t placesAlong(const AxisPlan& plan, std::int64_t beside) {
    const auto count = static_cast<std::uint64_t>(beside);
    return (plan.tiles.size() + count - 1) / count * count;
}

Result<AxisPlan> planAxis(const Line& line, std::int64_t size, std::int64_t fixed, Fill fill, Grid grid) {
    LW_REQUIRE(size > 0 && fixed > 0, "a picture and a tile have elements");
    return Planner(line, size, fixed, fill, grid).run();
}

} // namespace lw::lower::tiling
