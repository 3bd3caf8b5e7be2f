// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"

#include <algorithm>

// What can stop a run besides its limit.
namespace lw::nnp {

using machine::Trigger;
using machine::TriggerKind;

namespace {
constexpr std::uint16_t kHalfExponent = 0x7c00; // all ones: infinity or NaN
} // namespace

void Processor::setTriggers(std::vector<Trigger> triggers) {
    m_triggers = std::move(triggers);
    m_watchedUnits = 0;
    m_watchesMemory = m_watchesBundles = false;
    for (const Trigger& trigger : m_triggers) {
        switch (trigger.kind) {
        case TriggerKind::Bundle: m_watchesBundles = true; break;
        case TriggerKind::MemoryRead:
        case TriggerKind::MemoryWrite: m_watchesMemory = true; break;
        case TriggerKind::NotFinite: m_watchedUnits |= 1u << index(trigger.unit); break;
        case TriggerKind::DmaLanded:           // this chip has no transfers beside its instructions,
        case TriggerKind::FlagReached:         // ... no flags
        case TriggerKind::ResultPopped: break; // ... and no queues of results
        }
    }
}

void Processor::hit(std::uint32_t trigger, std::uint32_t bundle) {
    m_hits.push_back(trigger);
    m_causes.push_back({id(), bundle});
}

bool Processor::stopsBefore(const Decoded& row) {
    for (const Trigger& trigger : m_triggers)
        if (trigger.kind == TriggerKind::Bundle && trigger.bundle == row.bundle) hit(trigger.id, row.bundle);
    return !m_hits.empty();
}

void Processor::checkTouched(TriggerKind kind, std::uint32_t bundle, isa::SpaceId space, std::uint64_t first,
                             std::uint64_t count) {
    for (const Trigger& trigger : m_triggers) {
        if (trigger.kind != kind || trigger.node || trigger.space != space) continue;
        if (first >= trigger.first + trigger.count || trigger.first >= first + count) continue;
        if (std::find(m_hits.begin(), m_hits.end(), trigger.id) == m_hits.end()) hit(trigger.id, bundle);
    }
}

void Processor::touchedFile(TriggerKind kind, const Decoded& row, Memory file, std::uint64_t first,
                            std::uint64_t count) {
    if (!m_watchesMemory) return;
    for (const Trigger& trigger : m_triggers) {
        if (trigger.kind != kind || trigger.node != nodeOf(file)) continue;
        if (first >= trigger.first + trigger.count || trigger.first >= first + count) continue;
        if (std::find(m_hits.begin(), m_hits.end(), trigger.id) == m_hits.end()) hit(trigger.id, row.bundle);
    }
}

machine::NodeId Processor::nodeOf(Memory memory) const {
    switch (memory) {
    case Memory::InitialVrf: return m_layout.initial.node;
    case Memory::AddSubVrf0: return m_layout.addSub0.node;
    case Memory::AddSubVrf1: return m_layout.addSub1.node;
    case Memory::MultiplyVrf: return m_layout.multiply.node;
    default: return m_layout.mantissas.node;
    }
}

void Processor::touched(TriggerKind kind, const Decoded& row, Memory memory, std::uint64_t number) {
    if (!m_watchesMemory) return;
    if (isVectorFile(memory)) return touchedFile(kind, row, memory, number, 1);
    const isa::SpaceId space = memory == Memory::Dram            ? kVectorDram
                               : kind == TriggerKind::MemoryRead ? kNetIn
                                                                 : kNetOut;
    checkTouched(kind, row.bundle, space, number * m_config.vectorBytes(), m_config.vectorBytes());
}

void Processor::touchedMatrices(TriggerKind kind, const Decoded& row, const Locations& at) {
    if (!m_watchesMemory) return;
    const std::uint64_t bytes = m_config.matrixBytes();
    if (at.memory == Memory::MatrixRf) return touchedFile(kind, row, at.memory, at.first, at.count);
    const bool isQueue = at.memory == Memory::NetQ;
    const std::uint64_t first = isQueue ? m_s.queues[kInLeft] * m_config.vectorBytes() : at.first * bytes;
    checkTouched(kind, row.bundle, isQueue ? kNetIn : kMatrixDram, first, at.count * bytes);
}

void Processor::checkFinite(const Decoded& row) {
    if ((row.insn().effects & isa::kMakesFloats) == 0) return;
    const std::uint16_t* const end = m_s.chain + *m_s.chainCount * elements();
    if (std::none_of(static_cast<const std::uint16_t*>(m_s.chain), end,
                     [](std::uint16_t code) { return (code & kHalfExponent) == kHalfExponent; }))
        return;
    for (const Trigger& trigger : m_triggers)
        if (trigger.kind == TriggerKind::NotFinite && trigger.unit == row.insn().unit)
            hit(trigger.id, row.bundle);
}

} // namespace lw::nnp
