// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/ahead_steps.h"

#include <algorithm>
#include <set>

namespace lw::lower::recompute {

bool isOfVectors(const Sublayers& network, const KeepStep& step) {
    const Role role = network[step.value].role;
    switch (step.kind) {
    case StepKind::Mask: return !readsBits(step); // whose loop is another one
    case StepKind::NormReduce:
    case StepKind::NormApply:
    case StepKind::Unpack: return true;
    case StepKind::Recompute: return role == Role::Norm || role == Role::Activation || role == Role::Add;
    case StepKind::DataGradient: return role == Role::Add;
    default: return false;
    }
}

std::uint64_t bytesMade(const Sublayers& network, const KeepStep& step) {
    std::uint64_t out = 0;
    for (const Held& made : step.writes)
        if (std::ranges::count(step.reads, made) == 0) out += bytesOf(network, made);
    return out;
}

std::size_t countBeside(const Sublayers& network, const CostModel& model, network::ValueId layer,
                        std::span<const KeepStep> steps) {
    const std::vector<std::uint64_t>& products = network[layer].dataPasses;
    std::size_t next = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Sublayer& again = network[steps[i].value];
        const std::uint64_t passes = again.role == Role::Norm ? again.blocks : 1;
        const auto registers = static_cast<std::uint64_t>(model.registersOf(again.elements)) / passes;
        for (std::uint64_t pass = 0; pass < passes; ++pass)
            for (std::uint64_t done = 0; done < registers; done += products[next++])
                if (next == products.size()) return i;
    }
    return steps.size();
}

namespace {

// Steps in another order: each value is released after its last use.
void releaseAnew(std::span<KeepStep> steps) {
    std::set<Held> all;
    for (KeepStep& step : steps) {
        all.insert(step.released.begin(), step.released.end());
        step.released.clear();
    }
    for (const Held& held : all) {
        const auto uses = [&](const KeepStep& step) {
            return std::ranges::count(step.reads, held) != 0 || std::ranges::count(step.writes, held) != 0;
        };
        std::find_if(steps.rbegin(), steps.rend(), uses)->released.push_back(held);
    }
}

class Ahead {
  public:
    Ahead(const Sublayers& network, const CostModel& model, KeepPlan plan, const Room& room)
        : m_network(network)
        , m_model(model)
        , m_plan(std::move(plan))
        , m_room(room)
        , m_alone(usageOf(network, model, m_plan)) {}

    KeepPlan run() {
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
            const KeepStep& step = m_plan.steps[i];
            if (step.kind == StepKind::DataGradient && !m_network[step.value].dataPasses.empty())
                i = bring(i);
        }
        return std::move(m_plan);
    }

  private:
    bool isAgain(std::size_t step) const {
        return step < m_plan.steps.size() && m_plan.steps[step].kind == StepKind::Recompute &&
               isOfVectors(m_network, m_plan.steps[step]);
    }

    // What is computed again may come before it as well as after it.
    bool isPassed(const KeepStep& step) const {
        return step.kind == StepKind::WeightGradient ||
               (step.kind == StepKind::DataGradient && m_network[step.value].role == Role::Add);
    }

    // Where the products are then.
    std::size_t bring(std::size_t products) {
        std::size_t first = products + 1;
        while (first < m_plan.steps.size() && isPassed(m_plan.steps[first])) ++first;
        std::size_t end = first;
        while (isAgain(end)) ++end;
        const auto all = std::span<const KeepStep>(m_plan.steps);
        end = first + countBeside(m_network, m_model, all[products].value, all.subspan(first, end - first));
        for (; end > first; --end) {
            std::vector<KeepStep> steps(all.begin() + static_cast<std::ptrdiff_t>(first),
                                        all.begin() + static_cast<std::ptrdiff_t>(end));
            steps.insert(steps.end(), all.begin() + static_cast<std::ptrdiff_t>(products),
                         all.begin() + static_cast<std::ptrdiff_t>(first));
            releaseAnew(steps);
            if (!fits(steps, products, end - first)) continue;
            std::ranges::move(steps, m_plan.steps.begin() + static_cast<std::ptrdiff_t>(products));
            return products + end - first;
        }
        return products;
    }

    // The steps come from `at` on; the first `beside` are done beside the next one.
    bool fits(std::span<const KeepStep> steps, std::size_t at, std::size_t beside) const {
        Bytes live = m_alone.steps[at].live;
        live.vmem -= bytesMade(m_network, m_plan.steps[at]); // what the products write
        live.vmem += bytesMade(m_network, steps[beside]);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (i != beside) live.vmem += bytesMade(m_network, steps[i]);
            if (!m_room.has(live)) return false;
            for (const Held& gone : steps[i].released) live.vmem -= bytesOf(m_network, gone);
        }
        return true;
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    KeepPlan m_plan;
    Room m_room;
    Usage m_alone;
};

} // namespace

KeepPlan aheadOfProducts(const Sublayers& network, const CostModel& model, KeepPlan plan, const Room& room) {
    if (!model.hasProgram()) return plan;
    return Ahead(network, model, std::move(plan), room).run();
}

} // namespace lw::lower::recompute
