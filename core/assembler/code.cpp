// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/code.h"

#include "core/assembler/messages.h"
#include "core/base/large_pages.h"
#include "core/isa/bundle_messages.h"
#include "core/isa/encode.h"
#include "core/isa/rules.h"

#include <algorithm>
#include <bit>

// From drafts to bundles: slots, bits, and those that wait for names.
namespace lw::assembler {

void Code::setTarget(const program::Target& target) {
    m_target = &target;
    m_spec = target.spec;
    m_lookup = &isa::lookupOf(*m_spec);
    m_accepts.resize(m_spec->insns.size());
    m_borrows.assign(m_spec->insns.size(), 0);
    for (std::size_t op = 0; op < m_spec->insns.size(); ++op) {
        const isa::Operands& operands = m_spec->insns[op].operands;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const isa::Operand& o = operands[i];
            Accepts& accepts = m_accepts[op][i];
            if (o.borrowsSlot >= 0)
                m_borrows[op] = static_cast<std::uint16_t>(m_borrows[op] | 1u << o.borrowsSlot);
            if (!o.selector) {
                accepts.reg = o.file >= 0;
                accepts.number = o.file < 0;
                continue;
            }
            for (const isa::CodeRange& range : o.selector->codes) {
                if (range.meaning == isa::CodeMeaning::Register)
                    accepts.reg = true;
                else if (range.meaning == isa::CodeMeaning::SharedRegister)
                    accepts.shared = true;
                else
                    accepts.number = true;
            }
        }
    }
}

void Code::expect(std::size_t bundles) {
    bundles = std::min<std::size_t>(bundles, m_target->bundles);
    m_program.bundles.reserve(bundles);
    m_program.places.reserve(bundles);
    preferLargePages(m_program.bundles.data(), bundles * sizeof(isa::Bits));
    preferLargePages(m_program.places.data(), bundles * sizeof(Place));
}

Draft* Code::add(const char* at) {
    if (m_count == m_spec->slots.size()) {
        if (!m_overfull)
            m_reports.add(m_reader.spotOf(at, 1), kTooManyInstructions, {std::to_string(m_count)});
        m_poisoned = m_overfull = true;
        return nullptr;
    }
    Draft& draft = m_drafts[m_count++];
    draft.at = at;
    draft.slot = -1;
    draft.predicate = m_spec->predicateAlways;
    draft.poisoned = false;
    draft.waits = false;
    draft.count = 0;
    return &draft;
}

void Code::drop() {
    forget(m_drafts[--m_count]);
    m_poisoned = true;
}

// A wrong instruction is one message: names that it alone uses are not missed as well.
void Code::forget(const Draft& draft) {
    for (std::size_t i = 0; i < draft.count; ++i)
        if (draft.operands[i].kind == Written::Kind::Deferred) m_expressions.forget(draft.operands[i].node);
}

bool Code::takeSlot(Draft& draft, std::uint16_t& taken) {
    const std::uint16_t allowed = m_lookup->slotsOf(draft.insn.op);
    const auto open = static_cast<std::uint16_t>(allowed & ~taken);
    if (open == 0) {
        m_reports.add(spotOf(draft), kNoFreeSlot,
                      {std::string(draft.mnemonic), isa::slotsText(*m_spec, allowed)});
        return false;
    }
    draft.slot = static_cast<std::int8_t>(std::countr_zero(open));
    taken = static_cast<std::uint16_t>(taken | 1u << draft.slot);
    return true;
}

// The slot of a draft is that of one before it, too.
void Code::reportSlotTaken(std::size_t second) {
    const Draft& draft = m_drafts[second];
    std::size_t first = 0;
    while (m_drafts[first].slot != draft.slot) ++first;
    m_reports
        .add(spotOf(draft), isa::kSlotTaken,
             {std::string(m_spec->slots[static_cast<std::size_t>(draft.slot)].name),
              std::string(m_drafts[first].mnemonic), std::string(draft.mnemonic)})
        .notes.push_back({&kNoteOther, {}, spotOf(m_drafts[first]).place});
}

// Slots named in the text first, then the instructions that fit the fewest slots,
// each in the order of the text. A slot that one instruction names and another one borrows fields
// of is left to the encoder, which says so.
bool Code::chooseSlots() {
    std::uint16_t named = 0, taken = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        Draft& draft = m_drafts[i];
        taken = static_cast<std::uint16_t>(taken | m_borrows[draft.insn.op]);
        if (draft.slot < 0) {
            ++open;
            continue;
        }
        const auto bit = static_cast<std::uint16_t>(1u << draft.slot);
        if (named & bit) {
            reportSlotTaken(i);
            return false;
        }
        named = static_cast<std::uint16_t>(named | bit);
    }
    taken = static_cast<std::uint16_t>(taken | named);
    for (int fitting = 1; open != 0 && fitting <= 16; ++fitting)
        for (std::size_t i = 0; i < m_count; ++i) {
            if (m_drafts[i].slot >= 0 || std::popcount(m_lookup->slotsOf(m_drafts[i].insn.op)) != fitting)
                continue;
            --open;
            if (!takeSlot(m_drafts[i], taken)) return false;
        }
    return true;
}

// The drafts into the bundle, ascending by slot.
void Code::sort() {
    for (std::size_t i = 0; i < m_count; ++i) {
        std::size_t at = i;
        for (; at > 0 && m_drafts[m_order[at - 1]].slot > m_drafts[i].slot; --at)
            m_order[at] = m_order[at - 1];
        m_order[at] = static_cast<std::uint8_t>(i);
    }
    m_bundle.count = static_cast<std::uint8_t>(m_count);
    for (std::size_t i = 0; i < m_count; ++i) {
        const Draft& draft = m_drafts[m_order[i]];
        m_bundle.insns[i] = draft.insn;
        m_bundle.insns[i].slot = static_cast<std::uint8_t>(draft.slot);
    }
}

// Operands that are what their place in a chain makes them. They are rare, so the chain is read again.
void Code::settle() {
    if (m_spec->settle == nullptr) return;
    for (std::size_t i = 0; i < m_bundle.count; ++i) {
        isa::SlotInsn& insn = m_bundle.insns[i];
        const isa::Operands& operands = m_spec->insns[insn.op].operands;
        bool isMeant = false;
        for (std::size_t o = 0; o < operands.size(); ++o)
            isMeant |= operands[o].selector != nullptr && operands[o].selector->byPosition != 0 &&
                       insn.operands[o].value == operands[o].selector->byPosition;
        if (isMeant) m_spec->settle(chainBefore(m_program.bundles.size() - 1), insn);
    }
}

// The instructions before a bundle from the last one on that begins a chain.
std::vector<isa::SlotInsn> Code::chainBefore(std::size_t bundle) const {
    std::vector<isa::SlotInsn> out;
    auto waiting = m_waiting.rbegin();
    for (std::size_t number = bundle; number-- > 0;) {
        isa::Bundle one;
        while (waiting != m_waiting.rend() && waiting->bundle > number) ++waiting;
        if (waiting != m_waiting.rend() && waiting->bundle == number)
            for (std::size_t i = 0; i < waiting->insns; ++i)
                one.insns[one.count++] = m_waitingInsns[waiting->firstInsn + i];
        else
            (void)isa::decode(*m_spec, m_program.bundles[number], one);
        out.insert(out.begin(), one.begin(), one.end());
        for (const isa::SlotInsn& insn : one)
            if ((m_spec->insns[insn.op].effects & (isa::kBeginsChain | isa::kEndsChain)) != 0) return out;
    }
    return out;
}

bool Code::append(const Place& place, const char* from) {
    if (m_program.bundles.size() >= m_target->bundles) {
        if (!m_full)
            m_reports.add(m_reader.spotOf(from, 1), kTooManyBundles, {std::to_string(m_target->bundles)});
        m_full = true;
        return false;
    }
    m_program.bundles.emplace_back();
    m_program.places.push_back(place);
    return true;
}

bool Code::appendPlain(const isa::Bundle& bundle, const Place& place) {
    if (m_program.bundles.size() >= m_target->bundles) return false;
    m_findings.clear();
    isa::checkRules(*m_spec, bundle, m_findings);
    if (!m_findings.empty()) return false;
    isa::Bits& bits = m_program.bundles.emplace_back();
    if (isa::encode(*m_spec, bundle, bits)) {
        m_program.bundles.pop_back();
        return false;
    }
    m_program.places.push_back(place);
    return true;
}

void Code::end(const char* from, std::size_t length) {
    if (!append(m_reader.placeOf(from, length), from)) return;
    bool waits = false;
    for (std::size_t i = 0; i < m_count; ++i) {
        m_poisoned = m_poisoned || m_drafts[i].poisoned;
        waits = waits || m_drafts[i].waits;
    }
    if (m_poisoned || !chooseSlots()) return;
    sort();
    settle();
    m_findings.clear();
    isa::checkRules(*m_spec, m_bundle, m_findings);
    if (!m_findings.empty()) return reportDrafts();
    if (waits) return wait();
    if (auto finding = isa::encode(*m_spec, m_bundle, m_program.bundles.back())) {
        m_findings.push_back(*std::move(finding));
        reportDrafts();
    }
}

// What was found in the bundle that is being read, at the operands and instructions it is about.
void Code::reportDrafts() {
    std::array<Spot, isa::kMaxSlots> spots;
    for (const isa::Finding& finding : m_findings) {
        for (std::size_t i = 0; i < m_count; ++i) {
            const Draft& draft = m_drafts[m_order[i]];
            spots[i] = spotOf(draft);
            if (static_cast<int>(i) != finding.insn || finding.operand < 0) continue;
            const std::int8_t at = draft.writtenAt[static_cast<std::size_t>(finding.operand)];
            if (at < 0) continue;
            const Written& w = draft.operands[static_cast<std::size_t>(at)];
            spots[i] = m_reader.spotOf(w.at, w.length);
        }
        report(finding, std::span(spots).first(m_count), m_reader.context());
    }
}

void Code::report(const isa::Finding& finding, std::span<const Spot> insns, std::uint32_t context) {
    Spot spot{m_program.places.back(), context};
    if (finding.insn >= 0)
        spot = insns[static_cast<std::size_t>(finding.insn)];
    else if (!insns.empty())
        spot = insns.front();
    Problem problem = finding.problem;
    if (finding.other >= 0)
        problem.notes.push_back({&kNoteOther, {}, insns[static_cast<std::size_t>(finding.other)].place});
    m_reports.add(spot, std::move(problem));
}

void Code::wait() {
    Waiting waiting{static_cast<std::uint32_t>(m_program.bundles.size() - 1),
                    m_reader.context(),
                    static_cast<std::uint32_t>(m_waitingInsns.size()),
                    static_cast<std::uint32_t>(m_late.size()),
                    m_bundle.count,
                    0};
    for (std::size_t i = 0; i < m_count; ++i) {
        const Draft& draft = m_drafts[m_order[i]];
        const isa::Insn& row = m_spec->insns[draft.insn.op];
        for (std::size_t o = 0; o < row.operands.size(); ++o) {
            if (draft.writtenAt[o] < 0) continue;
            const Written& w = draft.operands[static_cast<std::size_t>(draft.writtenAt[o])];
            if (w.kind != Written::Kind::Deferred) continue;
            m_late.push_back(
                {static_cast<std::uint32_t>(m_waitingInsns.size()), static_cast<std::uint8_t>(o), w.node});
            ++waiting.late;
        }
        m_waitingInsns.push_back(m_bundle.insns[i]);
        m_waitingSpots.push_back(spotOf(draft));
    }
    m_waiting.push_back(waiting);
}

void Code::encodeWaiting() {
    for (const Waiting& w : m_waiting) {
        m_bundle.count = w.insns;
        bool good = true;
        for (std::size_t i = 0; i < w.late; ++i) {
            const Late& late = m_late[w.firstLate + i];
            isa::SlotInsn& insn = m_waitingInsns[late.insn];
            const isa::Operand& operand = m_spec->insns[insn.op].operands[late.operand];
            const auto value = m_expressions.value(late.node, When::Final);
            good =
                value && !value->poisoned() &&
                toWord(*value, operand, m_expressions.spotOf(late.node), insn.operands[late.operand].value) &&
                good;
        }
        if (!good) continue;
        for (std::size_t i = 0; i < w.insns; ++i) m_bundle.insns[i] = m_waitingInsns[w.firstInsn + i];
        if (const auto finding = isa::encode(*m_spec, m_bundle, m_program.bundles[w.bundle])) {
            std::array<Spot, isa::kMaxSlots> spots;
            for (std::size_t i = 0; i < w.insns; ++i) spots[i] = m_waitingSpots[w.firstInsn + i];
            for (std::size_t i = 0; i < w.late; ++i) { // a value that came late has a place of its own
                const Late& late = m_late[w.firstLate + i];
                if (static_cast<int>(late.insn - w.firstInsn) == finding->insn &&
                    late.operand == finding->operand)
                    spots[late.insn - w.firstInsn] = m_expressions.spotOf(late.node);
            }
            report(*finding, std::span(spots).first(w.insns), w.context);
        }
    }
    for (const Target& target : m_targets)
        if (target.bundle >= m_program.bundles.size())
            m_reports.add(target.spot, kTargetBeyond,
                          {std::to_string(static_cast<std::int32_t>(target.bundle)), // as it was written
                           std::to_string(m_program.bundles.size())});
}

void Code::pad(std::uint64_t to, const Spot& spot) {
    if (to > m_target->bundles) {
        if (!m_full) m_reports.add(spot, kTooManyBundles, {std::to_string(m_target->bundles)});
        m_full = true;
        return;
    }
    m_program.bundles.resize(to, m_lookup->emptyBits());
    m_program.places.resize(to, spot.place);
}

std::size_t Code::bytes() const {
    return m_waiting.size() * sizeof(Waiting) + m_waitingInsns.size() * sizeof(isa::SlotInsn) +
           m_waitingSpots.size() * sizeof(Spot) + m_late.size() * sizeof(Late);
}

} // namespace lw::assembler
