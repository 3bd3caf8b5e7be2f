// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/beside_steps.h"

#include "core/lower/recompute/ahead_steps.h"

#include <algorithm>

namespace lw::lower::recompute {

namespace {

class Sharing {
  public:
    Sharing(const Sublayers& network, const CostModel& model, const KeepPlan& plan, const Room& room)
        : m_network(network)
        , m_model(model)
        , m_plan(plan)
        , m_room(room)
        , m_alone(usageOf(network, model, plan)) {}

    std::vector<Beside> run() {
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i) products(i);
        const std::vector<Beside> beforeProducts = m_out;
        const auto isTaken = [&](std::size_t step) {
            return std::ranges::any_of(beforeProducts, [&](const Beside& group) {
                return group.begin() <= step && step <= group.end();
            });
        };
        if (m_plan.schedule == Schedule::S1)
            for (std::size_t i = 0; i < m_plan.steps.size(); ++i)
                if (m_plan.steps[i].kind == StepKind::WeightGradient) i = transposes(i, isTaken);
        std::ranges::sort(m_out, {}, &Beside::begin);
        return std::move(m_out);
    }

  private:
    // What is computed again right before products.
    void products(std::size_t step) {
        const KeepStep& host = m_plan.steps[step];
        if (host.kind != StepKind::DataGradient || m_network[host.value].dataPasses.empty()) return;
        std::size_t first = step;
        while (first > 0 && m_plan.steps[first - 1].kind == StepKind::Recompute &&
               isOfVectors(m_network, m_plan.steps[first - 1])) {
            Bytes live = m_alone.steps[first - 1].live;
            live.vmem += bytesMade(m_network, host);
            if (!m_room.has(live)) break;
            --first;
        }
        const auto all = std::span<const KeepStep>(m_plan.steps);
        while (first < step &&
               countBeside(m_network, m_model, host.value, all.subspan(first, step - first)) < step - first)
            ++first;
        if (first < step) m_out.push_back({step, first, step - 1});
    }

    // What follows a gradient of weights. The last one of these.
    template <typename IsTaken> std::size_t transposes(std::size_t step, const IsTaken& isTaken) {
        Beside beside{step, step + 1, step};
        std::uint64_t stays = 0; // of what it reads, which the steps after it may let go of
        for (std::size_t next = step + 1; next < m_plan.steps.size(); ++next) {
            for (const Held& gone : m_plan.steps[next - 1].released)
                if (std::ranges::count(m_plan.steps[step].reads, gone) != 0)
                    stays += bytesOf(m_network, gone);
            const KeepStep& other = m_plan.steps[next];
            Bytes live = m_alone.steps[next].live;
            live.vmem += stays;
            const bool isBeside = isOfVectors(m_network, other) || other.kind == StepKind::Fetch;
            if (!isBeside || isTaken(next) || !m_room.has(live)) break;
            beside.last = next;
        }
        if (beside.last > step) m_out.push_back(beside);
        return beside.last;
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    const KeepPlan& m_plan;
    Room m_room;
    Usage m_alone;
    std::vector<Beside> m_out;
};

} // namespace

std::vector<Beside> besideSteps(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                                const Room& room) {
    if (!model.hasProgram()) return {};
    return Sharing(network, model, plan, room).run();
}

std::vector<std::size_t> stepsWithoutClocks(const Sublayers& network, const CostModel& model,
                                            const KeepPlan& plan) {
    std::vector<std::size_t> out;
    for (const Beside& beside : plan.beside) {
        std::vector<std::size_t> steps;
        for (std::size_t i = beside.first; i <= beside.last; ++i)
            if (!isMove(plan.steps[i])) steps.push_back(i);
        if (beside.isBefore()) {
            out.insert(out.end(), steps.begin(), steps.end());
            continue;
        }
        const auto clocks = [&](std::size_t step) { return clocksOf(network, model, plan.steps[step]); };
        std::ranges::stable_sort(steps, std::ranges::greater{}, clocks);
        std::uint64_t runs = network[plan.steps[beside.step].value].transposedRuns;
        const bool waits = std::ranges::any_of(plan.moves, [&](const Move& move) {
            return beside.step < move.until && move.until <= beside.last;
        });
        if (waits && runs > 0) --runs; // it lets the first one go by
        steps.resize(std::min<std::size_t>(steps.size(), runs));
        out.insert(out.end(), steps.begin(), steps.end());
    }
    std::ranges::sort(out);
    return out;
}

} // namespace lw::lower::recompute
