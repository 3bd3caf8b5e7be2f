// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"

#include "core/lower/recompute/budget.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/overlap.h"
#include "core/lower/recompute/step_order.h"
#include "core/network/kinds.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

BudgetLimits limitsOf(const Request& request, const CostModel& model) {
    return {request.budget.value_or(kNoLimit), request.vmemBytes(model), request.places};
}

std::string bytesText(std::uint64_t bytes) {
    return bytes == kNoLimit ? "any number of bytes" : std::to_string(bytes) + " bytes";
}

// What would do: the least of all bytes within that much VMEM, or of VMEM if that is too little for anything.
Problem tooSmall(const Sublayers& sublayers, const CostModel& model, BudgetLimits limits) {
    std::vector<std::string> arguments{bytesText(limits.bytes), bytesText(limits.vmemBytes)};
    limits.bytes = kNoLimit;
    BudgetSearch search = searchBudget(sublayers, model, limits);
    if (search.points.empty()) {
        limits.vmemBytes = kNoLimit;
        search = searchBudget(sublayers, model, limits);
    }
    const BudgetPoint& least = search.points.back();
    arguments.push_back(bytesText(least.peak));
    arguments.push_back(bytesText(least.peakVmem));
    return Problem{&messages::kBudgetTooSmall, std::move(arguments), {}, {}, {}};
}

// What all reports of a network have in common.
Result<Report> begin(const network::Network& network, const CostModel& model, const Request& request) {
    Report out;
    out.network = network.name;
    out.model = model;
    out.convolution = network.convolution;
    out.request = request;
    LW_TRY(out.sublayers, sublayersOf(network, model));
    for (ValueId value = 0; value < out.sublayers.size(); ++value) {
        out.names.push_back(network::nameOf(network, value));
        out.kinds.emplace_back(value == kInput ? "input" : network::nameOf(network.layers[value - 1].kind));
    }
    out.inverses = inversesOf(network, out.sublayers, model);
    out.places = memoriesOf(placed(waysOf(Policy::StoreAll, out.sublayers, {}, out.inverses), out.sublayers,
                                   model, request.schedule, request.vmemBytes(model), request.places));
    out.decisions = decide(out.sublayers, model, out.places);
    return out;
}

// The rule was told where each output lies; the others lie where what they store has room.
std::vector<Kept> keptBy(Policy policy, const Report& report) {
    std::vector<Kept> ways = waysOf(policy, report.sublayers, report.decisions, report.inverses);
    for (const auto& [value, way] : report.request.keeps) ways[value].way = way;
    Places places = report.request.places;
    if (policy == Policy::LocalRule)
        for (ValueId value = 1; value < ways.size(); ++value)
            if (value != report.sublayers.output) places[value] = report.places[value];
    return placed(std::move(ways), report.sublayers, report.model, report.request.schedule,
                  report.request.vmemBytes(report.model), places);
}

void finish(Report& report, const std::vector<Kept>& ways) {
    report.plan = overlapped(report.sublayers, report.model,
                             keepPlanOf(report.sublayers, report.request.schedule, ways),
                             {report.request.vmemBytes(report.model), report.request.budget.value_or(0)});
    report.usage = usageOf(report.sublayers, report.model, report.plan);
}

void markBest(TradeOff& out) {
    std::vector<TradePoint*> all;
    for (std::vector<TradePoint>* const points : {&out.policies, &out.curve})
        for (TradePoint& point : *points) all.push_back(&point);
    for (TradePoint* const point : all)
        point->isBest = std::ranges::none_of(all, [&](const TradePoint* other) {
            return other->clocks <= point->clocks && other->peak <= point->peak &&
                   (other->clocks < point->clocks || other->peak < point->peak);
        });
}

} // namespace

Result<std::optional<Report>> reportOf(const network::Network& network, const CostModel& model,
                                       const Request& request, const std::atomic<bool>* stop) {
    LW_TRY(Report report, begin(network, model, request));
    std::vector<Kept> ways;
    if (request.policy == Policy::Budget) {
        const BudgetLimits limits = limitsOf(request, model);
        BudgetSearch search = searchBudget(report.sublayers, model, limits, stop);
        if (search.wasStopped) return std::optional<Report>();
        if (search.points.empty()) return tooSmall(report.sublayers, model, limits);
        report.optimum = Optimum{search.isProven, search.boundClocks};
        ways = std::move(search.points.front().ways);
        for (const auto& [value, way] : request.keeps) ways[value].way = way;
    } else {
        ways = keptBy(request.policy, report);
    }
    LW_TRY([[maybe_unused]] const Done checked, checkWays(network, report.sublayers, ways, report.inverses));
    finish(report, ways);
    return std::optional(std::move(report));
}

Result<std::optional<TradeOff>> tradeOffOf(const network::Network& network, const CostModel& model,
                                           const Request& request, const std::atomic<bool>* stop) {
    LW_TRY(Report report, begin(network, model, request));
    report.request.keeps.clear();
    TradeOff out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Policy::Budget); ++i) {
        finish(report, keptBy(static_cast<Policy>(i), report));
        out.policies.push_back(
            {std::string(kPolicyNames[i]), report.usage.peak, report.usage.peakVmem, report.usage.clocks});
    }
    const BudgetSearch search =
        searchBudget(report.sublayers, model, {kNoLimit, request.vmemBytes(model), request.places}, stop);
    if (search.wasStopped) return std::optional<TradeOff>();
    for (const BudgetPoint& point : search.points) {
        finish(report, point.ways);
        out.curve.push_back({std::string(nameOf(Policy::Budget)), report.usage.peak, report.usage.peakVmem,
                             report.usage.clocks});
    }
    // Hidden moves can make one as fast that keeps more in HBM.
    std::vector<TradePoint> fastest;
    for (auto point = out.curve.rbegin(); point != out.curve.rend(); ++point)
        if (fastest.empty() || point->clocks < fastest.back().clocks) fastest.push_back(*point);
    out.curve.assign(fastest.rbegin(), fastest.rend());
    out.isProven = search.isProven;
    markBest(out);
    return std::optional(std::move(out));
}

} // namespace lw::lower::recompute
