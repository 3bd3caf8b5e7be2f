// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/fit_training.h"

#include "core/base/check.h"
#include "core/lower/training/messages.h"
#include "core/project/messages.h"
#include "core/project/training_costs.h"

#include <limits>

namespace lw::project {

using lower::recompute::CostModel;
using lower::recompute::Policy;
using lower::recompute::Report;
using lower::recompute::Request;
using network::Network;

namespace {

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

// Whether a whole program comes of it.
bool fits(const Network& network, const machine::CoreLimits& machine, const Request& request,
          const lower::training::Options& options) {
    const auto report = decidedToFit(network, machine, costsOn(network, machine), request, options);
    return report && *report &&
           lower::training::trainingProgram(network, (*report)->plan, machine, zeroBatch(network), options);
}

// Whether it is a step of this machine, that a program can be made of.
bool isOfChip(const Network& network, const CostModel& model) {
    return model.besidesBytes && model.element == tensor::DType::F32 && network.training &&
           network.training->batch == model.batch;
}

} // namespace

Result<std::optional<Report>> decidedToFit(const Network& network, const machine::CoreLimits& machine,
                                           const CostModel& model, const Request& request,
                                           const lower::training::Options& options,
                                           const std::atomic<bool>* stop) {
    LW_TRY(const auto first, lower::recompute::reportOf(network, model, request, stop));
    if (!first || !isOfChip(network, model)) return first;
    Report report = *first;
    const std::uint64_t limit = request.vmemBytes(model);
    std::uint64_t less = 0; // than the limit
    while (true) {
        LW_TRY(const std::uint64_t over, missing(network, machine, report, options));
        if (over == 0) break;
        const std::vector<lower::KeepStep> steps = report.plan.steps;
        for (std::uint64_t more = over; report.plan.steps == steps; more *= 2) {
            less += more;
            Request asked = request;
            asked.vmemBudget = limit - std::min(limit, less);
            auto next = lower::recompute::reportOf(network, model, asked, stop);
            if (next && !*next) return *next;         // stopped
            if (!next || less >= limit) return first; // nothing helps
            report = **std::move(next);
        }
    }
    report.request = request;
    return std::optional(std::move(report));
}

std::optional<Problem> noProgram(const Network& network, const machine::CoreLimits& machine,
                                 const Report& report, const lower::training::Options& options) {
    if (!isOfChip(network, report.model)) return std::nullopt;
    const auto plan = lower::training::planStep(network, report.plan, machine, options);
    if (plan || plan.problem().message != &lower::training::messages::kMemory) return std::nullopt;
    return Problem{&messages::kNoProgram,
                   plan.problem().arguments,
                   {},
                   waysToFit(network, machine, report.request, options),
                   {}};
}

std::vector<Note> waysToFit(const Network& network, const machine::CoreLimits& machine,
                            const Request& request, const lower::training::Options& options) {
    std::vector<Note> out;
    Request other = request;
    other.policy = Policy::Budget;
    // What is all in vector memory needs no transfers.
    const std::uint64_t inside = request.vmemBytes(costsOn(network, machine));
    if (request.policy != Policy::Budget && fits(network, machine, other, options)) {
        out.push_back({&messages::kPolicyFits, {std::string(nameOf(other.policy))}, {}});
    } else if (inside < other.budget.value_or(inside + 1)) {
        other.budget = inside;
        if (fits(network, machine, other, options))
            out.push_back({&messages::kBudgetFits, {std::to_string(inside)}, {}});
    }
    Network smaller = network;
    std::uint32_t most = 0, few = 0, many = (network.training->batch - 1) / machine.sublanes; // registers
    while (few < many) {
        const std::uint32_t middle = (few + many + 1) / 2;
        smaller.training->batch = middle * machine.sublanes;
        if (fits(smaller, machine, request, options))
            few = most = middle;
        else
            many = middle - 1;
    }
    if (most != 0) out.push_back({&messages::kBatchFits, {std::to_string(most * machine.sublanes)}, {}});
    return out;
}

std::optional<Problem> neverFits(const Network& network, machine::CoreLimits machine,
                                 const lower::training::Options& options) {
    machine.vmemRows = std::numeric_limits<std::uint32_t>::max();
    const auto model = lower::recompute::costModelOf(machine, network.training->batch);
    const auto all = lower::recompute::reportOf(network, model, {.policy = Policy::StoreAll});
    if (!all || !*all) return std::nullopt;
    const auto program =
        lower::training::trainingProgram(network, (*all)->plan, machine, zeroBatch(network), options);
    return program ? std::nullopt : std::optional(program.problem());
}

bool isOfRoom(const Problem& problem) {
    const auto is = [&](const Message& message) { return problem.message == &message; };
    return is(lower::training::messages::kMemory) || is(lower::training::messages::kBundles) ||
           is(lower::training::messages::kDescriptors);
}

lower::training::Data zeroBatch(const Network& network) {
    const auto zeros = [&](network::ValueId value) {
        tensor::Shape shape = network::shapeOf(network, value);
        shape.insert(shape.begin(), network.training->batch);
        return tensor::Tensor(tensor::DType::F32, shape);
    };
    if (network.training->loss == network::Loss::MeanSquares)
        return {zeros(network::kInput), zeros(network.outputs[0])};
    return {zeros(network::kInput), tensor::Tensor(tensor::DType::I32, {network.training->batch})};
}

} // namespace lw::project
