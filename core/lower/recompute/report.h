// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/decisions.h"
#include "core/lower/recompute/policies.h"
#include "core/lower/recompute/usage.h"

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
    std::optional<std::uint64_t> vmemBudget{}; // the part of them in VMEM; nothing: the machine's
    Places places{};                           // that are given
    std::map<network::ValueId, Way> keeps{};   // by hand, whatever the policy says

    std::uint64_t vmemBytes(const CostModel& model) const { return vmemBudget.value_or(model.vmemBytes); }
};

// How well a budget's choice is known.
struct Optimum {
    bool isProven = true;
    std::uint64_t boundClocks = 0; // no choice of the class takes fewer
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

// A way through the trade of time for bytes.
struct TradePoint {
    std::string name; // of the policy
    std::uint64_t peak = 0, peakVmem = 0, clocks = 0;
    bool isBest = false; // none has fewer clocks with no more bytes
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
