// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/lower/recompute/report.h"

#include <cmath>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json jsonOf(const CostModel& model) {
    Json counts = Json::object();
    for (std::size_t i = 0; i < kCountNames.size(); ++i) {
        const CountRow& row = model.counts.rows[i];
        counts[kCountNames[i]] = {
            {"value", row.value},           {"wait", row.wait}, {"wait_of_two", row.waitOfTwo},
            {"wait_of_one", row.waitOfOne}, {"per", row.per},   {"source", row.source}};
    }
    const auto port = [](const Port& of) {
        return Json{{"bandwidth", of.bandwidth}, {"latency", of.latency}};
    };
    return {{"name", model.machine},
            {"offchip", port(model.hbm)},
            {"cache", port(model.vmem)},
            {"vector", model.vectorWidth},
            {"tensor", model.tensorWidth},
            {"lanes", model.lanes},
            {"vmem", model.vmemBytes},
            {"besides", model.besidesBytes ? Json(*model.besidesBytes) : Json()},
            {"element", tensor::nameOf(model.element)},
            {"batch", model.batch},
            {"taps", model.countsPadding ? "all" : "inside"},
            {"counts", std::move(counts)}};
}

Json jsonOf(const Report& report, const Decision& decision) {
    Json inputs = Json::list();
    for (std::size_t i = 0; i < decision.inputs.size(); ++i)
        inputs.push_back(
            {{"name", report.names[decision.inputs[i]]}, {"place", nameOf(decision.inputPlaces[i])}});
    const Kept& kept = report.plan.values[decision.value];
    Json out{{"name", report.names[decision.value]},
             {"kind", report.kinds[decision.value]},
             {"inputs", std::move(inputs)},
             {"inputBytes", decision.inputBytes},
             {"logicalInputBytes", decision.logicalInputBytes},
             {"outputBytes", decision.outputBytes},
             {"logicalOutputBytes", decision.logicalOutputBytes},
             {"place", nameOf(decision.place)},
             {"engine", kEngineNames[static_cast<std::size_t>(decision.engine)]},
             {"operations", decision.operations},
             {"width", decision.width},
             {"loadInput", decision.costs.loadInput},
             {"inputStored", decision.isInputStored},
             {"compute", decision.costs.compute},
             {"loadOutput", decision.costs.loadOutput},
             {"decision", decision.recomputes ? "recompute" : "store"},
             {"breakEven", finite(decision.breakEvenBandwidth)},
             {"way", nameOf(kept.way)}};
    if (kept.hasPlace()) out["memory"] = nameOf(kept.memory);
    if (kept.gradient == Memory::Hbm) out["gradientMemory"] = nameOf(kept.gradient);
    return out;
}

Json jsonOf(const std::vector<InverseChannel>& channels) {
    Json out = Json::list();
    for (const InverseChannel& channel : channels)
        out.push_back({{"gamma", channel.gamma},
                       {"beta", channel.beta},
                       {"bound", finite(channel.bound)},
                       {"vetoed", channel.isVetoed}});
    return out;
}

Json stepsJson(const Report& report) {
    Json out = Json::list();
    for (std::size_t i = 0; i < report.plan.steps.size(); ++i) {
        const KeepStep& step = report.plan.steps[i];
        const StepUse& use = report.usage.steps[i];
        out.push_back({{"kind", nameOf(step.kind)},
                       {"name", report.names[step.value]},
                       {"clocks", use.clocks},
                       {"paid", use.paid},
                       {"vmem", use.live.vmem},
                       {"hbm", use.live.hbm}});
    }
    return out;
}

Json jsonOf(const TradePoint& point) {
    return {{"name", point.name},
            {"peak", point.peak},
            {"peakVmem", point.peakVmem},
            {"clocks", point.clocks},
            {"best", point.isBest}};
}

Json jsonOf(const Optimum& optimum) {
    return {{"proven", optimum.isProven},
            {"bound", optimum.boundClocks == 0 ? Json() : Json(optimum.boundClocks)},
            {"fewest", optimum.isFewest},
            {"policy", optimum.policy ? Json(nameOf(*optimum.policy)) : Json()}};
}

} // namespace

Json jsonOf(const Report& report) {
    Json sublayers = Json::list(), inverses = Json::object();
    for (const Decision& decision : report.decisions) sublayers.push_back(jsonOf(report, decision));
    for (const auto& [value, channels] : report.inverses) inverses[report.names[value]] = jsonOf(channels);
    Json out{{"schema", "lanewright.recompute"},
             {"version", 1},
             {"network", report.network},
             {"machine", jsonOf(report.model)},
             {"policy", nameOf(report.request.policy)},
             {"schedule", nameOf(report.request.schedule)},
             {"convolution", nameOf(report.convolution)},
             {"sublayers", std::move(sublayers)},
             {"inverses", std::move(inverses)},
             {"steps", stepsJson(report)},
             {"peak", report.usage.peak},
             {"peakVmem", report.usage.peakVmem},
             {"peakHbm", report.usage.peakHbm},
             {"clocks", report.usage.clocks},
             {"recomputeClocks", report.usage.recomputeClocks},
             {"moveClocks", report.usage.moveClocks},
             {"hiddenClocks", report.usage.hiddenClocks}};
    const std::vector<ValueId> rounded = roundedValues(report.sublayers, report.plan);
    if (!rounded.empty()) out["rounded"] = Json::list();
    for (const ValueId value : rounded)
        out["rounded"].push_back({{"name", report.names[value]}, {"bound", kBf16Bound}});
    if (report.optimum) out["optimum"] = jsonOf(*report.optimum);
    return out;
}

Json jsonOf(const TradeOff& tradeOff) {
    Json policies = Json::list(), curve = Json::list();
    for (const TradePoint& point : tradeOff.policies) policies.push_back(jsonOf(point));
    for (const TradePoint& point : tradeOff.curve) curve.push_back(jsonOf(point));
    return {{"policies", std::move(policies)}, {"curve", std::move(curve)}, {"proven", tradeOff.isProven}};
}

} // namespace lw::lower::recompute
