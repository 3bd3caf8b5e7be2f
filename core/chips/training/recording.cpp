// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/recorder.h"

#include <algorithm>

// What the core tells a recorder, when there is one: every issue, every stall, every instruction in a unit,
// every transfer.
namespace lw::training {

using machine::EventKind;

void Core::prepareIssueEvents() {
    for (const Plan& plan : m_decoded->plans) {
        const auto bundle = static_cast<std::uint32_t>(m_issueEvents.size());
        m_issueEvents.push_back({0, 1, bundle, {}, EventKind::Issue, kBranch, 0, plan.slots, 0});
    }
}

void Core::recordWork(const Plan& plan) {
    for (std::size_t i = 0; i < plan.issues.size(); ++i) {
        const Issue& issue = plan.issues[i];
        if ((m_enabled >> i & 1) == 0 || !m_recorder->wants(issue.unit)) continue;
        const auto clocks = static_cast<std::uint32_t>(workOf(issue).busyClocks);
        m_recorder->add({issueClock(),
                         clocks,
                         issue.bundle,
                         {},
                         EventKind::Execute,
                         issue.unit,
                         0,
                         issue.op,
                         issue.slot});
    }
}

void Core::recordStall(const Gate& gate, std::uint64_t now, std::uint64_t clocks) {
    machine::Event event;
    event.clock = clockOf(now);
    event.duration = static_cast<std::uint32_t>(std::min<std::uint64_t>(clocks, 0xffffffff));
    event.bundle = gate.issue->bundle;
    event.kind = machine::EventKind::Stall;
    event.unit = gate.unit;
    event.a = static_cast<std::uint32_t>(gate.rule);
    event.b = static_cast<std::uint32_t>(gate.time & kBundleMask);
    m_recorder->add(event);
}

void Core::recordTransfer(const Transfer& transfer, std::uint64_t first, std::uint64_t last) {
    if (m_recorder == nullptr) return;
    machine::Event event;
    event.clock = first;
    event.duration = static_cast<std::uint32_t>(std::min<std::uint64_t>(last - first + 1, 0xffffffff));
    event.bundle = static_cast<std::uint32_t>(transfer.bundle);
    event.kind = machine::EventKind::Transfer;
    event.unit = kDma;
    event.a = static_cast<std::uint32_t>(transfer.granules);
    event.b = static_cast<std::uint32_t>(transfer.flag);
    m_recorder->add(event);
}

} // namespace lw::training
