// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/within_budget.h"

#include "core/lower/recompute/budget.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/overlap.h"
#include "core/lower/recompute/step_order.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

// Equal bits, of whatever computes: bn-stored has others, and so has bfloat16 where products do not round to
// it. The last one's choice is another one with other bytes of VMEM.
constexpr Policy kFixed[] = {Policy::StoreAll,   Policy::Autograd, Policy::Masks,
                             Policy::ConvStored, Policy::SqrtN,    Policy::LocalRule};

// What the search is given by hand: what an inverse leads back from is stored.
ByHand keepsFor(const Sublayers& network, const ByHand& keeps) {
    ByHand out = keeps;
    for (const Sublayer& layer : network.all)
        if (layer.role == Role::Norm && keeps.contains(layer.inputs[0]) &&
            keeps.at(layer.inputs[0]) == Way::Inverse)
            out.try_emplace(layer.value, Way::Store);
    return out;
}

BudgetLimits limitsOf(const Report& report) {
    const Request& request = report.request;
    return {request.budget.value_or(kNoLimit), request.vmemBytes(report.model), request.places,
            keepsFor(report.sublayers, request.keeps)};
}

// Where it is known what parameters take, the batch counts as well.
std::uint64_t allBytes(const Report& report) {
    return report.model.besidesBytes ? report.model.vmemBytes : kNoLimit;
}

// Looks for what keeps within limits under the schedule that is asked for.
class Looking {
  public:
    // `unlimited`: what searchMoved searches, which is the same whatever the limits are, once it is known.
    Looking(const network::Network& network, const Report& begun, const std::atomic<bool>* stop,
            std::optional<BudgetSearch>& unlimited)
        : m_network(network), m_report(begun), m_stop(stop), m_unlimited(unlimited) {}

    // The fastest of what the search finds and of fixed policies. False: there is none, or it was stopped.
    bool look(const BudgetLimits& limits) {
        searchAll(limits);
        if (m_wasStopped) return false;
        considerFixed(kFixed, limits);
        if (!m_best || !m_lackNextBatch) return m_best.has_value();
        // What keeps less in VMEM hides the next batch, which may be worth more.
        BudgetLimits less = limits;
        less.vmemBytes = std::min(less.vmemBytes, bytesWithBatch(m_report));
        searchFor(less, less, false);
        return !m_wasStopped;
    }
    // The least of what is counted, of what `look` finds with that much.
    std::optional<std::uint64_t> least(const BudgetLimits& limits) {
        searchAll(limits);
        if (m_wasStopped) return std::nullopt;
        considerFixed(std::span(kFixed).first(std::size(kFixed) - 1), limits);
        if (limits.countsHbm) searchMoved(limits);
        if (m_wasStopped) return std::nullopt;
        return m_best ? std::optional(m_least) : std::nullopt;
    }

    bool wasStopped() const { return m_wasStopped; }
    const Optimum& optimum() const { return m_optimum; }
    const std::vector<Kept>& ways() const { return *m_best; }

  private:
    // Under another schedule than the search's all that it found may be too much. Then what takes the least
    // of VMEM may do.
    void searchAll(const BudgetLimits& limits) {
        searchFor(limits, limits, limits.countsHbm);
        if (m_best || m_wasStopped || !limits.countsHbm) return;
        searchFor({limits.vmemBytes, limits.vmemBytes, limits.places, limits.keeps, false}, limits, false);
        if (!m_best && !m_wasStopped) searchMoved(limits);
    }
    // The whole curve, as if there were more of VMEM: what of that is too much waits in HBM, also of what is
    // computed again, which is not of the search's class, and may take fewer bytes then.
    void searchMoved(const BudgetLimits& limits) {
        if (!m_unlimited)
            m_unlimited = searchBudget(m_report.sublayers, m_report.model,
                                       {kNoLimit, kNoLimit, limits.places, limits.keeps}, m_stop);
        m_movesMore = true;
        considerFound(*m_unlimited, limits);
        m_movesMore = false;
    }

    void searchFor(const BudgetLimits& asked, const BudgetLimits& limits, bool isNoted) {
        const BudgetSearch search = searchBudget(m_report.sublayers, m_report.model, asked, m_stop);
        if (isNoted) note(search);
        considerFound(search, limits);
    }

    void considerFound(const BudgetSearch& search, const BudgetLimits& limits) {
        m_wasStopped = search.wasStopped;
        for (const BudgetPoint& point : search.points) {
            std::vector<Kept> ways = point.ways;
            for (const auto& [value, way] : m_report.request.keeps) ways[value].way = way;
            if (m_movesMore)
                ways = placed(std::move(ways), m_report.sublayers, m_report.model, m_report.request.schedule,
                              limits.vmemBytes, m_report.request.places, true);
            consider(ways, limits, std::nullopt);
        }
    }

    // Each with as much in VMEM as there may be, with the next batch or without it, and with as little as can
    // be.
    void considerFixed(std::span<const Policy> policies, const BudgetLimits& limits) {
        const std::uint64_t all = limits.vmemBytes;
        for (const Policy policy : policies)
            for (const std::uint64_t bytes : {std::min(all, bytesWithBatch(m_report)), all, std::uint64_t{0}})
                consider(keptBy(policy, m_report, bytes), limits, policy);
    }

    void note(const BudgetSearch& search) {
        const bool isSearched = m_report.request.schedule == Schedule::S0 &&
                                !std::ranges::any_of(m_report.request.keeps, [](const auto& one) {
                                    return one.second != Way::Store && one.second != Way::Recompute;
                                });
        m_optimum.isProven = search.isProven && isSearched;
        m_optimum.boundClocks = isSearched ? search.boundClocks : 0;
    }

    void consider(const std::vector<Kept>& ways, const BudgetLimits& limits, std::optional<Policy> policy) {
        if (!checkWays(m_network, m_report.sublayers, ways, m_report.inverses)) return;
        const KeepPlan plan = keepPlanOf(m_report.sublayers, m_report.request.schedule, ways);
        const Usage alone = usageOf(m_report.sublayers, m_report.model, plan);
        const std::uint64_t bytes = limits.countsHbm ? alone.peak : alone.peakVmem;
        if (alone.peakVmem > limits.vmemBytes || bytes > limits.bytes) return;
        m_least = std::min(m_least, bytes);
        const KeepPlan beside = besideOf(m_report, plan);
        m_lackNextBatch = m_lackNextBatch || lacksNextBatch(beside);
        const Usage usage = usageOf(m_report.sublayers, m_report.model, beside);
        const std::pair now(usage.clocks, usage.peak);
        if (m_best && m_bestUse <= now) return;
        m_best = ways;
        m_bestUse = now;
        m_optimum.policy = policy;
        m_optimum.isFewest = alone.clocks <= m_optimum.boundClocks;
    }

    const network::Network& m_network;
    const Report& m_report; // that is begun
    const std::atomic<bool>* m_stop;
    std::optional<BudgetSearch>& m_unlimited;
    std::optional<std::vector<Kept>> m_best;
    std::pair<std::uint64_t, std::uint64_t> m_bestUse; // clocks, peak
    Optimum m_optimum;
    std::uint64_t m_least = kNoLimit;
    bool m_lackNextBatch = false; // some of what was looked at
    bool m_wasStopped = false;
    bool m_movesMore = false; // of what the search finds
};

std::string bytesText(std::uint64_t bytes) {
    return bytes == kNoLimit ? "any number of bytes" : std::to_string(bytes) + " bytes";
}

// With more of both memories, of one of them, or of both; each was looked for.
std::vector<Note> waysToMore(const network::Network& network, const Report& report,
                             const std::atomic<bool>* stop, std::optional<BudgetSearch>& unlimited) {
    const auto leastOf = [&](const BudgetLimits& limits) {
        return Looking(network, report, stop, unlimited).least(limits);
    };
    const BudgetLimits limits = limitsOf(report);
    BudgetLimits more = limits;
    more.bytes = kNoLimit;
    std::vector<Note> out;
    if (const auto bytes = leastOf(more))
        out.push_back({&messages::kBudgetIsEnough, {std::to_string(*bytes)}, {}});
    const std::uint64_t most = report.model.vmemBytes;
    if (limits.vmemBytes >= most) return out;
    more = {limits.bytes, most, limits.places, limits.keeps, false};
    more.bytes = most;
    const auto vmem = leastOf(more);
    if (!vmem) return out;
    more = {kNoLimit, *vmem, limits.places, limits.keeps};
    const auto bytes = leastOf(more);
    if (bytes && *bytes <= limits.bytes)
        out.push_back({&messages::kVmemIsEnough, {std::to_string(*vmem)}, {}});
    else if (bytes && out.empty())
        out.push_back({&messages::kBothAreEnough, {std::to_string(*bytes), std::to_string(*vmem)}, {}});
    return out;
}

Problem tooSmall(const network::Network& network, const Report& report, const std::atomic<bool>* stop,
                 std::optional<BudgetSearch>& unlimited) {
    const BudgetLimits limits = limitsOf(report);
    return {&messages::kBudgetTooSmall,
            {bytesText(limits.bytes), vmemText(report)},
            {},
            waysToMore(network, report, stop, unlimited),
            {}};
}

// Nothing but what is decided by hand, as if there were room.
Outcome checkByHand(const network::Network& network, const Report& report) {
    std::vector<Kept> ways(report.sublayers.size());
    for (const auto& [value, way] : keepsFor(report.sublayers, report.request.keeps)) ways[value].way = way;
    return checkWays(network, report.sublayers, ways, report.inverses);
}

} // namespace

std::string vmemText(const Report& report) {
    const std::uint64_t bytes = report.request.vmemBytes(report.model);
    const bool isLeft = !report.request.vmemBudget && report.model.besidesBytes;
    return std::to_string(bytes) + " bytes of VMEM" + (isLeft ? ", which parameters leave" : "");
}

std::vector<Kept> keptBy(Policy policy, const Report& report, std::optional<std::uint64_t> vmemBytes) {
    std::vector<Kept> ways = waysOf(policy, report.sublayers, report.decisions, report.inverses);
    for (const auto& [value, way] : report.request.keeps) ways[value].way = way;
    Places places = report.request.places;
    if (policy == Policy::LocalRule) // which was told where each output lies
        for (ValueId value = 1; value < ways.size(); ++value)
            if (value != report.sublayers.output) places[value] = report.places[value];
    if (!vmemBytes) return placedIn(report, ways, places);
    const bool movesGradients = *vmemBytes > 0; // not if it is only to be as little as values can take
    return placed(std::move(ways), report.sublayers, report.model, report.request.schedule, *vmemBytes,
                  places, movesGradients);
}

std::optional<std::uint64_t> leastVmemOf(const network::Network& network, const Report& begun) {
    const BudgetLimits limits = limitsOf(begun);
    std::optional<BudgetSearch> unlimited;
    return Looking(network, begun, nullptr, unlimited)
        .least({kNoLimit, kNoLimit, limits.places, limits.keeps, false});
}

std::uint64_t bytesWithBatch(const Report& report) {
    const std::uint64_t all = allBytes(report);
    const std::uint64_t left = all - (all == kNoLimit ? 0 : std::min(all, report.sublayers[kInput].bytes));
    return std::min(report.request.vmemBytes(report.model), left);
}

std::vector<Kept> placedIn(const Report& report, const std::vector<Kept>& ways, const Places& places) {
    const Schedule schedule = report.request.schedule;
    const auto within = [&](std::uint64_t bytes, bool movesGradients) {
        return placed(ways, report.sublayers, report.model, schedule, bytes, places, movesGradients);
    };
    const std::uint64_t beside = bytesWithBatch(report);
    std::vector<Kept> out = within(beside, false); // gradients are not worth it for the next batch
    const KeepPlan plan = keepPlanOf(report.sublayers, schedule, out);
    if (usageOf(report.sublayers, report.model, plan).peakVmem <= beside) return out;
    return within(report.request.vmemBytes(report.model), true);
}

KeepPlan besideOf(const Report& report, KeepPlan plan) {
    return overlapped(
        report.sublayers, report.model, std::move(plan),
        {report.request.vmemBytes(report.model), report.request.budget.value_or(0), allBytes(report)});
}

Result<std::optional<std::vector<Kept>>> withinBudget(const network::Network& network, Report& report,
                                                      const std::atomic<bool>* stop) {
    LW_TRY([[maybe_unused]] const Done checked, checkByHand(network, report));
    std::optional<BudgetSearch> unlimited;
    Looking looking(network, report, stop, unlimited);
    if (looking.look(limitsOf(report))) {
        report.optimum = looking.optimum();
        return std::optional(looking.ways());
    }
    if (looking.wasStopped()) return std::optional<std::vector<Kept>>();
    return tooSmall(network, report, stop, unlimited);
}

} // namespace lw::lower::recompute
