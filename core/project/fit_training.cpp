// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/fit_training.h"

#include "core/base/check.h"
#include "core/project/messages.h"

#include <limits>

namespace lw::project {

using lower::recompute::Policy;
using lower::recompute::Report;
using lower::recompute::Request;
using network::Network;

namespace {

Result<Report> decided(const Network& network, const machine::CoreLimits& machine, Request request) {
    if (!request.vmemBudget) {
        LW_TRY(const std::uint64_t taken, lower::training::bytesBesides(network, machine));
        request.vmemBudget = machine.vmemBytes() - std::min(taken, machine.vmemBytes());
    }
    const auto model = lower::recompute::costModelOf(machine, network.training->batch);
    LW_TRY(auto report, lower::recompute::reportOf(network, model, request));
    LW_ASSERT(report, "nobody stops it");
    return *std::move(report);
}

// Bytes that are missing, at least; with moves that take no rows beside their steps.
Result<std::uint64_t> missing(const Network& network, const machine::CoreLimits& machine,
                              const Report& report, const lower::training::Options& options) {
    machine::CoreLimits endless = machine;
    endless.vmemRows = std::numeric_limits<std::uint32_t>::max();
    lower::KeepPlan closed = report.plan;
    closed.moves.clear();
    closed.beside.clear();
    LW_TRY(const auto plan, lower::training::planStep(network, closed, endless, options));
    const std::uint64_t rows = plan.rows - std::min<std::uint64_t>(plan.rows, machine.vmemRows);
    return rows * machine.rowBytes();
}

bool fits(const Network& network, const machine::CoreLimits& machine, const Request& request,
          const lower::training::Options& options) {
    const auto report = decidedToFit(network, machine, request, options);
    return report && lower::training::planStep(network, report->plan, machine, options);
}

} // namespace

Result<Report> decidedToFit(const Network& network, const machine::CoreLimits& machine,
                            const Request& request, const lower::training::Options& options) {
    LW_TRY(const Report first, decided(network, machine, request));
    Report report = first;
    while (true) {
        LW_TRY(const std::uint64_t over, missing(network, machine, report, options));
        if (over == 0) return report;
        Request less = report.request;
        const std::uint64_t limit = *less.vmemBudget;
        if (over >= limit) return first;
        less.vmemBudget = limit - over;
        auto next = decided(network, machine, less);
        if (!next || next->plan.steps == report.plan.steps) return first; // that does not help
        report = *std::move(next);
    }
}

std::vector<Note> waysToFit(const Network& network, const machine::CoreLimits& machine,
                            const Request& request, const lower::training::Options& options) {
    std::vector<Note> out;
    Request other = request;
    other.policy = Policy::Budget;
    other.keeps.clear();
    if (request.policy != Policy::Budget && fits(network, machine, other, options))
        out.push_back({&messages::kPolicyFits, {std::string(nameOf(other.policy))}, {}});
    Network smaller = network;
    Request again = request;
    again.vmemBudget.reset(); // with fewer images parameters leave more
    for (std::uint32_t batch = network.training->batch; batch > machine.sublanes;) {
        batch -= machine.sublanes;
        smaller.training->batch = batch;
        if (!fits(smaller, machine, again, options)) continue;
        out.push_back({&messages::kBatchFits, {std::to_string(batch)}, {}});
        break;
    }
    return out;
}

} // namespace lw::project
