// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

#include <algorithm>
#include <array>
#include <bit>

// When a bundle can issue: registers by their ready times, ports, queues, flags, transfers. A stall is
// attributed to the one rule that is met last; it names the bundle held up and the bundle waited for.
namespace lw::training {

using machine::Fault;
using machine::FaultKind;

namespace {

void raise(std::uint64_t time, auto& gate, StallRule rule, const Issue& issue,
           std::uint8_t readyIndex = 0xff) {
    if (time <= gate.time) return;
    gate.time = time;
    gate.rule = rule;
    gate.unit = issue.unit;
    gate.readyIndex = readyIndex;
    gate.issue = &issue;
    gate.by.reset();
}

void raise(const TransferTime& time, auto& gate, StallRule rule, const Issue& issue) {
    const std::uint64_t packed = time.clock << kClockShift | (time.by.bundle & kBundleMask);
    if (packed <= gate.time) return;
    raise(packed, gate, rule, issue);
    gate.by = time.by.core;
}

Direction directionOf(isa::OpId dma) {
    if (dma == op(kScalar, "dma.remote")) return kSend;
    return dma == op(kScalar, "dma.v2h") || dma == op(kScalar, "dma.s2h") ? kOut : kIn;
}

StallRule ruleOfRegister(std::uint8_t readyIndex) {
    if (readyIndex >= kReadyVector) return StallRule::VectorNotReady;
    return readyIndex >= kReadyPredicate ? StallRule::PredicateNotReady : StallRule::ScalarNotReady;
}

std::string nameOfRegister(std::uint8_t readyIndex) {
    if (readyIndex >= kReadyVector) return "v" + std::to_string(readyIndex - kReadyVector);
    if (readyIndex >= kReadyPredicate) return "p" + std::to_string(readyIndex - kReadyPredicate);
    return "r" + std::to_string(readyIndex);
}

bool isSet(const Issue& issue, const std::uint8_t* predicate) { return predicate[issue.predicate] != 0; }

bool sendsAway(const Plan& plan) {
    return std::any_of(plan.issues.begin(), plan.issues.end(),
                       [](const Issue& issue) { return issue.op == op(kScalar, "dma.remote"); });
}

} // namespace

std::uint32_t Core::predicatedIssues(const Plan& plan) const {
    std::uint32_t enabled = 0;
    for (std::size_t i = 0; i < plan.issues.size(); ++i)
        if (isSet(plan.issues[i], m_context.predicate)) enabled |= 1u << i;
    return enabled;
}

// The common case, in one pass: every register the bundle reads is there, nothing it writes overtakes an
// older write, its ports and queues are free. If not, the caller looks again, slowly. Sets m_enabled.
bool Core::readyNow(const Plan& plan, std::uint64_t now) {
    if (plan.predicated) {
        for (const Issue& issue : plan.issues)
            if (m_context.ready[kReadyPredicate + (issue.predicate & 15)] > now) return false;
    }
    m_enabled = enabledIssues(plan);
    const std::uint64_t places = m_config.queueDepth + 1;
    std::uint64_t latest = 0;
    for (std::size_t at = 0; at < plan.issues.size(); ++at) {
        if ((m_enabled >> at & 1) == 0) continue;
        const Issue& issue = plan.issues[at];
        for (std::size_t i = 0; i < issue.readCount; ++i)
            latest = std::max(latest, m_context.ready[issue.reads[i]]);
        if (issue.destination != 0xff &&
            m_context.ready[issue.destination] > now + (std::uint64_t{issue.latency} << kClockShift))
            return false;
        if (issue.port != kNoPort) latest = std::max(latest, m_s.portFree[issue.port]);
        if (issue.popsQueue != 0xff) {
            const std::uint64_t head = m_s.queueHead[issue.popsQueue];
            if (head == m_s.queueTail[issue.popsQueue]) return false;
            latest = std::max(latest, m_s.queueReady[issue.popsQueue * places + head % places]);
        }
        if (issue.pushesQueue != 0xff &&
            m_s.queueTail[issue.pushesQueue] - m_s.queueHead[issue.pushesQueue] >= m_config.queueDepth)
            return false;
    }
    return latest <= now;
}

void Core::considerRegisters(const Issue& issue, std::uint64_t now, Gate& gate) {
    for (std::size_t i = 0; i < issue.readCount; ++i) {
        const std::uint8_t index = issue.reads[i];
        std::uint64_t ready = m_context.ready[index];
        if (ready >= kNeverWritten) {
            if (index != issue.copied) return faultUninitialised(issue, index);
            ready = index >= kReadyVector ? m_s.partialReady[index - kReadyVector] : 0;
        }
        if (ready > now) raise(ready, gate, ruleOfRegister(index), issue, index);
    }
    if (issue.destination == 0xff) return;
    std::uint64_t older = m_context.ready[issue.destination];
    if (older >= kNeverWritten)
        older = issue.destination >= kReadyVector ? m_s.partialReady[issue.destination - kReadyVector] : 0;
    const std::uint64_t latency = std::uint64_t{issue.latency} << kClockShift;
    if (older > now + latency) raise(older - latency, gate, StallRule::WriteOrder, issue, issue.destination);
}

void Core::considerPop(const Issue& issue, Gate& gate) {
    const std::uint8_t queue = issue.popsQueue;
    if (m_s.queueHead[queue] == m_s.queueTail[queue]) {
        return fault(FaultKind::Deadlock, issue,
                     "pop from the empty queue of the " + std::string(kIsa.units[index(issue.unit)].title) +
                         ", and nobody fills it",
                     "push into the unit before this bundle, or remove the pop");
    }
    const std::uint64_t ready = queueReadyTime(queue, m_s.queueHead[queue]);
    if (ready == kUnknownTime) {
        return fault(
            FaultKind::Deadlock, issue,
            "pop from the transpose unit while its square is incomplete: " + std::to_string(*m_s.squareRows) +
                " of " + std::to_string(m_config.lanes / m_config.sublanes) + " pushes",
            "push the missing rows before the first pop");
    }
    raise(ready, gate, StallRule::ResultNotReady, issue);
}

void Core::considerPush(const Plan& plan, const Issue& issue, Gate&) {
    const std::uint8_t queue = issue.pushesQueue;
    std::uint64_t held = m_s.queueTail[queue] - m_s.queueHead[queue];
    for (std::size_t i = 0; i < plan.issues.size(); ++i) // a pop in the same bundle makes room first
        if ((m_enabled >> i & 1) != 0 && plan.issues[i].popsQueue == queue && held != 0) --held;
    if (held < m_config.queueDepth) return;
    const std::uint64_t oldest = queueReadyTime(queue, m_s.queueHead[queue]);
    const bool known = oldest != kUnknownTime;
    fault(FaultKind::Deadlock, issue,
          "push into the " + std::string(kIsa.units[index(issue.unit)].title) + " while all " +
              std::to_string(m_config.queueDepth) +
              " places of its queue are promised, and no pop can come before this bundle",
          "pop results before pushing more" +
              (known ? "; the oldest was pushed by bundle " + std::to_string(oldest & kBundleMask)
                     : std::string()),
          known ? machine::BundleOf{id(), static_cast<std::uint32_t>(oldest & kBundleMask)}
                : machine::BundleOf{});
}

void Core::considerFlag(const Issue& issue, std::uint64_t now, Gate& gate) {
    if ((kRows[issue.op].insn.effects & isa::kWaitsForFlag) == 0) return;
    const bool equal = issue.op == op(kScalar, "sync.wait_eq");
    const std::uint32_t flag = issue.arguments[0].number;
    const auto value = static_cast<std::int32_t>(scalar(issue.arguments[1]));
    const std::optional<TransferTime> when = m_dma->whenFlag(flag, value, equal, clockOf(now));
    if (!when && m_config.way) return raise(kUnknownTime, gate, StallRule::FlagNotReached, issue);
    if (!when) {
        m_dma->landUntil(clockOf(now)); // so that the text has the flag's present value
        return fault(
            FaultKind::Deadlock, issue,
            "wait for f" + std::to_string(flag) + (equal ? " == " : " >= ") + std::to_string(value) +
                ", but it is at " + std::to_string(m_s.flags[flag]) +
                " and the transfers under way do not bring it there",
            "start the transfer that counts on this flag before the wait, or wait for fewer granules",
            m_dma->startedBy(flag).value_or(machine::BundleOf{}));
    }
    raise(*when, gate, StallRule::FlagNotReached, issue);
}

void Core::considerUnits(const Plan& plan, const Issue& issue, std::uint64_t now, Gate& gate) {
    if (issue.port != kNoPort && m_s.portFree[issue.port] > now)
        raise(m_s.portFree[issue.port], gate, StallRule::PortBusy, issue);
    if (issue.popsQueue != 0xff) considerPop(issue, gate);
    if (issue.pushesQueue != 0xff) considerPush(plan, issue, gate);
    if (issue.unit == kSync) considerFlag(issue, now, gate);
    considerTransfers(issue, now, gate);
}

void Core::considerTransfers(const Issue& issue, std::uint64_t now, Gate& gate) {
    if (issue.unit == kDma) {
        raise(m_dma->whenQueueFree(directionOf(issue.op), clockOf(now)), gate, StallRule::DmaQueueFull,
              issue);
    }
    if (kRows[issue.op].insn.flow == isa::Flow::Halt)
        raise(m_dma->whenIdle(clockOf(now)), gate, StallRule::HaltDrains, issue);
}

std::optional<Core::Gate> Core::predicateGate(const Plan& plan, std::uint64_t now) const {
    Gate gate;
    gate.time = now;
    for (const Issue& issue : plan.issues) {
        const auto index = static_cast<std::uint8_t>(kReadyPredicate + (issue.predicate & 15));
        raise(m_context.ready[index], gate, StallRule::PredicateNotReady, issue, index);
    }
    if (gate.time == now) return std::nullopt;
    return gate;
}

// The rule that holds the bundle up longest, or nothing. Sets m_enabled; may fault instead.
std::optional<Core::Gate> Core::gateOf(const Plan& plan, std::uint64_t now) {
    if (plan.predicated) {
        if (const auto gate = predicateGate(plan, now)) {
            if (gate->time < kNeverWritten) return gate;
            faultUninitialised(*gate->issue, gate->readyIndex);
            return std::nullopt;
        }
    }
    m_enabled = enabledIssues(plan);
    Gate gate;
    gate.time = now;
    // Registers first: a wait or a descriptor can be evaluated only once they can be read.
    for (std::size_t i = 0; i < plan.issues.size() && !m_fault; ++i)
        if ((m_enabled >> i & 1) != 0) considerRegisters(plan.issues[i], now, gate);
    if (!m_fault && gate.time != now) return gate;
    for (std::size_t i = 0; i < plan.issues.size() && !m_fault; ++i)
        if ((m_enabled >> i & 1) != 0) considerUnits(plan, plan.issues[i], now, gate);
    if (m_fault || gate.time == now) return std::nullopt;
    return gate;
}

std::string Core::textOfGate(const Gate& gate) const {
    if (gate.time == kUnknownTime)
        return "nothing under way brings " + flagText(*gate.issue) + "; " + textOfSenders();
    const std::string until = std::to_string(clockOf(gate.time));
    std::vector<std::string> arguments{until};
    switch (gate.rule) {
    case StallRule::ScalarNotReady:
    case StallRule::PredicateNotReady:
    case StallRule::VectorNotReady:
    case StallRule::WriteOrder: arguments.push_back(nameOfRegister(gate.readyIndex)); break;
    case StallRule::PortBusy:
    case StallRule::ResultNotReady: arguments.emplace_back(kIsa.units[index(gate.unit)].title); break;
    case StallRule::FlagNotReached:
        arguments.push_back("f" + std::to_string(gate.issue->arguments[0].number));
        arguments.push_back(std::to_string(static_cast<std::int32_t>(scalar(gate.issue->arguments[1]))));
        break;
    case StallRule::DmaQueueFull:
    case StallRule::HaltDrains: break;
    }
    return waitText(rowOf(gate.rule), arguments);
}

// "f3 >= 4; it is at 1"
std::string Core::flagText(const Issue& wait) const {
    const std::uint32_t flag = wait.arguments[0].number;
    const bool equal = wait.op == op(kScalar, "sync.wait_eq");
    return "f" + std::to_string(flag) + (equal ? " == " : " >= ") +
           std::to_string(static_cast<std::int32_t>(scalar(wait.arguments[1]))) + "; it is at " +
           std::to_string(m_s.flags[flag]);
}

// Their memories hold what they send to; their programs, that they send at all.
std::string Core::textOfSenders() const {
    constexpr std::size_t kMostNamed = 4;
    std::string out;
    std::size_t found = 0;
    for (const Core* const other : m_cores) {
        if (other == this) continue;
        const auto& plans = other->m_decoded->plans;
        const auto sends = std::find_if(plans.begin(), plans.end(), sendsAway);
        if (sends == plans.end() || ++found > kMostNamed) continue;
        out += (found == 1 ? "" : ", ") +
               bundleText({other->id(), static_cast<std::uint32_t>(sends - plans.begin())});
    }
    if (found == 0) return "nobody can bring it: no other core has a dma.remote";
    if (found > kMostNamed) out += " and those of " + std::to_string(found - kMostNamed) + " more";
    return "a dma.remote could bring it: " + out;
}

bool Core::leaveWithFault() {
    m_context.exit = Exit::Stopped;
    return false;
}

void Core::faultUninitialised(const Issue& issue, std::uint8_t readyIndex) {
    fault(FaultKind::Uninitialised, issue,
          std::string(kRows[issue.op].insn.name) + " reads " + nameOfRegister(readyIndex) +
              (readyIndex >= kReadyVector ? ", where some word was never written"
                                          : ", which was never written"),
          "write the register first, or run with uninitialised words as zero");
}

void Core::faultHazard(const Gate& gate, std::uint64_t now) {
    const std::uint64_t early = clockOf(gate.time) - clockOf(now);
    const std::string clocks = std::to_string(early) + (early == 1 ? " clock early" : " clocks early");
    const std::string what = gate.rule == StallRule::PortBusy
                                 ? std::string(kIsa.units[index(gate.unit)].title) + " pushed " + clocks
                             : gate.rule == StallRule::WriteOrder
                                 ? nameOfRegister(gate.readyIndex) + " written " + clocks
                                 : nameOfRegister(gate.readyIndex) + " read " + clocks;
    fault(FaultKind::Hazard, *gate.issue, what + ": " + textOfGate(gate),
          "move the bundle later, or run interlocked",
          {id(), static_cast<std::uint32_t>(gate.time & kBundleMask)});
}

// Whether strict mode refuses what the rule would wait for.
bool Core::isHazard(const Gate& gate) const {
    return rowOf(gate.rule).isHazard && m_options.hazards == HazardMode::Strict;
}

// Lets the clocks of a stall pass, up to the end of the run. False when the run ends here.
bool Core::stall(const Gate& gate) {
    std::uint64_t &now = m_context.now, &end = m_context.end;
    if (isHazard(gate)) {
        faultHazard(gate, now);
        return leaveWithFault();
    }
    if (gate.time == kUnknownTime) { // what wakes it can only come from another core
        m_isBlocked = true;
        m_context.exit = Exit::Limit;
        return false;
    }
    // No bundle issues in these clocks, so a limit by bundles moves with them; the limit by clock stays.
    const std::uint64_t clocks = clockOf(gate.time) - clockOf(now);
    if (clockOf(end) < m_endClock) {
        const std::uint64_t room = m_endClock - clockOf(end);
        end = std::min<std::uint64_t>(
            kNeverWritten - 1,
            end + std::min(clocks, std::min(room, kNeverWritten >> (kClockShift + 1))) * kClockTick);
    }
    const std::uint64_t reached = std::min(clockOf(gate.time), clockOf(end));
    countStall(gate, now, reached - clockOf(now));
    now = packedNow(reached);
    if (now < end) return true;
    m_context.exit = Exit::Limit;
    return false;
}

void Core::countStall(const Gate& gate, std::uint64_t now, std::uint64_t clocks) {
    m_s.stallClocks[static_cast<std::size_t>(gate.rule) * kIsa.units.size() + index(gate.unit)] += clocks;
    mark(m_layout.bundleStalls.offset + gate.issue->bundle * sizeof(std::uint64_t), sizeof(std::uint64_t));
    m_s.bundleStalls[gate.issue->bundle] += clocks;
    if (m_recorder) [[unlikely]]
        recordStall(gate, now, clocks);
}

// The bundle that halts has issued. A transfer of its own is under way now, and its clocks count too; in the
// modes that do not follow the clock, transfers land here.
void Core::endProgram(bool transferStarted) {
    const std::uint64_t next = issueClock() + 1;
    if (transferStarted && m_dma->whenIdle(next).clock > next)
        *m_s.halted = kDraining;
    else
        m_dma->landAll();
}

Core::Gate Core::drainGate() const {
    // The bundle before is the one with the halt: it took no branch.
    const Plan& plan = *(m_context.at - 1)->plan;
    Gate gate;
    for (const Issue& issue : plan.issues) {
        if (kRows[issue.op].insn.flow != isa::Flow::Halt) continue;
        gate.issue = &issue;
        gate.unit = issue.unit;
    }
    const TransferTime idle = m_dma->whenIdle(clockOf(m_context.now));
    gate.rule = StallRule::HaltDrains;
    gate.time = readyAt(idle.clock, idle.by.bundle);
    return gate;
}

void Core::drain(std::uint64_t endClock) {
    const Gate gate = drainGate();
    const std::uint64_t idle = clockOf(gate.time), reached = std::min(idle, endClock);
    countStall(gate, m_context.now, reached - clockOf(m_context.now));
    m_context.now = packedNow(reached);
    if (reached < idle) return;
    m_dma->landAll();
    *m_s.halted = kHalted;
}

// Stalls until the bundle can issue. False when the run ends before: at its limit or with a fault.
bool Core::waitFor(const Plan& plan) {
    for (;;) {
        m_now = m_context.now;
        const std::optional<Gate> gate = gateOf(plan, m_now);
        if (m_fault) return leaveWithFault();
        if (!gate) return true;
        if (!stall(*gate)) return false;
    }
}

std::optional<machine::Waiting> Core::waiting() const {
    if (halted()) return std::nullopt;
    // Asking changes nothing: the same search on the present state, without the fault it may find.
    Core& self = const_cast<Core&>(*this);
    self.enterRun();
    std::optional<Gate> gate;
    if (*m_s.halted == kDraining)
        gate = drainGate();
    else
        gate = self.gateOf(*m_context.at->plan, m_context.now);
    self.m_fault.reset();
    if (!gate || isHazard(*gate)) return std::nullopt;
    const auto other = static_cast<std::uint32_t>(gate->time & kBundleMask);
    const bool isKnown = gate->time != kUnknownTime;
    return machine::Waiting{.rule = textOfGate(*gate),
                            .bundle = gate->issue->bundle,
                            .other = isKnown ? machine::BundleOf{gate->by.value_or(id()), other}
                                             : machine::BundleOf{},
                            .until = isKnown ? clockOf(gate->time) : machine::kForever,
                            .unit = gate->unit,
                            .letter = rowOf(gate->rule).letter};
}

} // namespace lw::training
