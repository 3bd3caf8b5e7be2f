// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/lower/tiling/curve.h"
#include "core/lower/tiling/plan.h"

namespace lw::lower::tiling {

namespace {

std::string_view nameOf(Fill fill) { return kFillNames[static_cast<std::size_t>(fill)]; }

Json jsonOf(const Interval& interval) {
    return {{"low", interval.low}, {"high", interval.high}, {"size", interval.n}};
}

Json jsonOf(const TileOutput& output) {
    return {{"offset", output.offset},
            {"valid", Json::list({output.valid.low, output.valid.high})},
            {"write", Json::list({output.from, output.until - 1})}};
}

Json jsonOf(const AxisOutput& output) {
    return {{"scale", scaleText(output.scale)},
            {"size", output.full},
            {"fixed", output.fixed},
            {"dummy", Json::list({output.dummyLow, output.dummyHigh})},
            {"wrong", output.wrong}};
}

Json jsonOf(const PlanOutput& output) { return {{"name", output.name}, {"channels", output.channels}}; }

Json jsonOf(const AxisTile& tile);

// A list of items, each as JSON.
template <typename List> Json listOf(const List& items) {
    Json out = Json::list();
    for (const auto& item : items) out.push_back(jsonOf(item));
    return out;
}

Json jsonOf(const AxisTile& tile) {
    return {{"edge", kEdgeNames[static_cast<std::size_t>(tile.edge)]},
            {"start", tile.start},
            {"fill", tile.fill},
            {"outputs", listOf(tile.outputs)}};
}

Json jsonOf(const AxisPlan& plan) {
    Json inner = Json::list();
    for (std::size_t id = 0; id < plan.inner.size(); ++id) {
        Json value = jsonOf(plan.inner[id]);
        if (!plan.lags.empty()) value["lag"] = plan.lags[id];
        inner.push_back(std::move(value));
    }
    Json edges = Json::object();
    for (const EdgeLayers& one : plan.edges) {
        Json& layers = edges[std::string(kEdgeNames[static_cast<std::size_t>(one.edge)])] = Json::list();
        for (const Interval& right : one.right) layers.push_back(Json::list({right.low, right.high}));
    }
    return {{"size", plan.size},          {"fixed", plan.fixed},       {"mode", nameOf(plan.fill)},
            {"align", plan.align},        {"step", plan.step},         {"outputs", listOf(plan.outputs)},
            {"layers", std::move(inner)}, {"edges", std::move(edges)}, {"tiles", listOf(plan.tiles)}};
}

} // namespace

std::string scaleText(const network::Fraction& scale) {
    return std::to_string(scale.over) + "/" + std::to_string(scale.under);
}

Json jsonOf(const CurvePoint& point) {
    return {{"fixed", point.fixed},         {"mode", nameOf(point.fill)}, {"tiles", point.tiles},
            {"peakBytes", point.peakBytes}, {"macs", point.macs},         {"wholeMacs", point.wholeMacs},
            {"macRatio", point.macRatio()}, {"bytesIn", point.bytesIn},   {"bytesMasks", point.bytesMasks}};
}

Json jsonOf(std::span<const CurvePoint> curve) {
    Json out = Json::list();
    for (const CurvePoint& point : curve) out.push_back(jsonOf(point));
    return out;
}

Json jsonOf(const TilingPlan& plan) {
    const TilingCost& cost = plan.cost;
    Json out{{"schema", kPlanSchema},
             {"version", kPlanVersion},
             {"network", plan.network},
             {"mode", nameOf(plan.fill())},
             {"wasChosen", plan.wasFillChosen},
             {"channels", plan.channels},
             {"outputs", listOf(plan.outputs)},
             {"rows", jsonOf(plan.rows)},
             {"columns", jsonOf(plan.columns)},
             {"cost", Json{{"tiles", cost.tiles},
                           {"macs", cost.macs},
                           {"wholeMacs", cost.wholeMacs},
                           {"redundancy", cost.redundancy()},
                           {"bytesIn", cost.bytesIn},
                           {"bytesOut", cost.bytesOut},
                           {"bytesReread", cost.bytesReread},
                           {"bytesMasks", cost.bytesMasks}}}};
    if (plan.circuits != Size{1, 1})
        out["circuits"] = Json::list({plan.circuits.rows, plan.circuits.columns});
    if (plan.parts != Size{1, 1}) out["parts"] = Json::list({plan.parts.rows, plan.parts.columns});
    if (plan.overlap != Overlap::Recompute)
        out["overlap"] = kOverlapNames[static_cast<std::size_t>(plan.overlap)];
    return out;
}

} // namespace lw::lower::tiling
