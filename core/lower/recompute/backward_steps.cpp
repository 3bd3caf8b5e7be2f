// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/step_order.h"

#include <algorithm>
#include <optional>
#include <set>

namespace lw::lower::recompute {

using network::ValueId;

namespace {

class Backward {
  public:
    Backward(const Sublayers& network, Schedule schedule, std::span<const Kept> ways)
        : m_network(network), m_schedule(schedule), m_ways(ways) {}

    std::vector<KeepStep> run() {
        m_hasGradient.insert(m_network.lossTarget);
        m_steps.push_back({StepKind::Loss,
                           m_network.output,
                           {{m_network.output, Part::Value}},
                           {{m_network.lossTarget, Part::Gradient}},
                           {}});
        for (ValueId value = m_network.lossTarget; value > 0; --value)
            if (m_hasGradient.contains(value)) addLayer(m_network[value]);
        flush();
        return std::move(m_steps);
    }

  private:
    bool isStored(ValueId value) const { return m_ways[value].isKept(); }
    // What is there of an activation's result for its mask.
    Part maskOf(ValueId value) const { return m_ways[value].way == Way::Mask ? Part::Mask : Part::Value; }

    void addLayer(const Sublayer& layer) {
        if (layer.isFused) {
            const Held gradient{layer.value, Part::Gradient};
            m_steps.push_back({StepKind::Mask,
                               layer.value,
                               {{layer.value, maskOf(layer.value)}, gradient},
                               {gradient},
                               {}});
        }
        switch (layer.role) {
        case Role::Weights: addWeights(layer); return;
        case Role::Norm: addNorm(layer); return;
        case Role::Activation: {
            Held from{layer.value, maskOf(layer.value)};
            if (from.part == Part::Value && isStored(layer.inputs[0]) && !layer.readsOnlyOutput)
                from.value = layer.inputs[0];
            addGradients(layer, StepKind::Mask, {from});
            return;
        }
        case Role::MaxPool:
            addGradients(layer, StepKind::DataGradient, {{layer.inputs[0], Part::Value}});
            return;
        case Role::Add:
        case Role::Other: addGradients(layer, StepKind::DataGradient, {}); return;
        }
    }

    void addWeights(const Sublayer& layer) {
        if (m_schedule == Schedule::S2) flush();
        addGradients(layer, StepKind::DataGradient, {});
        flush(); // one step later: with the next layer's gradient of the input
        m_pending = KeepStep{StepKind::WeightGradient,
                             layer.value,
                             {{layer.inputs[0], Part::Value}, {layer.value, Part::Gradient}},
                             {},
                             {}};
        if (m_schedule == Schedule::S0) flush();
    }

    void addNorm(const Sublayer& layer) {
        const bool isInverse = m_ways[layer.inputs[0]].way == Way::Inverse;
        const std::vector<Held> reads{{isInverse ? layer.value : layer.inputs[0], Part::Value},
                                      {layer.value, Part::Gradient},
                                      {layer.value, Part::Statistics}};
        m_steps.push_back({StepKind::NormReduce, layer.value, reads, {}, {}});
        if (m_schedule == Schedule::S2) flush();
        addGradients(layer, StepKind::NormApply, {reads[0], reads[2]});
    }

    // Of what the layer reads, as far as there is anything before it to be trained; to that of a reader that
    // came first it is added.
    void addGradients(const Sublayer& layer, StepKind kind, std::vector<Held> reads) {
        KeepStep step{kind, layer.value, std::move(reads), {}, {}};
        step.reads.push_back({layer.value, Part::Gradient});
        for (const ValueId from : layer.inputs) {
            if (!m_network[from].needsGradient) continue;
            const Held gradient{from, Part::Gradient};
            const bool isWritten = std::ranges::count(step.writes, gradient) != 0;
            if (!m_hasGradient.insert(from).second && !isWritten) step.reads.push_back(gradient);
            if (!isWritten) step.writes.push_back(gradient);
        }
        if (!step.writes.empty()) m_steps.push_back(std::move(step));
    }

    void flush() {
        if (m_pending) m_steps.push_back(*std::move(m_pending));
        m_pending.reset();
    }

    const Sublayers& m_network;
    Schedule m_schedule;
    std::span<const Kept> m_ways;
    std::vector<KeepStep> m_steps;
    std::optional<KeepStep> m_pending; // the gradient of weights
    std::set<ValueId> m_hasGradient;
};

} // namespace

std::vector<KeepStep> backwardSteps(const Sublayers& network, Schedule schedule, std::span<const Kept> ways) {
    return Backward(network, schedule, ways).run();
}

} // namespace lw::lower::recompute
