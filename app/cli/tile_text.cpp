// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_text.h"

#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/lower/striding/stride_geometry.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lw::cli {

using lower::tiling::AxisOutput;
using lower::tiling::AxisPlan;
using lower::tiling::AxisTile;
using lower::tiling::PlanOutput;
using lower::tiling::TileOutput;

namespace {

std::string number(std::int64_t value) { return std::to_string(value); }
std::string dimensionsText(std::int64_t rows, std::int64_t columns) {
    return number(rows) + " x " + number(columns);
}

std::string dummyText(const AxisOutput& output) {
    return "not right at the ends of an inner tile " + number(output.dummyLow) + " and " +
           number(output.dummyHigh) + "\n";
}

// If there are several outputs, each has a line and columns of its own.
std::string axisText(std::string_view name, const AxisPlan& plan, std::span<const PlanOutput> outputs) {
    std::string out = std::string(name) + ": " + number(plan.size) + " in tiles of " + number(plan.fixed) +
                      ", starts are multiples of " + number(plan.align) + ", step " + number(plan.step);
    out += outputs.size() == 1 ? ", " + dummyText(plan.outputs.front()) : "\n";
    std::vector<std::vector<std::string>> rows{{"  tile", "edge", "start"}};
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const std::string of = outputs.size() == 1 ? "" : outputs[k].name + " ";
        rows.front().insert(rows.front().end(), {of + "right", of + "gives"});
        if (outputs.size() > 1)
            out += "  " + of + number(plan.outputs[k].full) + ", in a tile " + number(plan.outputs[k].fixed) +
                   ", " + dummyText(plan.outputs[k]);
    }
    rows.front().push_back("fill");
    const auto range = [](std::int64_t low, std::int64_t high) {
        return high < low ? std::string("-") : number(low) + " to " + number(high);
    };
    for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
        const AxisTile& tile = plan.tiles[i];
        rows.push_back({"  " + std::to_string(i),
                        std::string(lower::tiling::kEdgeNames[static_cast<std::size_t>(tile.edge)]),
                        number(tile.start)});
        for (const TileOutput& one : tile.outputs)
            rows.back().insert(rows.back().end(),
                               {range(one.offset + one.valid.low, one.offset + one.valid.high),
                                range(one.from, one.until - 1)});
        rows.back().push_back(number(tile.fill));
    }
    return out + tableText(rows, {2, rows.front().size() - 1});
}

std::string fillText(const lower::tiling::TilingPlan& plan) {
    switch (plan.fill()) {
    case lower::tiling::Fill::Exact: return "every tile is full of picture";
    case lower::tiling::Fill::Masked: return "what layers could read beyond the picture is masked";
    case lower::tiling::Fill::Ring: return "zeros lie beyond the picture";
    }
    return {};
}

// Which elements are not right: only ends of the output, where there were zeros beyond the picture.
std::string wrongText(const lower::tiling::TilingPlan& plan) {
    std::string out;
    for (std::size_t k = 0; k < plan.outputs.size(); ++k) {
        const lower::tiling::AxisOutput &rows = plan.rows.outputs[k], &columns = plan.columns.outputs[k];
        if (rows.wrong == 0 && columns.wrong == 0) continue;
        const auto last = [](const lower::tiling::AxisOutput& axis, std::string_view name) {
            if (axis.wrong == 0) return std::string();
            return std::string(name) + " " + number(axis.full - axis.wrong) + " to " + number(axis.full - 1);
        };
        const auto all = static_cast<std::uint64_t>(rows.full * columns.full);
        const auto right =
            static_cast<std::uint64_t>((rows.full - rows.wrong) * (columns.full - columns.wrong));
        const std::string both = rows.wrong != 0 && columns.wrong != 0 ? " and " : "";
        out += "not right in " + plan.outputs[k].name + ": " + last(rows, "rows") + both +
               last(columns, "columns") + ", " + groupedText((all - right) * plan.outputs[k].channels) +
               " of " + groupedText(all * plan.outputs[k].channels) + " elements\n";
    }
    return out;
}

} // namespace

std::string tilingText(const lower::tiling::TilingPlan& plan) {
    const lower::tiling::TilingCost& cost = plan.cost;
    std::string out = "picture " + dimensionsText(plan.picture.rows, plan.picture.columns) + ", tiles " +
                      dimensionsText(plan.fixed.rows, plan.fixed.columns) + ": " + groupedText(cost.tiles) +
                      " of them\n";
    out += "mode " + std::string(lower::tiling::kFillNames[static_cast<std::size_t>(plan.fill())]) + ", " +
           (plan.wasFillChosen ? "the cheapest exact one: " : "asked for: ") + fillText(plan) + "\n";
    out += axisText("rows", plan.rows, plan.outputs) + axisText("columns", plan.columns, plan.outputs) +
           wrongText(plan);
    out += groupedText(cost.macs) + " MACs in all tiles, " + groupedText(cost.wholeMacs) +
           " in the whole: " + fixedText(cost.redundancy(), 3) + " times\n";
    out += "host: " + groupedText(cost.bytesIn) + " bytes in, of them " + groupedText(cost.bytesReread) +
           " read again, " + groupedText(cost.bytesOut) + " bytes out" +
           (cost.bytesMasks == 0 ? "" : ", " + groupedText(cost.bytesMasks) + " bytes of masks in") + "\n";
    return out;
}

std::string circuitsText(const project::TileArray& array, bool sharesLayers) {
    if (array.count() == 1) return "the circuit";
    if (array.isApart) return std::to_string(array.count()) + " circuits, each with whole rows of tiles";
    return std::to_string(array.rows) + " x " + std::to_string(array.columns) +
           " circuits, which send each other " +
           (sharesLayers ? "the borders of every layer" : "what tiles share");
}

std::string clocksText(std::uint64_t emulated, const std::optional<std::uint64_t>& modelled) {
    if (!modelled) return std::to_string(emulated) + " clocks";
    const double error = std::abs(static_cast<double>(*modelled) - static_cast<double>(emulated));
    return "modelled " + std::to_string(*modelled) + " clocks, emulated " + std::to_string(emulated) +
           " (error " +
           fixedText(100 * error / static_cast<double>(std::max<std::uint64_t>(emulated, 1)), 1) + " %)";
}

std::string movedText(const project::TileBytes& planned, const project::HostBytes& moved) {
    std::string out = "over the host interface, with weights and descriptors: " + groupedText(moved.in) +
                      " bytes in, " + groupedText(moved.out) + " bytes out";
    out += "\n  of the picture " + groupedText(planned.picture) + " in, of them " +
           groupedText(planned.reread) + " read again; masks " + groupedText(planned.masks) +
           ", descriptors " + groupedText(planned.descriptors) + ", weights and constants " +
           groupedText(planned.constants);
    if (planned.keptOut != 0)
        out += "; of rows that are kept " + groupedText(planned.keptOut) + " out and " +
               groupedText(planned.keptIn) + " in";
    if (moved.sent != 0) out += "\nbetween circuits: " + groupedText(moved.sent) + " bytes";
    if (planned.saved != 0) out += ", for which the host sends " + groupedText(planned.saved) + " fewer";
    out += planned.moved() == moved ? "\nas planned" : "\nnot as planned";
    return out;
}

Json movedJson(const project::TileBytes& planned, const project::HostBytes& moved) {
    const auto both = [](const project::HostBytes& bytes) {
        return Json{{"in", bytes.in}, {"out", bytes.out}, {"sent", bytes.sent}};
    };
    return {{"planned", both(planned.moved())}, {"counted", both(moved)},
            {"picture", planned.picture},       {"reread", planned.reread},
            {"masks", planned.masks},           {"descriptors", planned.descriptors},
            {"constants", planned.constants},   {"saved", planned.saved},
            {"keptOut", planned.keptOut},       {"keptIn", planned.keptIn}};
}

std::string hostWorkText(std::span<const std::optional<project::HostWork>> work, project::Transfers used) {
    std::vector<std::vector<std::string>> rows{{"transfers", "the host copies", "its time"}};
    for (std::size_t i = 0; i < work.size(); ++i) {
        const std::string name =
            std::string(project::kTransferNames[i]) + (i == static_cast<std::size_t>(used) ? ", used" : "");
        if (work[i])
            rows.push_back({name, groupedText(work[i]->copiedBytes) + " bytes",
                            fixedText(work[i]->milliseconds, 2) + " ms"});
        else
            rows.push_back({name, "no room", "-"});
    }
    return tableText(rows, {1, 2});
}

std::string chosenSizeText(const project::TileSize& chosen) {
    const lower::tiling::Size &fixed = chosen.plan.fixed, &better = chosen.better;
    std::string out = "size chosen: " + dimensionsText(fixed.rows, fixed.columns) + ", ";
    out += chosen.model.clocks ? "modelled " + groupedText(*chosen.model.clocks) + " clocks, the fewest of " +
                                     std::to_string(chosen.modelled.size()) + " sizes that were modelled"
                               : "the fewest MACs of those that fit";
    if (!chosen.refused) return out;
    return out + "; " + dimensionsText(better.rows, better.columns) + " could take fewer, but " +
           textOf(*chosen.refused);
}

StrideCost strideCostOf(const lower::striding::NetworkPlan& plan) {
    StrideCost out;
    for (const lower::striding::LayerPlan& layer : plan.layers) {
        const network::Layer& what = plan.network->layers[layer.index];
        if (!lower::striding::isStrided(what)) continue;
        const auto geometry =
            lower::striding::strideGeometryOf(what, network::shapeOf(*plan.network, what.inputs[0]));
        ++out.layers;
        out.byPattern += geometry.macsOfStride();
        out.byStriding += geometry.macsOfFirst();
    }
    return out;
}

std::string strideText(const StrideCost& cost) {
    return countText(cost.layers, "strided layer") +
           " by access patterns, which the circuit of the patents lacks: " + groupedText(cost.byPattern) +
           " MACs in a tile; by kernel striding " + groupedText(cost.byStriding);
}

std::string curveText(std::span<const lower::tiling::CurvePoint> curve) {
    if (curve.empty()) return "no size of a tile makes progress";
    std::vector<std::vector<std::string>> rows{
        {"size", "mode", "tiles", "peak bytes", "MACs", "times the whole", "bytes in", "mask bytes"}};
    for (const lower::tiling::CurvePoint& point : curve)
        rows.push_back({std::to_string(point.fixed),
                        std::string(lower::tiling::kFillNames[static_cast<std::size_t>(point.fill)]),
                        groupedText(point.tiles), groupedText(point.peakBytes), groupedText(point.macs),
                        fixedText(point.macRatio(), 3), groupedText(point.bytesIn),
                        groupedText(point.bytesMasks)});
    return tableText(rows, {0, 2, 3, 4, 5, 6, 7});
}

std::string leftOutText(const lower::tiling::SizeCurve& curve) {
    if (!curve.notMasked) return "";
    return "Left out: " + countText(curve.leftOut, "size") + " for which tiles would have to be masked; " +
           textOf(*curve.notMasked);
}

std::string curveText(const project::TileCurve& curve, const machine::CircuitLimits& circuit) {
    if (curve.empty()) return "no size of a tile makes progress";
    const auto count = [](const std::optional<std::uint64_t>& value) {
        return value ? groupedText(*value) : std::string("-");
    };
    std::vector<std::vector<std::string>> rows{{"size", "mode", "tiles", "peak bytes", "in the buffer",
                                                "times the whole", "bytes in", "mask bytes", "modelled",
                                                "emulated"}};
    std::string refused;
    for (const project::TileCurvePoint& at : curve) {
        const lower::tiling::CurvePoint& point = at.point;
        if (at.refused && refused.empty())
            refused = dimensionsText(point.fixed, point.fixed) + ": " + textOf(*at.refused) + "\n";
        if (!at.model) continue;
        rows.push_back({std::to_string(point.fixed),
                        std::string(lower::tiling::kFillNames[static_cast<std::size_t>(point.fill)]),
                        groupedText(point.tiles), groupedText(point.peakBytes),
                        groupedText(at.model->bufferBytes), fixedText(point.macRatio(), 3),
                        groupedText(point.bytesIn), groupedText(point.bytesMasks), count(at.model->clocks),
                        count(at.emulated)});
    }
    if (std::ranges::any_of(curve, [](const auto& at) { return at.model && !at.model->clocks; }))
        refused += "Clocks are not known: the host computes a part of this network.\n";
    return tableText(rows, {0, 2, 3, 4, 5, 6, 7, 8, 9}) + refused + circuit.name + ": " +
           groupedText(circuit.bufferBytes) + " bytes of the unified buffer, " +
           groupedText(circuit.accumulatorRows) + " rows of accumulators, " +
           groupedText(circuit.weightBytes) + " bytes for weights, " + groupedText(circuit.hostRate.bytes) +
           " bytes from the host in " + countText(circuit.hostRate.clocks, "clock");
}

} // namespace lw::cli
