// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/usage.h"

#include "core/lower/recompute/ahead_steps.h"
#include "core/lower/recompute/beside_steps.h"

#include <algorithm>
#include <array>
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
    case StepKind::Pack: return layer.pack;
    case StepKind::Unpack: return layer.unpack;
    case StepKind::Mask: return readsBits(step) ? layer.maskByBits : layer.mask;
    case StepKind::NormReduce: return layer.reduce;
    case StepKind::NormApply: return layer.apply;
    case StepKind::DataGradient: return layer.data;
    case StepKind::WeightGradient: return layer.weights;
    case StepKind::Spill:
    case StepKind::Fetch: break;
    }
    return {};
}

std::uint64_t wholeClocks(double clocks) { return static_cast<std::uint64_t>(std::ceil(clocks)); }

// The two ways between VMEM and HBM: moves of each come one after the other.
class Ways {
  public:
    // When one is over that is begun now and takes that many clocks, the way's latency among them.
    std::uint64_t begin(bool isIn, std::uint64_t now, std::uint64_t clocks, std::uint64_t latency) {
        std::uint64_t& free = m_free[isIn ? 0 : 1];
        const std::uint64_t start = std::max(free, now);
        free = start + clocks - std::min(latency, clocks);
        return start + clocks;
    }

  private:
    std::array<std::uint64_t, 2> m_free{};
};

// Walks the steps with what is live and what is under way.
class Walk {
  public:
    Walk(const Sublayers& network, const CostModel& model, const KeepPlan& plan)
        : m_network(network)
        , m_model(model)
        , m_plan(plan)
        , m_over(plan.steps.size())
        , m_isBeside(plan.steps.size()) {
        for (std::size_t i = 0; i < plan.steps.size(); ++i)
            if (plan.moves.empty() && isMove(plan.steps[i])) m_moves.push_back({i, i, i + 1});
        if (!plan.moves.empty()) openAll();
        for (const std::size_t step : stepsWithoutClocks(network, model, plan)) m_isBeside[step] = true;
    }

    Usage run() {
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i) take(i);
        if (m_batch < m_plan.steps.size()) payForBatch();
        std::uint64_t alone = 0;
        for (const StepUse& use : m_out.steps) alone += use.clocks;
        m_out.hiddenClocks = alone - m_out.clocks;
        m_out.moveClocks = m_out.clocks - m_work;
        return std::move(m_out);
    }

  private:
    // The next batch comes after the last use of this one, if there is anything after that.
    void openAll() {
        m_moves = m_plan.moves;
        if (!m_plan.hasNextBatch) return;
        m_batch = batchFetchOf(m_plan);
        Move& batch = *std::ranges::find(m_moves, m_batch, &Move::step);
        batch.from = releaseOf(m_plan, m_batch) + 1;
        batch.until = m_plan.steps.size() + 1;
        std::ranges::stable_sort(m_moves, {}, &Move::from);
    }

    void take(std::size_t at) {
        const KeepStep& step = m_plan.steps[at];
        for (const std::size_t made : madeIn(m_plan, at))
            m_live.vmem += bytesMade(m_network, m_plan.steps[made]);
        const bool isOther = isMove(step) && step.value != kInput; // the batch is not a value of the step
        const std::uint64_t moved = isOther ? bytesOf(m_network, movedBy(step)) : 0;
        if (step.kind == StepKind::Spill) m_live.hbm += moved;
        note(at);
        for (const Held& gone : step.released) m_live.vmem -= bytesOf(m_network, gone);
        if (step.kind == StepKind::Fetch) m_live.hbm -= moved;
    }

    void note(std::size_t at) {
        const KeepStep& step = m_plan.steps[at];
        StepUse use{m_live, clocksOf(m_network, m_model, step), 0, m_isBeside[at],
                    partsOf(m_network, m_model, step)};
        if (m_live.total() > m_out.peak) m_out.peakStep = at;
        m_out.peak = std::max(m_out.peak, m_live.total());
        m_out.peakVmem = std::max(m_out.peakVmem, m_live.vmem);
        m_out.peakHbm = std::max(m_out.peakHbm, m_live.hbm);
        const std::uint64_t began = m_out.clocks;
        for (const Move& move : m_moves)
            if (move.from == at) begin(move.step);
        if (!isMove(step) && !m_isBeside[at]) {
            m_out.clocks += use.clocks;
            m_work += use.clocks;
        }
        for (const Move& move : m_moves)
            if (move.until == at + 1) m_out.clocks = std::max(m_out.clocks, m_over[move.step]);
        use.paid = m_out.clocks - began;
        if (step.kind == StepKind::Recompute && !m_isBeside[at]) m_out.recomputeClocks += use.clocks;
        m_out.steps.push_back(use);
    }

    // Zeros around a packed batch are written before, but into a place of its own once and for all.
    void begin(std::size_t step) {
        const ValueId value = m_plan.steps[step].value;
        const std::uint64_t fill = wholeClocks(m_network[value].moveWaits);
        const std::uint64_t clocks = clocksToMove(m_network, m_model, movedBy(m_plan.steps[step])) - fill;
        if (step != m_batch) m_out.clocks += fill;
        m_over[step] = m_ways.begin(m_plan.steps[step].kind == StepKind::Fetch, m_out.clocks, clocks,
                                    static_cast<std::uint64_t>(m_model.hbm.latency));
        m_out.moves.push_back({step, m_over[step] - clocks, m_over[step]});
        m_out.clocks += wholeClocks(m_network[value].moveHolds);
    }

    // The first step waits for what the one before has left of its batch.
    void payForBatch() {
        const std::uint64_t left = m_over[m_batch] - std::min(m_over[m_batch], m_out.clocks);
        m_out.steps[m_batch].paid += left;
        m_out.clocks += left;
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    const KeepPlan& m_plan;
    std::vector<Move> m_moves;
    std::vector<std::uint64_t> m_over; // by step: when what it moves is there
    std::vector<bool> m_isBeside;      // by step: it takes no clocks beside a gradient of weights
    std::size_t m_batch = static_cast<std::size_t>(-1); // the step that brings the next batch
    Ways m_ways;
    Bytes m_live;
    std::uint64_t m_work = 0;
    Usage m_out;
};

} // namespace

std::uint64_t bytesOf(const Sublayers& network, const Held& held) {
    const Sublayer& layer = network[held.value];
    switch (held.part) {
    case Part::Statistics: return layer.statisticsBytes;
    case Part::Mask: return layer.maskBytes;
    case Part::Packed: return layer.packedBytes;
    case Part::Value:
    case Part::Gradient: break;
    }
    return layer.bytes;
}

std::uint64_t clocksToMove(const Sublayers& network, const CostModel& model, const Held& moved) {
    const Sublayer& of = network[moved.value];
    const std::uint64_t bytes = moved.part == Part::Packed ? of.packedBytes : of.movedBytes;
    return wholeClocks(clocksToLoad(static_cast<double>(bytes), model.hbm) + of.moveWaits);
}

namespace {

double loadsOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    double out = 0;
    for (const Held& read : step.reads)
        out += clocksToLoad(static_cast<double>(bytesOf(network, read)), model.vmem);
    return out;
}

// With what adds gradients, and what keeps a mask.
Work wholeWorkOf(const Sublayers& network, const CostModel& model, const KeepStep& step) {
    Work work = workOf(network, step);
    if (std::ranges::count(step.writes, Part::Mask, &Held::part) != 0) {
        work.vector += network[step.value].keepMask.vector;
        work.waits += network[step.value].keepMask.waits;
    }
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
    if (isMove(step)) return clocksToMove(network, model, movedBy(step));
    const Work work = wholeWorkOf(network, model, step);
    return wholeClocks(std::max(loadsOf(network, model, step), work.clocks(model)) + work.waits);
}

Usage usageOf(const Sublayers& network, const CostModel& model, const KeepPlan& plan) {
    return Walk(network, model, plan).run();
}

} // namespace lw::lower::recompute
