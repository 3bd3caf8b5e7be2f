// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/layer_sharing.h"

#include "core/lower/messages.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/reach.h"
#include "core/project/messages.h"

#include <algorithm>

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

// Each value has a whole number of its elements in each part.
Outcome checkSizes(const network::Network& network, network::Direction direction) {
    LW_TRY(const network::Line line, network::lineOf(network, direction));
    LW_TRY(const lower::tiling::Alignment alignment, lower::tiling::alignmentOf(line));
    const std::size_t dimension = direction == network::Direction::Rows ? 0 : 1;
    const auto size = static_cast<std::int64_t>(network.input.shape[dimension]);
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        if (line.layers[i].inputs.empty()) continue;
        const network::Fraction& scale = alignment.scales[i + 1];
        const auto has = static_cast<std::int64_t>(network::shapeOf(network, i + 1)[dimension]);
        if (has * scale.under != size * scale.over)
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

Outcome checkPartSize(const network::Network& network, const lower::tiling::Size& part) {
    for (const auto direction : {network::Direction::Rows, network::Direction::Columns}) {
        LW_TRY(const network::Line line, network::lineOf(network, direction));
        LW_TRY(const lower::tiling::Alignment alignment, lower::tiling::alignmentOf(line));
        const std::int64_t size = direction == network::Direction::Rows ? part.rows : part.columns;
        if (size % alignment.align != 0)
            return Problem{&lower::messages::kNotAligned,
                           {std::to_string(size), std::to_string(alignment.align)},
                           {},
                           {},
                           {}};
    }
    return Done{};
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
    if (array.rows > 1) {
        LW_TRY([[maybe_unused]] const Done meet, checkSizes(part.plain, network::Direction::Rows));
    }
    if (array.columns > 1) {
        LW_TRY([[maybe_unused]] const Done meet, checkSizes(part.plain, network::Direction::Columns));
    }
    return Done{};
}

} // namespace lw::project
