// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/layer_steps.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::ValueId;

namespace {

class Grouping {
  public:
    Grouping(const Sublayers& network, const KeepPlan& plan) : m_network(network), m_plan(plan) {}

    std::vector<LayerStep> run() {
        const auto loss = std::ranges::find(m_plan.steps, StepKind::Loss, &KeepStep::kind);
        m_begin = static_cast<std::size_t>(loss - m_plan.steps.begin()) + 1;
        for (std::size_t i = m_begin; i < m_plan.steps.size(); ++i) take(i);
        return std::move(m_out);
    }

  private:
    // The layer with weights that what is computed from this value on belongs to.
    ValueId layerOf(ValueId value) const {
        while (value > 1 && m_network[value].role != Role::Weights) --value;
        return value;
    }

    void take(std::size_t at) {
        const KeepStep& step = m_plan.steps[at];
        if (step.kind == StepKind::Fetch || step.kind == StepKind::Unpack || step.kind == StepKind::Recompute)
            return;                                           // with what it is for
        if (step.kind == StepKind::Spill && !m_out.empty()) { // with what comes before
            m_out.back().count = at + 1 - m_out.back().first;
            m_begin = at + 1;
            return;
        }
        const bool isWeights = step.kind == StepKind::WeightGradient;
        const bool isEarly = m_plan.schedule == Schedule::S2 && !m_out.empty() &&
                             (step.kind == StepKind::Mask || step.kind == StepKind::NormReduce);
        const bool begins = isWeights
                                ? m_out.empty() || m_hasWeights
                                : m_out.empty() || (!isEarly && layerOf(step.value) != m_out.back().layer);
        if (begins) {
            m_out.push_back({isWeights && !m_out.empty() ? 0 : layerOf(step.value), m_begin, 0});
            m_hasWeights = false;
        }
        m_hasWeights = m_hasWeights || isWeights;
        m_out.back().count = at + 1 - m_out.back().first;
        m_begin = at + 1;
    }

    const Sublayers& m_network;
    const KeepPlan& m_plan;
    std::size_t m_begin = 0; // of what belongs to the next step
    bool m_hasWeights = false;
    std::vector<LayerStep> m_out;
};

} // namespace

std::vector<LayerStep> layerStepsOf(const Sublayers& network, const KeepPlan& plan) {
    return Grouping(network, plan).run();
}

} // namespace lw::lower::recompute
