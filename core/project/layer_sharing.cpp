// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/layer_sharing.h"

#include "core/lower/messages.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/reach.h"
#include "core/project/messages.h"

#include <algorithm>
#include <optional>
#include <span>

namespace lw::project {

using lower::tiling::AxisOutput;
using lower::tiling::AxisPlan;
using lower::tiling::AxisTile;
using lower::tiling::TileOutput;
using lower::tiling::TilingPlan;
using network::Kind;
using network::Layer;

namespace {

AxisPlan partsAlong(const AxisPlan& whole, std::size_t circuits) {
    AxisPlan out = whole;
    out.fixed = out.step = whole.fixed / static_cast<std::int64_t>(circuits);
    for (AxisOutput& output : out.outputs) output.fixed = out.fixed * output.scale.over / output.scale.under;
    out.tiles.clear();
    out.edges.clear(); // a part is not a tile of any kind
    for (const AxisTile& tile : whole.tiles)
        for (std::size_t i = 0; i < circuits; ++i) {
            AxisTile& part = out.tiles.emplace_back(tile);
            part.start += static_cast<std::int64_t>(i) * out.fixed;
            part.fill = std::clamp<std::int64_t>(part.start + out.fixed - whole.size, 0, out.fixed);
            for (std::size_t k = 0; k < part.outputs.size(); ++k) {
                TileOutput& one = part.outputs[k];
                const std::int64_t fixed = out.outputs[k].fixed;
                one.offset += static_cast<std::int64_t>(i) * fixed;
                one.from = std::clamp(one.from, one.offset, one.offset + fixed);
                one.until = std::clamp(one.until, one.offset, one.offset + fixed);
            }
        }
    return out;
}

// Whether the last windows of a pool reach beyond its padding.
bool hasPartial(const network::Network& network, const Layer& pool) {
    const tensor::Shape& image = network::shapeOf(network, pool.inputs[0]);
    const auto isPartial = [](const network::Axis& axis) {
        return axis.windows(true) != axis.windows(false);
    };
    return pool.ceil &&
           (isPartial(network::rowsOf(pool, image)) || isPartial(network::columnsOf(pool, image)));
}

// Why circuits beside each other cannot compute parts of this layer; empty: they can.
std::string whyNotApart(const TileNetwork& part, const Layer& layer) {
    switch (layer.kind) {
    case Kind::AveragePool:
        if (hasPartial(part.plain, layer) || (!layer.countIncludePad && layer.pad != network::Padding{}))
            return "its windows are divided by how much of them is image, which is another number in each part";
        return {};
    case Kind::MaxPool:
        return hasPartial(part.plain, layer) ? "its last windows reach beyond its padding" : "";
    case Kind::UpsampleBilinear:
        return part.masked ? "where a picture ends inside a tile its last pixels are repeated" : "";
    default: return {};
    }
}

Problem refused(const Layer& layer, std::string why) {
    return {&messages::kNotApart,
            {std::string(network::nameOf(layer.kind)), layer.name, std::move(why)},
            layer.place,
            {},
            {}};
}

// Sizes of tiles are looked for up to this many elements beyond the picture's.
constexpr std::int64_t kMoreThanPicture = 4096;

// Each value has a whole number of its elements in each part. Where one circuit has all of a direction it may
// have fewer at the end, but not more: a part has no place for them.
Outcome checkSizes(const network::Network& network, network::Direction direction, std::size_t circuits) {
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    LW_TRY(const lower::tiling::Alignment alignment, lower::tiling::alignmentOf(line));
    const std::size_t dimension = direction == network::Direction::Rows ? 0 : 1;
    const auto size = static_cast<std::int64_t>(network.input.shape[dimension]);
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        if (line.layers[i].inputs.empty()) continue;
        const network::Fraction& scale = alignment.scales[i + 1];
        const auto has = static_cast<std::int64_t>(network::shapeOf(network, i + 1)[dimension]);
        const std::int64_t more = has * scale.under - size * scale.over;
        if (more > 0 || (more < 0 && circuits > 1))
            return refused(network.layers[i], "it makes " + std::to_string(has) + " of " +
                                                  std::to_string(size) + ", so that parts do not meet");
    }
    return Done{};
}

} // namespace

lower::tiling::Size sharedSize(const lower::tiling::Size& part, const TileArray& array) {
    return {part.rows * static_cast<std::int64_t>(array.rows),
            part.columns * static_cast<std::int64_t>(array.columns)};
}

namespace {

// One direction of the parts of a tile.
struct PartAxis {
    network::Line line;
    lower::tiling::Alignment alignment;
    std::int64_t part = 0, circuits = 1;
    std::int64_t picture = 0;
    std::int64_t tile() const { return part * circuits; }
};
Result<std::vector<PartAxis>> axesOf(const network::Network& network, const lower::tiling::Size& picture,
                                     const lower::tiling::Size& part, const TileArray& array) {
    std::vector<PartAxis> out;
    for (const auto direction : {network::Direction::Rows, network::Direction::Columns}) {
        const bool isRows = direction == network::Direction::Rows;
        PartAxis& one = out.emplace_back();
        LW_TRY(one.line, network::lineOf(network, direction));
        LW_TRY(one.alignment, lower::tiling::alignmentOf(one.line));
        one.part = isRows ? part.rows : part.columns;
        one.circuits = static_cast<std::int64_t>(isRows ? array.rows : array.columns);
        one.picture = isRows ? picture.rows : picture.columns;
    }
    return out;
}

// The least part of this axis, where the one that was asked for is too small.
std::optional<std::int64_t> leastPart(const PartAxis& axis) {
    const std::int64_t least =
        lower::tiling::leastFixed(axis.line, axis.alignment, axis.picture + axis.tile() + kMoreThanPicture);
    if (least <= axis.tile()) return std::nullopt; // or 0: there is none
    const std::int64_t unit = axis.alignment.align * axis.circuits;
    return (least + unit - 1) / unit * axis.alignment.align;
}

// What is said of a tile of all circuits, said of the part that was asked for.
Problem saidOfPart(Problem problem, const lower::tiling::Size& part, const std::vector<PartAxis>& axes) {
    if (problem.message == &lower::messages::kTileTooLarge) {
        problem.arguments[0] = std::to_string(part.rows);
        problem.arguments[1] = std::to_string(part.columns);
    }
    for (const PartAxis& axis : axes) {
        const std::string asked = std::to_string(axis.part);
        if (problem.message == &lower::messages::kTileTooSmall) {
            const auto least = leastPart(axis);
            if (!least) continue;
            problem.arguments = {asked, std::to_string(*least)};
            break;
        }
        const std::vector<std::string> named = {std::to_string(axis.picture), std::to_string(axis.tile())};
        if (problem.message != &lower::messages::kDoesNotDivide ||
            !std::ranges::equal(named, std::span(problem.arguments).first(2)))
            continue;
        problem.arguments[1] += " (" + std::to_string(axis.circuits) + " parts of " + asked + ")";
        break;
    }
    return problem;
}

} // namespace

Result<TilingPlan> planParts(const network::Network& network, const lower::tiling::Size& picture,
                             const lower::tiling::Size& part, std::optional<lower::tiling::Fill> fill,
                             const TileArray& array) {
    LW_TRY(const std::vector<PartAxis> axes, axesOf(network, picture, part, array));
    for (const PartAxis& axis : axes)
        if (axis.part % axis.alignment.align != 0)
            return Problem{&lower::messages::kNotAligned,
                           {std::to_string(axis.part), std::to_string(axis.alignment.align)},
                           {},
                           {},
                           {}};
    auto plan = lower::tiling::planTiles(network, picture, sharedSize(part, array), fill);
    if (!plan) return saidOfPart(std::move(plan).problem(), part, axes);
    plan->parts = array.circuits();
    return plan;
}

TilingPlan partsOf(const TilingPlan& plan, const TileArray& array) {
    TilingPlan out = plan;
    out.rows = partsAlong(plan.rows, array.rows);
    out.columns = partsAlong(plan.columns, array.columns);
    out.fixed = {out.rows.fixed, out.columns.fixed};
    return out;
}

Outcome checkParts(const TileNetwork& part, const TileArray& array) {
    for (const Layer& layer : part.plain.layers)
        if (std::string why = whyNotApart(part, layer); !why.empty()) return refused(layer, std::move(why));
    LW_TRY([[maybe_unused]] const Done rows, checkSizes(part.plain, network::Direction::Rows, array.rows));
    return checkSizes(part.plain, network::Direction::Columns, array.columns);
}

} // namespace lw::project
