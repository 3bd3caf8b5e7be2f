// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/numeric/float_bits.h"

#include <algorithm>
#include <cstring>

// What can stop a run besides its limit.
namespace lw::inference {

using machine::Trigger;
using machine::TriggerKind;

void Circuit::setTriggers(std::vector<Trigger> triggers) {
    m_triggers = std::move(triggers);
    m_watchedUnits = 0;
    m_watchesMemory = m_watchesTransfers = m_watchesBundles = false;
    for (const Trigger& trigger : m_triggers) {
        switch (trigger.kind) {
        case TriggerKind::Bundle: m_watchesBundles = true; break;
        case TriggerKind::MemoryRead:
        case TriggerKind::MemoryWrite: m_watchesMemory = true; break;
        case TriggerKind::DmaLanded: m_watchesTransfers = true; break;
        case TriggerKind::NotFinite: m_watchedUnits |= 1u << index(trigger.unit); break;
        case TriggerKind::FlagReached:         // this chip has no flags
        case TriggerKind::ResultPopped: break; // ... nor queues
        }
    }
}

void Circuit::hit(std::uint32_t trigger, machine::BundleOf cause) {
    m_hits.push_back(trigger);
    m_causes.push_back(cause);
}

bool Circuit::stopsBefore(const Decoded& row) {
    for (const Trigger& trigger : m_triggers)
        if (trigger.kind == TriggerKind::Bundle && trigger.bundle == row.bundle)
            hit(trigger.id, {id(), row.bundle});
    return !m_hits.empty();
}

void Circuit::checkTouched(TriggerKind kind, machine::BundleOf cause, isa::SpaceId space, std::uint64_t first,
                           std::uint64_t count) {
    for (const Trigger& trigger : m_triggers) {
        if (trigger.kind != kind || trigger.space != space) continue;
        const std::uint64_t unit = m_target.spaces[index(space)].unitBytes;
        if (first >= (trigger.first + trigger.count) * unit || trigger.first * unit >= first + count)
            continue;
        bool isListed = false; // bytes come in pieces
        for (std::size_t i = 0; i < m_hits.size(); ++i)
            isListed |= m_hits[i] == trigger.id && m_causes[i] == cause;
        if (!isListed) hit(trigger.id, cause);
    }
}

void Circuit::bytesLanded(machine::BundleOf by, std::uint64_t first, std::uint64_t count) {
    if (m_watchesMemory) checkTouched(TriggerKind::MemoryWrite, by, kUb, first, count);
    if (m_watchesTransfers) checkTouched(TriggerKind::DmaLanded, by, kUb, first, count);
}

// Landings are clocks at which a transfer is complete.
std::optional<std::uint64_t> Circuit::nextLanding() const {
    std::optional<std::uint64_t> next;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight f = flight(i);
        if (f.unit == index(kDma) && f.end > clock() && (!next || f.end < *next)) next = f.end;
    }
    return next;
}

void Circuit::moveTo(std::uint64_t to) {
    const std::uint64_t from = std::exchange(*m_s.clock, to);
    if (!m_watchesTransfers) return;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight f = flight(i);
        if (f.unit == index(kDma) && f.end > from && f.end <= to) landed(f);
    }
}

void Circuit::landed(const Flight& flight) {
    for (const Trigger& trigger : m_triggers) {
        if (trigger.kind != TriggerKind::DmaLanded) continue;
        const std::uint64_t unit = m_target.spaces[index(trigger.space)].unitBytes;
        for (std::size_t i = 0; i < flight.count; ++i) {
            const Stretch& s = flight.stretches[i];
            if (!s.writes() || s.resource() != memory(trigger.space).resource) continue;
            if (s.begin < (trigger.first + trigger.count) * unit && trigger.first * unit < s.end)
                hit(trigger.id, {id(), static_cast<std::uint32_t>(flight.bundle)});
        }
    }
}

bool Circuit::notFinite(const Stretch& stretch) const {
    const auto anyIn = [](const std::uint32_t* words, std::size_t count) {
        return std::any_of(words, words + count, [](std::uint32_t w) {
            return (w & numeric::kExponentMask) == numeric::kExponentMask;
        });
    };
    if (stretch.resource() == Resource::Strip) {
        const StripShape shape = stripShape(static_cast<std::uint32_t>(stretch.begin));
        for (std::uint32_t p = 0; p < shape.pixels(); ++p)
            if (anyIn(stripPixel(static_cast<std::uint32_t>(stretch.begin), p), shape.lanes)) return true;
    }
    if (stretch.resource() == Resource::Accumulators)
        for (std::uint64_t r = stretch.begin; r < stretch.end; ++r)
            if (anyIn(m_s.accumulators + r * m_config.arrayColumns, m_s.tileShape[kTileN])) return true;
    return false;
}

void Circuit::checkResults(const Decoded& row, const Work& work) {
    const isa::Insn& insn = row.row().insn;
    if ((insn.effects & isa::kMakesFloats) == 0) return;
    for (std::size_t i = 0; i < work.count; ++i)
        if (work.stretches[i].writes() && notFinite(work.stretches[i]))
            for (const Trigger& trigger : m_triggers)
                if (trigger.kind == TriggerKind::NotFinite && trigger.unit == insn.unit)
                    hit(trigger.id, {id(), row.bundle});
}

} // namespace lw::inference
