// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/loading.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>

// Memory from outside, and what follows when a word is written.
namespace lw::training {

using machine::allWritten;
using machine::setWritten;
using machine::TriggerKind;
using machine::writtenAt;

Core::Memory Core::memory(isa::SpaceId space) const {
    switch (space) {
    case kHbm:
        return {m_s.hbm, m_s.hbmWritten, m_layout.hbm.offset, m_layout.hbmWritten.offset, m_layout.hbm.count};
    case kVmem:
        return {m_s.vmem, m_s.vmemWritten, m_layout.vmem.offset, m_layout.vmemWritten.offset,
                m_layout.vmem.count};
    default:
        return {m_s.smem, m_s.smemWritten, m_layout.smem.offset, m_layout.smemWritten.offset,
                m_layout.smem.count};
    }
}

namespace {

Outcome checkRange(const Core::Memory& memory, isa::SpaceId space, std::uint64_t offset,
                   std::uint64_t bytes) {
    const std::uint64_t size = memory.count * 4;
    if (index(space) < kIsa.spaces.size() && offset % 4 == 0 && bytes % 4 == 0 && offset <= size &&
        bytes <= size - offset)
        return Done{};
    const std::string name(index(space) < kIsa.spaces.size() ? kIsa.spaces[index(space)].name
                                                             : "a memory that does not exist");
    return machine::dataOutside(name, offset, bytes, size);
}

} // namespace

Outcome Core::readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                        std::span<bool> written) const {
    const Memory from = memory(space);
    LW_TRY([[maybe_unused]] const Done done, checkRange(from, space, offset, out.size()));
    if (isUntouched(space, offset, out.size())) {
        machine::readUntouched(out, written);
        return Done{};
    }
    const std::uint64_t first = offset / 4;
    std::memcpy(out.data(), from.words + first, out.size());
    for (std::uint64_t i = 0; i < out.size() / 4; ++i) {
        const bool was = writtenAt(from.written, first + i, 1) != 0;
        if (!was && m_options.uninit == UninitMode::Fault) std::memset(out.data() + i * 4, 0, 4);
        if (written.size() == out.size())
            std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(i * 4), 4, was);
        else if (i < written.size())
            written[i] = was;
    }
    return Done{};
}

bool Core::isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const {
    const Memory in = memory(space);
    const machine::BitWords bits = machine::bitWordsOf(offset / 4, (bytes + 3) / 4);
    return store().isUntouched(in.offset + offset, bytes) &&
           store().isUntouched(in.writtenOffset + bits.offset, bits.bytes);
}

std::optional<machine::BundleOf> Core::unwaitedTransfer(isa::SpaceId space, std::uint64_t offset,
                                                        std::uint64_t bytes) const {
    const std::uint64_t unit = 16 / static_cast<std::uint64_t>(unitsPerGranule(space)); // bytes
    const UnitRange units{static_cast<std::int64_t>(offset / unit),
                          static_cast<std::int64_t>((offset + bytes + unit - 1) / unit)};
    if (const auto transfer = m_dma->unordered(space, units, false)) return m_dma->starterOf(*transfer);
    return std::nullopt;
}

Outcome Core::writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) {
    const Memory to = memory(space);
    LW_TRY([[maybe_unused]] const Done done, checkRange(to, space, offset, bytes.size()));
    if (bytes.empty()) return Done{};
    mark(to.offset + offset, bytes.size());
    std::memcpy(to.words + offset / 4, bytes.data(), bytes.size());
    markWritten(space, offset / 4, bytes.size() / 4);
    return Done{};
}

// The words count as written from now on.
void Core::markWritten(isa::SpaceId space, std::uint64_t first, std::uint64_t words) {
    const Memory to = memory(space);
    const machine::BitWords bits = machine::bitWordsOf(first, words);
    mark(to.writtenOffset + bits.offset, bits.bytes);
    setWritten(to.written, first, words);
    wordsWritten(space, first, words);
}

// Rows of vector memory that are complete now no longer need a closer look.
void Core::wordsWritten(isa::SpaceId space, std::uint64_t first, std::uint64_t words) {
    if (space != kVmem) return;
    const std::uint32_t lanes = m_shape.lanes;
    for (std::uint64_t row = first / lanes; row <= (first + words - 1) / lanes; ++row) {
        std::uint8_t& guard = m_guards.rows[row];
        const bool full = allWritten(m_s.vmemWritten, row * lanes, lanes);
        guard = static_cast<std::uint8_t>(full ? guard & ~kGuardUnwritten : guard | kGuardUnwritten);
    }
}

// A hand edit: registers and memory words become written and ready.
void Core::edited(machine::NodeId node, std::uint64_t first, std::uint64_t count) {
    if (node == m_layout.scalars.node) {
        for (std::uint64_t i = first; i < first + count; ++i) m_s.ready[i] = 0;
    } else if (node == m_layout.predicates.node) {
        for (std::uint64_t i = first; i < first + count; ++i) m_s.ready[kReadyPredicate + i] = 0;
        for (std::uint8_t i = 0; i < 16; ++i) m_s.predicates[i] = m_s.predicates[i] != 0;
        m_s.predicates[15] = 1;
    } else if (node == m_layout.vectors.node && count != 0) {
        pokeVectors(first, count);
    } else if (node == m_layout.flags.node) {
        for (std::uint64_t i = first; i < first + count; ++i)
            m_s.orderedFlags[i] = m_s.flags[i] - m_dma->landedUnordered(static_cast<std::uint32_t>(i));
    }
    // Lane numbers beyond the last lane mean nothing.
    for (std::uint64_t i = first; node == m_layout.pattern.node && i < first + count; ++i)
        m_s.pattern[i] %= m_shape.lanes;
    *m_s.rotate %= m_shape.lanes;
    for (const isa::SpaceId space : {kHbm, kVmem, kSmem}) {
        const machine::NodeId own = space == kHbm    ? m_layout.hbm.node
                                    : space == kVmem ? m_layout.vmem.node
                                                     : m_layout.smem.node;
        if (node == own && count != 0) markWritten(space, first, count);
    }
    drop();
}

void Core::pokeVectors(std::uint64_t first, std::uint64_t words) {
    const std::uint64_t each = m_shape.words();
    for (std::uint64_t number = first / each; number <= (first + words - 1) / each; ++number) {
        const auto index = static_cast<std::uint8_t>(number);
        std::uint64_t& ready = m_s.ready[kReadyVector + index];
        if (ready < kNeverWritten && !usesUnwritten()) continue;
        const std::uint64_t begin = std::max(first, number * each),
                            end = std::min(first + words, (number + 1) * each);
        setWritten(vectorWritten(index), begin - number * each, end - begin);
        m_context.ready[kReadyVector + index] = ready;
        setVectorPartial(index, m_s.partialReady[index]);
        ready = m_context.ready[kReadyVector + index];
    }
}

void Core::memoryTouched(TriggerKind kind, isa::SpaceId space, std::uint64_t first, std::uint64_t count,
                         machine::BundleOf cause) {
    for (const machine::Trigger& trigger : m_triggers)
        if (trigger.kind == kind && trigger.space == space && first < trigger.first + trigger.count &&
            trigger.first < first + count)
            hit(trigger.id, cause);
}

void Core::wordsMoved(TriggerKind kind, isa::SpaceId space, std::uint64_t first, std::uint64_t words,
                      const Transfer& by) {
    const std::uint64_t perUnit = m_target.spaces[index(space)].unitBytes / 4;
    memoryTouched(kind, space, first / perUnit, (first + words - 1) / perUnit - first / perUnit + 1,
                  m_dma->starterOf(by));
}

void Core::granulesRead(const Transfer& transfer, std::uint64_t first, std::uint64_t words) {
    if (m_triggers.empty()) return;
    wordsMoved(TriggerKind::MemoryRead, transfer.sourceSpace(), first, words, transfer);
}

void Core::granulesWritten(const Transfer& transfer, std::uint64_t first, std::uint64_t words) {
    if (m_triggers.empty()) return;
    wordsMoved(TriggerKind::DmaLanded, transfer.destinationSpace(), first, words, transfer);
    wordsMoved(TriggerKind::MemoryWrite, transfer.destinationSpace(), first, words, transfer);
}

// Fires when the flag rises from below the value.
void Core::flagChanged(std::uint32_t flag, std::int32_t before, machine::BundleOf cause) {
    for (const machine::Trigger& trigger : m_triggers) {
        if (trigger.kind != TriggerKind::FlagReached || trigger.flag != flag) continue;
        if (before < trigger.value && m_s.flags[flag] >= trigger.value) hit(trigger.id, cause);
    }
}

void Core::resultPopped(std::uint8_t queue) {
    constexpr isa::UnitId kUnitOfQueue[kQueues] = {kMxu, kXpose, kRpu, kEup};
    if ((m_watchedQueues >> index(kUnitOfQueue[queue]) & 1) == 0) return;
    for (const machine::Trigger& trigger : m_triggers)
        if (trigger.kind == TriggerKind::ResultPopped && trigger.unit == kUnitOfQueue[queue])
            hit(trigger.id, bundleUnderWay());
}

// SplitMix64 (Steele, Lea, Flood 2014); its state rewinds with the machine.
std::uint64_t Core::nextShuffle() {
    std::uint64_t z = *m_s.randomDma += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

} // namespace lw::training
