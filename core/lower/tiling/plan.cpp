// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/plan.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/masked.h"
#include "core/network/messages.h"
#include "core/network/outputs.h"
#include "core/network/resized.h"

#include <tuple>
#include <utility>

namespace lw::lower::tiling {

namespace {

// Whether values that meet have the same size for the picture as for a tile: otherwise one of them is a
// single row or column there, repeated, and no tile knows of it.
Outcome checkMeetings(const network::Line& line, std::int64_t size) {
    const std::vector<std::int64_t> sizes = network::sizesOf(line, size);
    for (const network::Line::Layer& layer : line.layers)
        for (const network::ValueId id : layer.inputs)
            if (sizes[id] != sizes[layer.inputs[0]])
                return Problem{&network::messages::kNotLocal,
                               {"layer", layer.name, std::string(network::kRepeatsOne)},
                               {},
                               {},
                               {}};
    return Done{};
}

Result<AxisPlan> planOne(const network::Network& network, network::Direction direction, const Size& picture,
                         const Size& fixed, std::optional<Fill> fill, Grid grid) {
    const bool isRows = direction == network::Direction::Rows;
    const std::int64_t size = isRows ? picture.rows : picture.columns,
                       tile = isRows ? fixed.rows : fixed.columns;
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    LW_TRY([[maybe_unused]] const Done meet, checkMeetings(line, size));
    auto plan = planAxis(line, size, tile, fill.value_or(Fill::Exact), grid);
    if (plan || fill || plan.problem().message != &messages::kDoesNotDivide) return plan;
    return planAxis(line, size, tile, Fill::Masked, grid);
}

Result<AxisPlan> planKept(const network::Network& network, network::Direction direction, std::int64_t size,
                          std::int64_t fixed) {
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    LW_TRY([[maybe_unused]] const Done meet, checkMeetings(line, size));
    return planKeptAxis(line, size, fixed);
}

// Why no network is made for the size of a tile, as far as tiles are the reason. `whole` has the same layers
// as a network that does not fit a tile.
Problem noNetwork(const network::Network& whole, const Size& picture, const Size& fixed, Problem problem) {
    if (problem.message == &network::messages::kTooLarge)
        return {&messages::kTileTooLarge,
                {std::to_string(fixed.rows), std::to_string(fixed.columns), textOf(problem)},
                {},
                {},
                {}};
    if (problem.message != &network::messages::kNothingLeft) return problem;
    for (const auto& [direction, size, tile] :
         {std::tuple(network::Direction::Rows, picture.rows, fixed.rows),
          std::tuple(network::Direction::Columns, picture.columns, fixed.columns)}) {
        LW_TRY(const network::Line line, network::lineOf(whole, direction));
        LW_TRY(const Alignment alignment, alignmentOf(line));
        const std::int64_t least = leastFixed(line, alignment, size + tile);
        if (tile < least)
            return {&messages::kTileTooSmall, {std::to_string(tile), std::to_string(least)}, {}, {}, {}};
    }
    return problem;
}

// Pixels of the picture brought by circuits, of which each round brings only once what its tiles read; if
// tiles keep anything, circuits share nothing.
std::uint64_t readBy(const TilingPlan& plan, const Size& all) {
    const Size circuits = plan.overlap == Overlap::Recompute ? all : Size{1, 1};
    return static_cast<std::uint64_t>(readAlong(plan.rows, circuits.rows) *
                                      readAlong(plan.columns, circuits.columns));
}

// Tiles, rounded up to whole rounds.
std::uint64_t placesOn(const TilingPlan& plan, const Size& circuits) {
    return placesAlong(plan.rows, circuits.rows) * placesAlong(plan.columns, circuits.columns);
}

TilingCost costOf(const TilingPlan& plan, const network::Network& tile, const network::Network& whole) {
    const std::uint64_t element = tensor::sizeOf(network::dtypeOf(tile, network::kInput));
    TilingCost out;
    out.tiles = plan.tiles();
    out.wholeMacs = network::costOf(whole).multiplyAdds;
    out.bytesIn = readBy(plan, plan.circuits) * plan.channels * element;
    const std::vector<network::ValueId> outputs = network::distinctOutputs(tile);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        out.bytesOut += static_cast<std::uint64_t>(plan.rows.outputs[i].full * plan.columns.outputs[i].full) *
                        plan.outputs[i].channels * tensor::sizeOf(network::dtypeOf(tile, outputs[i]));
    out.bytesReread =
        out.bytesIn - static_cast<std::uint64_t>(plan.picture.pixels()) * plan.channels * element;
    return out;
}

} // namespace

Result<TilingPlan> planTiles(const network::Network& network, const Size& picture, const Size& fixed,
                             std::optional<Fill> fill, Grid grid, Overlap overlap) {
    const bool keeps = overlap != Overlap::Recompute;
    if (keeps && fill.value_or(Fill::Masked) != Fill::Masked)
        return Problem{&messages::kRefusedFill,
                       {std::string(kOverlapNames[static_cast<std::size_t>(overlap)]),
                        std::string(kFillNames[static_cast<std::size_t>(*fill)])},
                       {},
                       {},
                       {}};
    const auto withSize = [&](const Size& size) {
        return network::resized(network, static_cast<std::uint64_t>(size.rows),
                                static_cast<std::uint64_t>(size.columns));
    };
    TilingPlan out;
    out.network = network.name;
    out.picture = picture;
    out.fixed = fixed;
    out.overlap = overlap;
    out.wasFillChosen = !fill;
    LW_TRY(const network::Network whole, withSize(picture));
    auto made = withSize(networkSize(out));
    if (!made) return noNetwork(whole, picture, fixed, std::move(made).problem());
    const network::Network& tile = *made;
    LW_TRY(out.rows, overlap == Overlap::Both
                         ? planKept(tile, network::Direction::Rows, picture.rows, fixed.rows)
                         : planOne(tile, network::Direction::Rows, picture, fixed, fill, grid));
    LW_TRY(out.columns, keeps ? planKept(tile, network::Direction::Columns, picture.columns, fixed.columns)
                              : planOne(tile, network::Direction::Columns, picture, fixed, fill, grid));
    LW_TRY([[maybe_unused]] const Done complete, addCost(out, tile, whole));
    return out;
}

Outcome addCost(TilingPlan& plan, const network::Network& tile, const network::Network& whole) {
    plan.channels = tile.input.shape[2];
    plan.outputs.clear();
    for (const network::ValueId id : network::distinctOutputs(tile))
        plan.outputs.push_back({network::nameOf(tile, id), network::shapeOf(tile, id).back()});
    plan.cost = costOf(plan, tile, whole);
    if (plan.fill() != Fill::Masked) {
        plan.cost.macs = plan.cost.tiles * network::costOf(tile).multiplyAdds;
        return Done{};
    }
    LW_TRY(const MaskedNetwork masked, maskedFor(plan, tile));
    plan.cost.macs = plan.cost.tiles * network::costOf(masked.network).multiplyAdds;
    plan.cost.bytesMasks = placesOn(plan, plan.circuits) * masked.maskBytes();
    return Done{};
}

void shareAmong(TilingPlan& plan, const Size& circuits) {
    TilingCost& cost = plan.cost;
    const std::uint64_t pixel = cost.bytesIn / readBy(plan, plan.circuits),
                        masks = cost.bytesMasks / placesOn(plan, plan.circuits);
    plan.circuits = circuits;
    cost.bytesIn = readBy(plan, circuits) * pixel;
    cost.bytesReread = cost.bytesIn - static_cast<std::uint64_t>(plan.picture.pixels()) * pixel;
    cost.bytesMasks = placesOn(plan, circuits) * masks;
}

Size networkSize(const TilingPlan& plan) {
    Size out = plan.fixed;
    if (plan.overlap != Overlap::Recompute) out.columns = plan.picture.columns;
    if (plan.overlap == Overlap::Both) out.rows = plan.picture.rows;
    return out;
}

Result<MaskedNetwork> maskedFor(const TilingPlan& plan, network::Network tile) {
    KeptSize kept;
    if (plan.overlap != Overlap::Recompute) kept.columns = plan.fixed.columns;
    if (plan.overlap == Overlap::Both) kept.rows = plan.fixed.rows;
    return withKept(std::move(tile), kept);
}

} // namespace lw::lower::tiling
