// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

// Taking a chain of bundles as one step.
namespace lw::training {

bool Core::isReadyFor(const Chain& chain, std::uint64_t now) const {
    for (const Chain::Ready& need : chain.registers)
        if (m_context.ready[need.index] > now + need.after) return false;
    for (const Chain::Ready& need : chain.ports)
        if (m_s.portFree[need.index] > now + need.after) return false;
    for (const Chain::Result& need : chain.results) {
        const std::uint64_t number = m_s.queueHead[need.queue] + need.number;
        if (number >= m_s.queueTail[need.queue]) return false;
        if (m_s.queueReady[queuePlace(need.queue, number)] > now + need.after) return false;
    }
    for (const Chain::Room& need : chain.rooms) {
        const std::uint64_t held = m_s.queueTail[need.queue] - m_s.queueHead[need.queue];
        if (held + need.places > m_config.queueDepth) return false;
    }
    return true;
}

const Decoded* Core::takeChain(const Decoded* at) {
    const Decoded* const begin = m_decoded->bundles.data();
    const Chain& chain = m_decoded->chains[m_decoded->chainAt[static_cast<std::size_t>(at - begin)]];
    const std::uint64_t now = m_context.now;
    if (m_context.end - now < chain.length || !isReadyFor(chain, now)) return at;
    ++m_chainsTaken;
    m_leftUnwritten = false;
    for (const Chain::Link& link : chain.links) {
        const Plan& plan = *link.at->plan;
        m_at = link.at;
        m_now = now + link.after;
        m_enabled = enabledIssues(plan);
        if (!perform(plan)) { // the next bundle is this one
            m_context.now = m_now;
            m_context.at = link.at;
            return nullptr;
        }
        if (m_leftUnwritten) [[unlikely]] { // a bundle that reads it faults, or hands it on
            m_context.now = m_now + kClockTick;
            return link.at + 1;
        }
    }
    m_context.now = now + chain.length;
    return at + chain.length / kClockTick;
}

} // namespace lw::training
