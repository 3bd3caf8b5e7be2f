// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/fit_training.h"

#include "core/base/check.h"
#include "core/lower/recompute/within_budget.h"
#include "core/lower/training/messages.h"
#include "core/project/messages.h"
#include "core/project/training_costs.h"

#include <algorithm>
#include <iterator>
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

// The most that `fits`, of 1 to `many`; 0: nothing does.
template <typename Fits> std::uint64_t mostOf(std::uint64_t many, const Fits& fits) {
    std::uint64_t few = 0;
    while (few < many) {
        const std::uint64_t middle = few + (many - few + 1) / 2;
        if (fits(middle))
            few = middle;
        else
            many = middle - 1;
    }
    return few;
}

std::vector<Note> otherChoices(const Network& network, const machine::CoreLimits& machine,
                               const Request& request, const lower::training::Options& options) {
    Request other = request;
    other.policy = Policy::Budget;
    if (request.policy != Policy::Budget && fits(network, machine, other, options))
        return {{&messages::kPolicyFits, {std::string(nameOf(other.policy))}, {}}};
    // What is all in vector memory needs no transfers.
    const std::uint64_t inside = request.vmemBytes(costsOn(network, machine));
    if (inside >= other.budget.value_or(inside + 1)) return {};
    other.budget = inside;
    if (!fits(network, machine, other, options)) return {};
    return {{&messages::kBudgetFits, {std::to_string(inside)}, {}}};
}

std::vector<Note> smallerBatch(const Network& network, const machine::CoreLimits& machine,
                               const Request& request, const lower::training::Options& options) {
    Network smaller = network;
    const auto with = [&](std::uint64_t registers) {
        smaller.training->batch = static_cast<std::uint32_t>(registers) * machine.sublanes;
        return fits(smaller, machine, request, options);
    };
    const std::uint64_t most = mostOf((network.training->batch - 1) / machine.sublanes, with);
    if (most == 0) return {};
    return {{&messages::kBatchFits, {std::to_string(most * machine.sublanes)}, {}}};
}

// Where HBM is too small: fewer images of all that lie there, or in a batch.
std::vector<Note> fewerOutside(const Problem& problem, const Network& network,
                               const machine::CoreLimits& machine, const Request& request,
                               const lower::training::Options& options) {
    if (problem.message != &lower::training::messages::kHbm) return {};
    const std::uint64_t batch = network.training->batch;
    lower::training::Options fewer = options;
    const auto with = [&](std::uint64_t batches) {
        fewer.images = batches * batch;
        return fits(network, machine, request, fewer);
    };
    const std::uint64_t all = options.images / batch;
    const std::uint64_t most = all < 2 ? 0 : mostOf(all - 1, with);
    if (most != 0) return {{&messages::kImagesFit, {std::to_string(most * batch)}, {}}};
    Network smaller = network; // of which more may need less, since whole ones are taken
    for (std::uint32_t images = network.training->batch - machine.sublanes; images > 0;
         images -= machine.sublanes) {
        smaller.training->batch = images;
        if (fits(smaller, machine, request, options))
            return {{&messages::kBatchFits, {std::to_string(images)}, {}}};
    }
    return {};
}

// What keeps every choice from being a program, since it does so with no end of vector memory and nothing in
// HBM or computed again; nothing: nothing does.
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

// Another choice of fewer images, where neither is enough alone; or what is too much even then.
std::vector<Note> lastWayOut(const Network& network, const machine::CoreLimits& machine,
                             const Request& request, const lower::training::Options& options) {
    Request other = request;
    other.policy = Policy::Budget;
    if (request.policy != Policy::Budget)
        for (const Note& note : smallerBatch(network, machine, other, options))
            return {{&messages::kPolicyFits,
                     {std::string(nameOf(other.policy)) + " and \"batch\": " + note.arguments[0] +
                      " in the network's \"training\""},
                     {}}};
    Network fewest = network;
    fewest.training->batch = machine.sublanes;
    const CostModel model = costsOn(fewest, machine);
    const auto least = lower::recompute::leastVmem(fewest, model, request);
    if (!least || !*least || !model.besidesBytes) return {};
    return {{&messages::kNeverFits,
             {std::to_string(machine.sublanes), std::to_string(*model.besidesBytes), std::to_string(**least)},
             {}}};
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
    const std::uint64_t beside = lower::recompute::bytesWithBatch(report);
    const std::uint64_t limit = report.usage.peakVmem <= beside ? beside : request.vmemBytes(model);
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
    const auto program =
        lower::training::trainingProgram(network, report.plan, machine, zeroBatch(network), options);
    if (program || !isOfRoom(program.problem())) return std::nullopt;
    const Problem why = withWaysOut(program.problem(), network, machine, report.request, options);
    return Problem{&messages::kNoProgram, {textOf(why)}, {}, why.notes, {}};
}

Problem withWaysOut(Problem problem, const Network& network, const machine::CoreLimits& machine,
                    const Request& request, const lower::training::Options& options) {
    const auto add = [&](Problem& to, std::vector<Note> notes) {
        std::ranges::move(notes, std::back_inserter(to.notes));
    };
    const bool isOutside = problem.message == &lower::training::messages::kHbm;
    if (auto never = neverFits(network, machine, options)) {
        // What is asked for may need more of HBM than the least.
        if (!isOutside || never->message != problem.message) problem = *std::move(never);
        add(problem, fewerOutside(problem, network, machine, request, options));
        return problem;
    }
    // More bytes may still not lie together.
    std::erase_if(problem.notes, [&](const Note& note) {
        return !fits(network, machine, lower::recompute::asNoted(request, note), options);
    });
    add(problem, otherChoices(network, machine, request, options));
    add(problem, isOutside ? fewerOutside(problem, network, machine, request, options)
                           : smallerBatch(network, machine, request, options));
    if (problem.notes.empty()) add(problem, lastWayOut(network, machine, request, options));
    return problem;
}

bool isOfRoom(const Problem& problem) {
    const auto is = [&](const Message& message) { return problem.message == &message; };
    using namespace lower::training::messages;
    return is(kMemory) || is(kHbm) || is(kQueue) || is(kBundles) || is(kDescriptors);
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
