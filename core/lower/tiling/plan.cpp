// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/plan.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/masked.h"
#include "core/network/outputs.h"
#include "core/network/resized.h"

namespace lw::lower::tiling {

namespace {

Result<AxisPlan> planOne(const network::Network& network, network::Direction direction, const Size& picture,
                         const Size& fixed, std::optional<Fill> fill, Grid grid) {
    const bool isRows = direction == network::Direction::Rows;
    const std::int64_t size = isRows ? picture.rows : picture.columns,
                       tile = isRows ? fixed.rows : fixed.columns;
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    auto plan = planAxis(line, size, tile, fill.value_or(Fill::Exact), grid);
    if (plan || fill || plan.problem().message != &messages::kDoesNotDivide) return plan;
    return planAxis(line, size, tile, Fill::Masked, grid);
}

Result<AxisPlan> planKept(const network::Network& network, network::Direction direction, std::int64_t size,
                          std::int64_t fixed) {
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    return planKeptAxis(line, size, fixed);
}

// Elements of the picture that tiles read, along one direction.
std::int64_t readAlong(const AxisPlan& plan) {
    std::int64_t out = 0;
    for (const AxisTile& tile : plan.tiles) out += plan.fixed - tile.fill;
    return out;
}

TilingCost costOf(const TilingPlan& plan, const network::Network& tile, const network::Network& whole) {
    const std::uint64_t element = tensor::sizeOf(network::dtypeOf(tile, network::kInput));
    TilingCost out;
    out.tiles = plan.tiles();
    out.wholeMacs = network::costOf(whole).multiplyAdds;
    const auto read = static_cast<std::uint64_t>(readAlong(plan.rows) * readAlong(plan.columns));
    out.bytesIn = out.tiles * static_cast<std::uint64_t>(plan.fixed.pixels()) * plan.channels * element;
    const std::vector<network::ValueId> outputs = network::distinctOutputs(tile);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        out.bytesOut += static_cast<std::uint64_t>(plan.rows.outputs[i].full * plan.columns.outputs[i].full) *
                        plan.outputs[i].channels * tensor::sizeOf(network::dtypeOf(tile, outputs[i]));
    out.bytesReread = (read - static_cast<std::uint64_t>(plan.picture.pixels())) * plan.channels * element;
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
    LW_TRY(const network::Network tile, withSize(networkSize(out)));
    LW_TRY(const network::Network whole, withSize(picture));
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
    plan.cost.bytesMasks = plan.cost.tiles * masked.maskBytes();
    return Done{};
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
