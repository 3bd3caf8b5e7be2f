// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/decisions.h"
#include "core/lower/recompute/policies.h"
#include "core/lower/recompute/usage.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

namespace lw::lower::recompute {

// What is to be decided for a network.
struct Request {
    Policy policy = Policy::StoreAll;
    Schedule schedule = Schedule::S0;
    std::optional<std::uint64_t> budget{};     // bytes that are live at once; of Policy::Budget
    std::optional<std::uint64_t> vmemBudget{}; // the part of them in VMEM; nothing: as much as there is
    Places places{};                           // that are given
    ByHand keeps{};                            // by hand, whatever the policy says

    std::uint64_t vmemBytes(const CostModel& model) const {
        return std::min(vmemBudget.value_or(model.vmemBytes), model.vmemBytes);
    }
};

// How well a budget's choice is known. Searched is under schedule S0 with nothing hidden; of what is found,
// and of what fixed policies with equal bits keep, that is taken which the schedule makes the fastest. The
// search knows no masks of bits.
struct Optimum {
    bool isProven = true; // of the search
    // With nothing hidden none of what it knows takes fewer; 0: by this schedule none is known.
    std::uint64_t boundClocks = 0;
    bool isFewest = false;          // and this one takes no more
    std::optional<Policy> policy{}; // that keeps the same
};

// What was decided, and what it takes.
struct Report {
    std::string network;
    std::vector<std::string> names, kinds; // by ValueId
    CostModel model;
    network::Convolution convolution{};
    Request request;
    Sublayers sublayers;
    std::vector<Memory> places; // of each value, if all were stored
    std::vector<Decision> decisions;
    Vetoes inverses;
    KeepPlan plan;
    Usage usage;
    std::optional<Optimum> optimum; // of Policy::Budget
};

// E920 to E926; nothing when `stop` became true.
Result<std::optional<Report>> reportOf(const network::Network& network, const CostModel& model,
                                       const Request& request, const std::atomic<bool>* stop = nullptr);

// The same choice as if it were decided by hand, whatever bytes it takes: for another schedule.
Request choiceOf(const Report& report);

// What a fixed policy takes of VMEM beyond what there may be, as a warning with ways out; nothing: it keeps
// within it.
std::optional<Problem> beyondVmem(const network::Network& network, const Report& report);

// The least of VMEM that any choice takes that was found, with what is decided by hand; nothing: there is
// none.
Result<std::optional<std::uint64_t>> leastVmem(const network::Network& network, const CostModel& model,
                                               const Request& request);
// What a note of E925 or E932 names: asked for with the rest as it is.
Request asNoted(Request request, const Note& note);

// A way through the trade of time for bytes.
struct TradePoint {
    std::string name; // of the policy
    std::uint64_t peak = 0, peakVmem = 0, clocks = 0;
    bool isBest = false; // within VMEM, and none of those has fewer clocks with no more bytes
    bool operator==(const TradePoint&) const = default;
};
struct TradeOff {
    std::vector<TradePoint> policies; // but for Budget
    std::vector<TradePoint> curve;    // of it, from the fewest clocks to the fewest bytes
    bool isProven = true;
    bool operator==(const TradeOff&) const = default;
};
// Of all policies and every budget, with the request's schedule and places.
Result<std::optional<TradeOff>> tradeOffOf(const network::Network& network, const CostModel& model,
                                           const Request& request, const std::atomic<bool>* stop = nullptr);

// {"schema": "lanewright.recompute", "version": 1, ...}
Json jsonOf(const Report& report);
Json jsonOf(const TradeOff& tradeOff);

} // namespace lw::lower::recompute
