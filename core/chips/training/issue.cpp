// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/chips/training/handlers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

// Issues one bundle: wait, check everything that may fault, act with readers before writers,
// commit the scalar results.
namespace lw::training {

using machine::Fault;
using machine::FaultKind;

const Decoded* Core::issue(const Decoded* at) {
    const Plan& plan = *at->plan;
    m_at = at;
    m_now = m_context.now;
    if (plan.waits || !readyNow(plan, m_now)) {
        if (at == &m_decoded->bundles.back()) {
            faultBeyondProgram();
        } else if (waitFor(plan)) {
            m_now = m_context.now;
        }
        if (m_context.exit != Exit::None) {
            m_context.at = at;
            return nullptr;
        }
        if (at->handler == chainHandler())
            if (const Decoded* const next = takeChain(at); next != at) return next;
    }
    m_next = at + 1;
    if (!perform(plan)) {
        m_context.at = at;
        return nullptr;
    }
    if (m_recorder != nullptr) [[unlikely]]
        recordWork(plan);
    m_context.now += kClockTick;
    const bool started = std::exchange(m_transferStarted, false);
    if (*m_s.halted != kRunning) endProgram(started);
    // A run that watches transfers stops at landings, and those of a new one are not planned yet.
    // A core that may send something to another core stops where it arrives.
    if (!m_hits.empty() || *m_s.halted != kRunning || (started && (m_watchesTransfers || m_config.way))) {
        m_context.exit = Exit::Stopped;
        m_context.at = m_next;
        return nullptr;
    }
    return m_next;
}

bool Core::perform(const Plan& plan) {
    m_pendingCount = 0;
    if (const std::uint32_t checked = plan.checked & m_enabled; checked != 0 && !checkBundle(plan, checked))
        return false;
    m_phase = Phase::Act;
    const bool meets = plan.store != 0xff && loadMeetsStore(plan);
    if (meets) [[unlikely]]
        keepRows();
    if (plan.copied != 0xff) std::copy_n(vector(plan.copied), m_shape.words(), m_copy.data());
    for (const std::uint8_t i : plan.order)
        if ((m_enabled >> i & 1) != 0)
            act(plan.issues[i], i == plan.copyReader ? plan.copied : std::uint8_t{0xff});
    if (meets) [[unlikely]]
        giveKeptRows(plan.issues[plan.load]);
    commitScalars();
    if (plan.predicated) countPredicated(plan);
    return true;
}

bool Core::checkBundle(const Plan& plan, std::uint32_t issues) {
    m_phase = Phase::Check;
    for (; issues != 0; issues &= issues - 1) {
        const Issue& issue = plan.issues[static_cast<std::size_t>(std::countr_zero(issues))];
        issue.meaning.core(*this, issue);
        if (m_fault) return leaveWithFault();
    }
    return true;
}

void Core::act(const Issue& issue, std::uint8_t copied) {
    switch (issue.work) {
    case Work::Scalar:
    case Work::Compare: {
        if (issue.destination == 0xff) return; // nop
        const std::uint32_t x = issue.x != kNoArgument ? scalar(issue.arguments[issue.x]) : 0;
        const std::uint32_t y = issue.y != kNoArgument ? scalar(issue.arguments[issue.y]) : 0;
        setPending(issue.destination, issue.meaning.scalar(x, y), readyAfter(issue));
        return;
    }
    case Work::Vector: return actVector(issue, copied);
    case Work::Unary: {
        std::uint32_t* const out = pushEntry(kEupQueue, readyAfter(issue));
        issue.meaning.vector(vectorOr(issue.arguments[0], copied), {}, out, m_shape);
        resultMade(issue, out);
        break;
    }
    case Work::Permute: {
        const std::uint64_t ready = readyAt(issueClock() + issue.portClocks + issue.latency, issue.bundle);
        std::uint32_t* const out = pushEntry(kRpuQueue, ready);
        issue.meaning.permute(vector(issue.arguments[0].number), {m_s.pattern, m_s.segments, *m_s.rotate},
                              out, m_shape);
        resultMade(issue, out);
        break;
    }
    case Work::Core: issue.meaning.core(*this, issue); break;
    }
    if (issue.port != kNoPort)
        m_s.portFree[issue.port] = readyAt(issueClock() + issue.portClocks, issue.bundle);
}

void Core::actVector(const Issue& issue, std::uint8_t copied) {
    const std::uint32_t* x = nullptr;
    LaneSource y;
    if (issue.x != kNoArgument) x = vectorOr(issue.arguments[issue.x], copied);
    if (issue.y != kNoArgument) {
        const Argument& argument = issue.arguments[issue.y];
        if (argument.kind == Argument::Kind::Vector)
            y.lanes = vectorOr(argument, copied);
        else
            y.scalar = scalar(argument);
    }
    const std::uint8_t d = issue.arguments[0].number;
    std::uint32_t* const out = issue.keepsOld ? m_places.vectorToChange(d) : m_places.vectorToFill(d);
    issue.meaning.vector(x, y, out, m_shape);
    setVectorReady(d, readyAfter(issue));
    resultMade(issue, out);
}

const std::uint32_t* Core::vectorOr(const Argument& argument, std::uint8_t copied) {
    return argument.number == copied ? m_copy.data() : vector(argument.number);
}

void Core::setPending(std::uint8_t readyIndex, std::uint32_t word, std::uint64_t ready) {
    m_pending[m_pendingCount++] = {readyIndex, word, ready};
    if (ready >= kNeverWritten) m_leftUnwritten = true;
}

void Core::setScalar(std::uint8_t number, std::uint32_t word, std::uint64_t ready) {
    setPending(number, word, ready);
}

void Core::commitScalars() {
    for (std::size_t i = 0; i < m_pendingCount; ++i) {
        const PendingScalar& p = m_pending[i];
        m_context.ready[p.readyIndex] = p.ready;
        if (p.readyIndex < kReadyPredicate) {
            m_context.value[p.readyIndex] = p.word;
        } else {
            m_context.predicate[p.readyIndex - kReadyPredicate] = static_cast<std::uint8_t>(p.word);
            m_context.predicate[p.readyIndex - kReadyPredicate + 16] = static_cast<std::uint8_t>(p.word ^ 1);
        }
    }
}

void Core::setVectorReady(std::uint8_t number, std::uint64_t ready) {
    std::uint64_t& time = m_context.ready[kReadyVector + number];
    if (time >= kNeverWritten || usesUnwritten()) [[unlikely]] // where 0 is read, nothing is late for ever
        std::fill_n(vectorWritten(number), m_writtenWords, ~std::uint64_t{0});
    time = ready;
}

void Core::setVectorPartial(std::uint8_t number, std::uint64_t ready) {
    const std::size_t words = m_shape.words();
    bool full = true;
    for (std::size_t i = 0; i < m_writtenWords && !usesUnwritten(); ++i) {
        const std::uint64_t all =
            words - i * 64 >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (words - i * 64)) - 1;
        full = full && (vectorWritten(number)[i] & all) == all;
    }
    m_context.ready[kReadyVector + number] = full ? ready : kNeverWritten;
    if (!full) m_leftUnwritten = true;
    m_s.partialReady[number] = ready;
}

void Core::jumpTo(std::uint32_t bundle) {
    const auto from = static_cast<std::uint64_t>(m_at - m_decoded->bundles.data());
    mark(m_layout.arrivals.offset + bundle * sizeof(std::uint64_t), sizeof(std::uint64_t));
    mark(m_layout.departures.offset + from * sizeof(std::uint64_t), sizeof(std::uint64_t));
    ++m_s.arrivals[bundle];
    ++m_s.departures[from];
    m_next = m_decoded->bundles.data() + bundle;
}

void Core::jumpToTarget() {
    ++m_s.taken[m_at->branch];
    m_next = m_at->target;
}

// Predicated instructions are counted one by one; the others follow from how often their bundle issued.
void Core::countPredicated(const Plan& plan) {
    const std::size_t units = kIsa.units.size();
    for (std::size_t i = 0; i < plan.issues.size(); ++i) {
        const Issue& issue = plan.issues[i];
        if ((m_enabled >> i & 1) == 0 || issue.predicate == kIsa.predicateAlways) continue;
        const machine::UnitCount work = workOf(issue);
        const std::size_t unit = index(issue.unit);
        m_s.predicated[unit] += 1;
        m_s.predicated[units + unit] += work.busyClocks;
        m_s.predicated[2 * units + unit] += work.operations;
    }
}

void Core::fault(FaultKind kind, const Issue& issue, std::string text, std::string advice,
                 machine::BundleOf other) {
    if (m_fault) return;
    Fault f;
    f.kind = kind;
    f.unit = issue.unit;
    f.bundle = issue.bundle;
    f.core = id();
    f.other = other;
    f.clock = clockOf(m_now);
    f.text = std::move(text);
    f.advice = std::move(advice);
    recordMoment(machine::EventKind::Fault, f.clock, {id(), f.bundle}, f.unit,
                 static_cast<std::uint32_t>(kind), 0);
    m_fault = std::move(f);
}

void Core::faultBeyondProgram() {
    Issue issue;
    issue.unit = kBranch;
    issue.bundle = static_cast<std::uint32_t>(m_program.bundles.size());
    fault(FaultKind::OutOfRange, issue, "the program ran past its last bundle",
          "end every path with halt or a branch", {id(), issue.bundle - 1});
    leaveWithFault();
}

std::uint32_t* Core::entryToFill(std::uint8_t queue, std::uint64_t number) {
    const std::size_t place = queuePlace(queue, number);
    markEntry(place);
    return m_places.entry(place);
}

std::uint64_t& Core::queueReadyTime(std::uint8_t queue, std::uint64_t number) {
    return m_s.queueReady[queuePlace(queue, number)];
}

std::uint32_t* Core::pushEntry(std::uint8_t queue, std::uint64_t ready) {
    const std::uint64_t number = m_s.queueTail[queue]++;
    queueReadyTime(queue, number) = ready;
    return entryToFill(queue, number);
}

void Core::markEntry(std::size_t place) {
    const std::uint64_t bytes = m_shape.words() * sizeof(std::uint32_t);
    mark(m_layout.queueData.offset + place * bytes, bytes);
}

void Core::checkNotFinite(const Issue& issue, const std::uint32_t* words) {
    if ((kRows[issue.op].insn.effects & isa::kMakesFloats) == 0) return;
    constexpr std::uint32_t kExponent = 0x7f800000;
    const bool found = std::any_of(words, words + m_shape.words(),
                                   [](std::uint32_t w) { return (w & kExponent) == kExponent; });
    if (!found) return;
    for (const machine::Trigger& trigger : m_triggers)
        if (trigger.kind == machine::TriggerKind::NotFinite && trigger.unit == issue.unit)
            hit(trigger.id, bundleUnderWay());
}

} // namespace lw::training
