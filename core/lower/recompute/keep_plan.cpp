// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/step_order.h"

#include <algorithm>
#include <set>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

class Order {
  public:
    Order(const Sublayers& network, Schedule schedule, std::span<const Kept> ways) : m_network(network) {
        m_plan.schedule = schedule;
        m_plan.values.assign(ways.begin(), ways.end());
    }

    KeepPlan run() {
        const std::vector<KeepStep> backward =
            backwardSteps(m_network, m_plan.schedule, std::span<const Kept>(m_plan.values));
        for (const KeepStep& step : backward)
            for (const Held& held : step.reads) {
                if (held.part == Part::Value) need(held.value);
                if (held.part == Part::Mask) m_masked.insert(held.value);
            }
        forward();
        for (const KeepStep& step : backward) {
            bring(step);
            m_plan.steps.push_back(step);
        }
        release();
        const bool isScarce = std::ranges::any_of(m_plan.values, [](const Kept& one) {
            return one.way == Way::Recompute && one.memory == Memory::Hbm;
        });
        for (ValueId value = kInput; isScarce && value < m_network.size(); ++value)
            if (kept(value).memory == Memory::Hbm && !isPacked(value))
                sendAway({value, Part::Value}, longestWaitAgain(m_plan, value));
        for (ValueId value = 1; value < m_network.size(); ++value)
            if (kept(value).gradient == Memory::Hbm)
                sendAway({value, Part::Gradient}, longestWaitOfGradient(m_plan, value));
        return std::move(m_plan);
    }

  private:
    const Kept& kept(ValueId value) const { return m_plan.values[value]; }
    bool stays(ValueId value) const {
        return kept(value).way == Way::Store && kept(value).memory == Memory::Vmem;
    }
    bool isSpilled(ValueId value) const { return kept(value).isKept() && kept(value).memory == Memory::Hbm; }
    bool isPacked(ValueId value) const { return kept(value).way == Way::Bf16; }

    // What the backward pass reads, also to recompute something else.
    void need(ValueId value) {
        if (!m_needed.insert(value).second || kept(value).isKept()) return;
        for (const ValueId from : m_network[value].inputs) need(from);
    }

    void forward() {
        for (ValueId value = 1; value < m_network.size(); ++value) {
            KeepStep step{StepKind::Forward, value, {}, {{value, Part::Value}}, {}};
            for (const ValueId from : m_network[value].inputs) {
                if (from == kInput && m_there.insert(kInput).second) fetch(kInput);
                step.reads.push_back({from, Part::Value});
            }
            if (m_network[value].role == Role::Norm) step.writes.push_back({value, Part::Statistics});
            if (m_masked.contains(value)) step.writes.push_back({value, Part::Mask});
            m_plan.steps.push_back(std::move(step));
            if (isSpilled(value) && m_needed.contains(value) && !isPacked(value)) spill({value, Part::Value});
            for (ValueId read = 1; read <= value; ++read)
                if (isPacked(read) && m_needed.contains(read) && lastReader(read) == value) pack(read);
        }
        m_there.clear();
    }
    ValueId lastReader(ValueId value) const {
        ValueId out = value;
        for (ValueId reader = value; reader < m_network.size(); ++reader)
            if (std::ranges::count(m_network[reader].inputs, value) != 0) out = reader;
        return out;
    }

    // When the forward pass needs it no more.
    void pack(ValueId value) {
        const Held packed{value, Part::Packed};
        m_plan.steps.push_back({StepKind::Pack, value, {{value, Part::Value}}, {packed}, {}});
        if (isSpilled(value)) spill(packed);
    }
    void spill(const Held& held) { m_plan.steps.push_back({StepKind::Spill, held.value, {held}, {}, {}}); }
    void fetch(ValueId value) {
        const Held held{value, isPacked(value) ? Part::Packed : Part::Value};
        m_plan.steps.push_back({StepKind::Fetch, value, {}, {held}, {}});
    }

    // Whatever of a step's values is not there, and what these need, in ascending order.
    void bring(const KeepStep& step) {
        std::set<ValueId> missing;
        for (const Held& held : step.reads)
            if (held.part == Part::Value) collect(held.value, missing);
        for (const ValueId value : missing) {
            if (isSpilled(value)) fetch(value);
            if (isPacked(value))
                m_plan.steps.push_back(
                    {StepKind::Unpack, value, {{value, Part::Packed}}, {{value, Part::Value}}, {}});
            if (kept(value).isKept()) continue;
            KeepStep again{StepKind::Recompute, value, {}, {{value, Part::Value}}, {}};
            for (const ValueId from : m_network[value].inputs) again.reads.push_back({from, Part::Value});
            if (m_network[value].role == Role::Norm) again.reads.push_back({value, Part::Statistics});
            m_plan.steps.push_back(std::move(again));
        }
    }
    void collect(ValueId value, std::set<ValueId>& missing) {
        if (stays(value) || !m_there.insert(value).second) return;
        missing.insert(value);
        if (kept(value).isKept()) return;
        for (const ValueId from : m_network[value].inputs) collect(from, missing);
    }

    // From the last step back: what nothing after a step uses goes after it. What a step makes was not there
    // before, so that a value that is made twice is released twice.
    void release() {
        std::set<Held> usedLater;
        for (auto step = m_plan.steps.rbegin(); step != m_plan.steps.rend(); ++step) {
            for (const std::vector<Held>* const held : {&step->reads, &step->writes})
                for (const Held& one : *held)
                    if (usedLater.insert(one).second) step->released.push_back(one);
            std::ranges::sort(step->released);
            for (const Held& made : step->writes)
                if (std::ranges::count(step->reads, made) == 0) usedLater.erase(made);
        }
    }

    // To HBM and back, between two of its uses in the backward pass. The batch is still there.
    void sendAway(const Held& held, const Wait& wait) {
        if (wait.between() == 0) return;
        const auto put = [&](std::size_t at, KeepStep step) {
            m_plan.steps.insert(m_plan.steps.begin() + static_cast<std::ptrdiff_t>(at), std::move(step));
        };
        put(wait.until, {StepKind::Fetch, held.value, {}, {held}, {}});
        if (held.value != kInput)
            return put(wait.from + 1, {StepKind::Spill, held.value, {held}, {}, {held}});
        std::vector<Held>& released = m_plan.steps[wait.from].released;
        released.insert(std::ranges::upper_bound(released, held), held);
    }

    const Sublayers& m_network;
    KeepPlan m_plan;
    std::set<ValueId> m_needed;
    std::set<ValueId> m_masked; // whose mask of bits the backward pass reads
    std::set<ValueId> m_there;  // in VMEM by a fetch or a recomputation
};

} // namespace

Wait longestWaitAgain(const KeepPlan& plan, ValueId value) {
    const Held held{value, Part::Value};
    const auto brings = [&](const KeepStep& step) {
        return (step.kind == StepKind::Recompute || step.kind == StepKind::Fetch) && step.value == value;
    };
    const auto loss = std::ranges::find(plan.steps, StepKind::Loss, &KeepStep::kind);
    const auto first = std::find_if(loss, plan.steps.end(), brings);
    Wait out, now;
    now.from = static_cast<std::size_t>(first - plan.steps.begin());
    for (std::size_t i = now.from + 1; i < plan.steps.size(); ++i) {
        if (std::ranges::count(plan.steps[i].reads, held) == 0) continue;
        now.until = i;
        const bool isUsed = plan.steps[now.from].kind != StepKind::Fetch; // before
        if (isUsed && now.between() > out.between()) out = now;
        now.from = i;
    }
    return out;
}

Wait longestWaitOfGradient(const KeepPlan& plan, ValueId value) {
    const Held held{value, Part::Gradient};
    Wait out, now;
    bool isThere = false;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const KeepStep& step = plan.steps[i];
        if (std::ranges::count(step.reads, held) == 0 && std::ranges::count(step.writes, held) == 0) continue;
        now.until = i;
        if (isThere && now.between() > out.between()) out = now;
        now.from = i;
        isThere = true;
    }
    return out;
}

KeepPlan keepPlanOf(const Sublayers& network, Schedule schedule, std::span<const Kept> ways) {
    return Order(network, schedule, ways).run();
}

} // namespace lw::lower::recompute
