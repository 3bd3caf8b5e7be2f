// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/usage.h"

#include <algorithm>
#include <cmath>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

Work workOf(const Sublayers& network, const KeepStep& step) {
    const Sublayer& layer = network[step.value];
    switch (step.kind) {
    case StepKind::Forward: return layer.forward;
    case StepKind::Recompute: return layer.again;
    case StepKind::Loss: return network.loss;
    case StepKind::Mask: return layer.mask;
    case StepKind::NormReduce: return layer.reduce;
    case StepKind::NormApply: return layer.apply;
    case StepKind::DataGradient: return layer.data;
    case StepKind::WeightGradient: return layer.weights;
    case StepKind::Spill:
    case StepKind::Fetch: break;
    }
    return {};
}

bool isMove(const KeepStep& step) { return step.kind == StepKind::Spill || step.kind == StepKind::Fetch; }

std::uint64_t wholeClocks(double clocks) { return static_cast<std::uint64_t>(std::ceil(clocks)); }

// Walks the steps with what is live.
class Walk {
  public:
    Walk(const Sublayers& network, const CostModel& model) : m_network(network), m_model(model) {}

    Usage run(const KeepPlan& plan) {
        for (const KeepStep& step : plan.steps) take(step);
        return std::move(m_out);
    }

  private:
    void take(const KeepStep& step) {
        for (const Held& made : step.writes)
            if (std::ranges::count(step.reads, made) == 0) m_live.vmem += bytesOf(m_network, made);
        const std::uint64_t moved = step.value == kInput ? 0 : m_network[step.value].bytes;
        if (step.kind == StepKind::Spill) m_live.hbm += moved;
        note(step);
        for (const Held& gone : step.released) m_live.vmem -= bytesOf(m_network, gone);
        if (step.kind == StepKind::Fetch) m_live.hbm -= moved;
    }

    void note(const KeepStep& step) {
        const StepUse use{m_live, clocksOf(m_network, m_model, step), partsOf(m_network, m_model, step)};
        if (m_live.total() > m_out.peak) m_out.peakStep = m_out.steps.size();
        m_out.peak = std::max(m_out.peak, m_live.total());
        m_out.peakVmem = std::max(m_out.peakVmem, m_live.vmem);
        m_out.peakHbm = std::max(m_out.peakHbm, m_live.hbm);
        m_out.clocks += use.clocks;
        if (step.kind == StepKind::Recompute) m_out.recomputeClocks += use.clocks;
        if (isMove(step)) m_out.moveClocks += use.clocks;
        m_out.steps.push_back(use);
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    Bytes m_live;
    Usage m_out;
};

} // namespace

std::uint64_t bytesOf(const Sublayers& network, const Held& held) {
    const Sublayer& layer = network[held.value];
    return held.part == Part::Statistics ? layer.statisticsBytes : layer.bytes;
}

std::uint64_t clocksToMove(const Sublayers& network, const CostModel& model, ValueId value) {
    const Sublayer& moved = network[value];
    return wholeClocks(clocksToLoad(static_cast<double>(moved.movedBytes), model.hbm) + moved.moveWaits);
}

namespace {

double loadsOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    double out = 0;
    for (const Held& read : step.reads)
        out += clocksToLoad(static_cast<double>(bytesOf(network, read)), model.vmem);
    return out;
}

// With what adds gradients.
Work wholeWorkOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    Work work = workOf(network, step);
    for (const Held& made : step.writes) // a gradient that is added to another's
        if (made != Held{step.value, Part::Gradient} && std::ranges::count(step.reads, made) != 0) {
            work.vector += model.counts[Count::Add] * network[made.value].elements;
            work.waits += model.waitsFor(Count::Add, network[made.value].elements);
        }
    return work;
}

} // namespace

StepParts partsOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    if (isMove(step)) return {};
    const Work work = wholeWorkOf(network, model, step);
    return {wholeClocks(loadsOf(network, model, step)), wholeClocks(work.tensor / model.tensorWidth),
            wholeClocks(work.vector / model.vectorWidth)};
}

std::uint64_t clocksOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    if (isMove(step)) return clocksToMove(network, model, step.value);
    const Work work = wholeWorkOf(network, model, step);
    return wholeClocks(std::max(loadsOf(network, model, step), work.clocks(model)) + work.waits);
}

Usage usageOf(const Sublayers& network, const CostModel& model, const KeepPlan& plan) {
    return Walk(network, model).run(plan);
}

} // namespace lw::lower::recompute
