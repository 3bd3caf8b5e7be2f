// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/report.h"

#include "core/lower/recompute/budget.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/step_order.h"
#include "core/lower/recompute/within_budget.h"
#include "core/network/kinds.h"

#include <algorithm>
#include <utility>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

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
    out.places =
        memoriesOf(placedIn(out, waysOf(Policy::StoreAll, out.sublayers, {}, out.inverses), request.places));
    out.decisions = decide(out.sublayers, model, out.places);
    return out;
}

void finish(Report& report, const std::vector<Kept>& ways) {
    report.plan = besideOf(report, keepPlanOf(report.sublayers, report.request.schedule, ways));
    report.usage = usageOf(report.sublayers, report.model, report.plan);
}

// Of those that keep within so much VMEM.
void markBest(TradeOff& out, std::uint64_t vmemBytes) {
    std::vector<TradePoint*> all;
    for (std::vector<TradePoint>* const points : {&out.policies, &out.curve})
        for (TradePoint& point : *points)
            if (point.peakVmem <= vmemBytes) all.push_back(&point);
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
        LW_TRY(auto chosen, withinBudget(network, report, stop));
        if (!chosen) return std::optional<Report>();
        ways = *std::move(chosen);
    } else {
        ways = keptBy(request.policy, report);
    }
    LW_TRY([[maybe_unused]] const Done checked, checkWays(network, report.sublayers, ways, report.inverses));
    finish(report, ways);
    return std::optional(std::move(report));
}

Request choiceOf(const Report& report) {
    Request out = report.request;
    out.policy = Policy::StoreAll;
    out.budget.reset();
    for (ValueId value = 1; value < report.plan.values.size(); ++value) {
        if (value == report.sublayers.output) continue;
        const Kept& kept = report.plan.values[value];
        out.keeps[value] = kept.way;
        if (kept.isKept()) out.places[value] = kept.memory;
    }
    return out;
}

namespace {

// Of networks with more values no way out is looked for: that takes many searches, each of seconds.
constexpr std::size_t kMostSearchedForWays = 100;

// Bytes of VMEM with which the report's policy keeps within them; nothing: the machine has fewer. The policy
// may keep other values with more.
std::optional<std::uint64_t> enoughVmem(const network::Network& network, const Report& report) {
    std::uint64_t taken = report.usage.peakVmem;
    for (Request more = report.request; taken > report.request.vmemBytes(report.model);) {
        if (taken > report.model.vmemBytes) return std::nullopt;
        more.vmemBudget = taken;
        const auto other = reportOf(network, report.model, more);
        if (!other || (*other)->usage.peakVmem <= taken) return other ? std::optional(taken) : std::nullopt;
        taken = (*other)->usage.peakVmem;
    }
    return std::nullopt;
}

} // namespace

std::optional<Problem> beyondVmem(const network::Network& network, const Report& report) {
    const std::uint64_t limit = report.request.vmemBytes(report.model), taken = report.usage.peakVmem;
    if (taken <= limit) return std::nullopt;
    Problem out{&messages::kBeyondVmem,
                {std::to_string(taken), std::to_string(taken - limit), vmemText(report)},
                {},
                {},
                {}};
    if (report.sublayers.size() > kMostSearchedForWays) return out;
    network::Network same = network;
    same.convolution = report.convolution;
    Request other = report.request;
    other.policy = Policy::Budget;
    const auto within = reportOf(same, report.model, other);
    if (within) out.notes.push_back({&messages::kBudgetPolicyKeeps, {}, {}});
    if (const auto enough = enoughVmem(same, report))
        out.notes.push_back({&messages::kVmemIsEnough, {std::to_string(*enough)}, {}});
    if (!out.notes.empty()) return out;
    for (const Note& note : within.problem().notes)
        if (note.message == &messages::kVmemIsEnough)
            out.notes.push_back({&messages::kPolicyWithVmem, note.arguments, {}});
    return out;
}

Result<std::optional<std::uint64_t>> leastVmem(const network::Network& network, const CostModel& model,
                                               const Request& request) {
    LW_TRY(const Report report, begin(network, model, request));
    return leastVmemOf(network, report);
}

Request asNoted(Request request, const Note& note) {
    const auto is = [&](const Message& message) { return note.message == &message; };
    const auto number = [&](std::size_t i) { return std::stoull(note.arguments.at(i)); };
    if (is(messages::kBudgetIsEnough) || is(messages::kBothAreEnough)) request.budget = number(0);
    if (is(messages::kVmemIsEnough) || is(messages::kPolicyWithVmem)) request.vmemBudget = number(0);
    if (is(messages::kBothAreEnough)) request.vmemBudget = number(1);
    if (is(messages::kBudgetPolicyKeeps) || is(messages::kPolicyWithVmem)) request.policy = Policy::Budget;
    return request;
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
    // With all of VMEM; where that leaves no room for the next batch, with less as well.
    bool lackNextBatch = true;
    for (const std::uint64_t bytes : {request.vmemBytes(model), bytesWithBatch(report)}) {
        if (!std::exchange(lackNextBatch, false)) break;
        const BudgetSearch search =
            searchBudget(report.sublayers, model, {kNoLimit, bytes, request.places}, stop);
        if (search.wasStopped) return std::optional<TradeOff>();
        for (const BudgetPoint& point : search.points) {
            finish(report, point.ways);
            lackNextBatch = lackNextBatch || lacksNextBatch(report.plan);
            out.curve.push_back({std::string(nameOf(Policy::Budget)), report.usage.peak,
                                 report.usage.peakVmem, report.usage.clocks});
        }
        out.isProven = out.isProven && search.isProven;
    }
    // Hidden moves can make one as fast that keeps more in HBM.
    std::ranges::sort(out.curve, {}, [](const TradePoint& one) { return std::pair(one.peak, one.clocks); });
    std::vector<TradePoint> fastest;
    for (const TradePoint& point : out.curve)
        if (fastest.empty() || point.clocks < fastest.back().clocks) fastest.push_back(point);
    out.curve.assign(fastest.rbegin(), fastest.rend());
    markBest(out, request.vmemBytes(model));
    return std::optional(std::move(out));
}

} // namespace lw::lower::recompute
