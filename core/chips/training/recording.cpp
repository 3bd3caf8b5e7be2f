// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/recorder.h"

// What the core tells a recorder, if there is one: every issue, every stall, every instruction in a unit,
// the queues and flags that it changes, every transfer, words for the host, and a fault.
namespace lw::training {

using machine::EventKind;

void Core::prepareIssueEvents() {
    for (const Plan& plan : m_decoded->plans) {
        const auto bundle = static_cast<std::uint32_t>(m_issueEvents.size());
        m_issueEvents.push_back({0, 1, bundle, {}, EventKind::Issue, kBranch, id(), plan.slots, 0});
    }
}

void Core::takeBackIssue() {
    if (m_recorder != nullptr) m_recorder->takeBack();
}

void Core::recordWork(const Plan& plan) {
    machine::Event issued = issueEvent(m_at);
    issued.clock = issueClock();
    issued.a = 0;
    for (std::size_t i = 0; i < plan.issues.size(); ++i)
        if ((m_enabled >> i & 1) != 0) issued.a |= 1u << plan.issues[i].slot;
    m_recorder->add(issued);
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
                         id(),
                         issue.op,
                         issue.slot});
        if (issue.popsQueue != 0xff) recordQueue(EventKind::Pop, issue.popsQueue, issue);
        if (issue.pushesQueue != 0xff) recordQueue(EventKind::Push, issue.pushesQueue, issue);
    }
}

// The length of the queue after the bundle.
void Core::recordQueue(EventKind kind, std::uint8_t queue, const Issue& issue) {
    const auto entries = static_cast<std::uint32_t>(m_s.queueTail[queue] - m_s.queueHead[queue]);
    recordMoment(kind, issueClock(), {id(), issue.bundle}, issue.unit, entries, 0);
}

void Core::recordMoment(EventKind kind, std::uint64_t clock, machine::BundleOf bundle, isa::UnitId unit,
                        std::uint32_t a, std::uint32_t b) {
    if (m_recorder == nullptr || !m_recorder->wants(unit)) return;
    const std::uint32_t own = bundle.core == id() ? bundle.bundle : machine::kNoBundle;
    m_recorder->add({clock, 0, own, {}, kind, unit, id(), a, b});
}

void Core::recordStall(const Gate& gate, std::uint64_t now, std::uint64_t clocks) {
    machine::Event event;
    event.clock = clockOf(now);
    event.duration = machine::shortened(clocks);
    event.bundle = gate.issue->bundle;
    event.kind = machine::EventKind::Stall;
    event.unit = gate.unit;
    event.core = id();
    event.a = static_cast<std::uint32_t>(gate.rule);
    event.b = gate.by.value_or(id()) == id() ? static_cast<std::uint32_t>(gate.time & kBundleMask)
                                             : machine::kNoBundle;
    if (gate.time == kUnknownTime) event.b = machine::kNoBundle;
    m_recorder->add(event);
}

void Core::recordTransfer(const Transfer& transfer, std::uint64_t first, std::uint64_t last) {
    if (m_recorder == nullptr) return;
    machine::Event event;
    event.clock = first;
    event.duration = machine::shortened(last - first + 1);
    event.bundle = static_cast<std::uint32_t>(transfer.bundle);
    event.kind = machine::EventKind::Transfer;
    event.unit = kDma;
    event.core = id();
    event.a = static_cast<std::uint32_t>(transfer.granules);
    event.b = static_cast<std::uint32_t>(transfer.flag);
    m_recorder->add(event);
}

} // namespace lw::training
