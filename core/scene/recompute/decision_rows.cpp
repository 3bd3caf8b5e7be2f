// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/recompute/decision_rows.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>

namespace lw::scene::recompute {

using lower::recompute::Decision;
using lower::recompute::Report;

namespace {

std::string readsOf(const Report& report, const Decision& decision) {
    std::string out;
    for (std::size_t i = 0; i < decision.inputs.size(); ++i)
        out += (i == 0 ? "" : ", ") + report.names[decision.inputs[i]] + " " +
               std::string(nameOf(decision.inputPlaces[i]));
    return out;
}

DecisionRow rowOf(const Report& report, const Decision& decision) {
    const lower::Kept& kept = report.plan.values[decision.value];
    DecisionRow out;
    out.name = report.names[decision.value];
    out.kind = report.kinds[decision.value];
    out.reads = readsOf(report, decision);
    out.place = nameOf(decision.place);
    out.loadInput = decision.costs.loadInput;
    out.compute = decision.costs.compute;
    out.loadOutput = decision.costs.loadOutput;
    out.isInputAgain = !decision.isInputStored;
    out.ruleRecomputes = decision.recomputes;
    const double bandwidth = decision.breakEvenBandwidth;
    if (std::isfinite(bandwidth) && bandwidth > 0) out.breakEven = bandwidth;
    out.kept = nameOf(kept.way);
    if (kept.hasPlace()) out.kept += " " + std::string(nameOf(kept.memory));
    if (kept.gradient == lower::Memory::Hbm) out.kept += ", gradient hbm";
    out.isByHand = report.request.keeps.contains(decision.value);
    out.isFree = decision.value != report.sublayers.output;
    return out;
}

} // namespace

DecisionRows decisionRowsOf(const Report& report) {
    DecisionRows out{report.network,
                     report.model.machine,
                     std::string(nameOf(report.request.policy)),
                     std::string(nameOf(report.request.schedule)),
                     {},
                     0,
                     report.usage.peak,
                     report.usage.peakVmem,
                     report.usage.peakHbm,
                     report.usage.clocks,
                     report.usage.recomputeClocks,
                     report.usage.moveClocks};
    for (const Decision& decision : report.decisions) {
        out.rows.push_back(rowOf(report, decision));
        out.longest = std::max({out.longest, decision.costs.again(), decision.costs.loadOutput});
    }
    return out;
}

Json jsonOf(const DecisionRows& rows) {
    Json list = Json::list();
    for (const DecisionRow& row : rows.rows)
        list.push_back({{"name", row.name},
                        {"kind", row.kind},
                        {"reads", row.reads},
                        {"place", row.place},
                        {"loadInput", row.loadInput},
                        {"inputAgain", row.isInputAgain},
                        {"compute", row.compute},
                        {"loadOutput", row.loadOutput},
                        {"rule", row.ruleRecomputes ? "recompute" : "store"},
                        {"breakEven", row.breakEven ? Json(*row.breakEven) : Json()},
                        {"kept", row.kept},
                        {"byHand", row.isByHand},
                        {"free", row.isFree}});
    return {{"network", rows.network},
            {"machine", rows.machine},
            {"policy", rows.policy},
            {"schedule", rows.schedule},
            {"rows", std::move(list)},
            {"longest", rows.longest},
            {"peak", rows.peak},
            {"peakVmem", rows.peakVmem},
            {"peakHbm", rows.peakHbm},
            {"clocks", rows.clocks},
            {"recomputeClocks", rows.recomputeClocks},
            {"moveClocks", rows.moveClocks}};
}

} // namespace lw::scene::recompute
