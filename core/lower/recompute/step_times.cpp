// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/step_times.h"

#include "core/lower/recompute/step_order.h"
#include "core/lower/recompute/usage.h"

#include <algorithm>
#include <set>

namespace lw::lower::recompute {

using network::ValueId;

StepTimes::StepTimes(const Sublayers& network)
    : m_stepsOf(network.size()), m_lastReader(network.size()), m_forward(network.size()) {
    const std::vector<Kept> again(network.size(), Kept{Way::Recompute, Memory::Vmem});
    m_backward = backwardSteps(network, Schedule::S0, again);
    m_end = momentOf(network.size());
    m_each = static_cast<Moment>(network.size()) + 3;
    for (ValueId value = network.size(); value-- > 0;) {
        m_lastReader[value] = std::max(m_lastReader[value], value);
        for (const ValueId from : network[value].inputs) {
            m_lastReader[from] = std::max(m_lastReader[from], value);
            if (from == network::kInput) m_firstInputReader = value;
        }
    }
    for (std::size_t i = 1; i < m_backward.size(); ++i) { // the loss is of no layer
        auto& [first, last] = m_stepsOf[m_backward[i].value];
        if (first == last) first = i;
        last = i + 1;
    }
    sumConstants(network);
}

void StepTimes::sumConstants(const Sublayers& network) {
    const auto isConstant = [](const Held& held) { return held.part != Part::Value; };
    std::uint64_t statistics = 0;
    for (ValueId value = 1; value < network.size(); ++value) {
        if (network[value].role == Role::Norm) statistics += network[value].statisticsBytes;
        m_forward[value] = {statistics, statistics};
    }
    std::vector<std::vector<Held>> gone(m_backward.size());
    std::set<Held> usedLater;
    for (std::size_t i = m_backward.size(); i-- > 0;)
        for (const std::vector<Held>* const held : {&m_backward[i].reads, &m_backward[i].writes})
            for (const Held& one : *held)
                if (isConstant(one) && usedLater.insert(one).second) gone[i].push_back(one);
    // Statistics that the backward pass never reads go in the forward pass.
    for (ValueId value = 1; value < network.size(); ++value) {
        if (network[value].role != Role::Norm || usedLater.contains({value, Part::Statistics})) continue;
        for (ValueId after = value + 1; after < network.size(); ++after) {
            m_forward[after].vmem -= network[value].statisticsBytes;
            m_forward[after].total -= network[value].statisticsBytes;
        }
        statistics -= network[value].statisticsBytes;
    }
    std::uint64_t live = statistics;
    std::set<Held> there;
    for (std::size_t i = 0; i < m_backward.size(); ++i) {
        m_before.push_back({live, live});
        for (const Held& made : m_backward[i].writes)
            if (there.insert(made).second) live += bytesOf(network, made);
        m_at.push_back({live, live});
        for (const Held& one : gone[i]) live -= bytesOf(network, one);
    }
}

} // namespace lw::lower::recompute
