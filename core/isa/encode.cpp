// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"

#include "core/base/check.h"
#include "core/isa/bundle_messages.h"
#include "core/isa/immediates.h"
#include "core/isa/lookup.h"
#include "core/isa/operand.h"

#include <algorithm>

namespace lw::isa {
namespace {

// Puts `value` into a field whose bits are still zero.
void put(Bits& bits, unsigned offset, unsigned width, std::uint64_t value) {
    const unsigned word = offset / 64, shift = offset % 64;
    bits.words[word] |= value << shift;
    if (shift + width > 64) bits.words[word + 1] |= value >> (64 - shift);
}

void put(Bits& bits, const Field& field, unsigned slotBase, std::uint64_t value) {
    for (const Piece& p : field.pieces) {
        if (p.width == 0) return;
        put(bits, p.absolute ? p.offset : p.offset + slotBase, p.width,
            value & ((std::uint64_t{1} << p.width) - 1));
        value >>= p.width;
    }
}

class Encoder {
  public:
    Encoder(const Spec& spec, const Bundle& bundle, Bits& out)
        : m_spec(spec), m_lookup(lookupOf(spec)), m_bundle(bundle), m_bits(out) {}

    std::optional<Finding> run();

  private:
    // Each returns whether all is well, and otherwise leaves a finding.
    bool one(std::size_t index);
    bool operand(std::size_t insn, std::size_t index);
    bool number(std::size_t insn, std::size_t index, const Operand& operand, std::uint32_t value);
    bool shared(std::size_t insn, std::size_t index, const Operand& operand, std::uint32_t number);
    bool constants();
    bool borrowed();
    [[gnu::cold]] bool misfit(std::size_t insn, std::size_t operand);
    [[gnu::cold]] bool tooManyShared(std::size_t insn, std::size_t operand);
    [[gnu::cold]] bool outOfImmediates();
    [[gnu::cold]] bool fail(Problem problem, std::size_t insn, int operand = -1, int other = -1);
    std::string_view slotName(const SlotInsn& s) const { return m_spec.slots[s.slot].name; }
    std::string_view nameOf(const SlotInsn& s) const { return m_spec.insns[s.op].name; }

    const Spec& m_spec;
    const Lookup& m_lookup;
    const Bundle& m_bundle;
    Bits& m_bits;
    ConstantNeeds m_needs;
    std::array<std::uint8_t, 8> m_shared;
    std::size_t m_sharedCount = 0;
    std::uint16_t m_borrowed = 0; // slots whose fields are lent to another
    std::optional<Finding> m_finding;
};

bool Encoder::fail(Problem problem, std::size_t insn, int operand, int other) {
    m_finding = Finding{std::move(problem), static_cast<std::int8_t>(insn), static_cast<std::int8_t>(operand),
                        static_cast<std::int8_t>(other)};
    return false;
}

bool Encoder::misfit(std::size_t insn, std::size_t operand) {
    const SlotInsn& s = m_bundle.insns[insn];
    const Operand& o = m_spec.insns[s.op].operands[operand];
    return fail(problemOf(kDoesNotFit, {valueText(m_spec, o, s.operands[operand]), std::string(o.name),
                                        std::string(nameOf(s)), takesText(m_spec, o)}),
                insn, static_cast<int>(operand));
}

bool Encoder::tooManyShared(std::size_t insn, std::size_t operand) {
    std::string names;
    std::vector<std::uint32_t> seen;
    for (const SlotInsn& s : m_bundle)
        for (std::size_t i = 0; i < m_spec.insns[s.op].operands.size(); ++i) {
            const Value& v = s.operands[i];
            if (v.kind != Value::Kind::Shared || std::find(seen.begin(), seen.end(), v.value) != seen.end())
                continue;
            seen.push_back(v.value);
            if (!names.empty()) names += ", ";
            names += registerText(m_spec, m_spec.sharedFile, v.value);
        }
    return fail(problemOf(kTooManyShared, {std::to_string(m_spec.sharedRegisters.size()), names}), insn,
                static_cast<int>(operand));
}

bool Encoder::outOfImmediates() {
    std::string list;
    std::vector<std::string> seen;
    for (const ConstantNeed& need : m_needs) {
        const SlotInsn& s = m_bundle.insns[need.insn];
        const Operand& o = m_spec.insns[s.op].operands[need.operand];
        std::string text = valueText(m_spec, o, s.operands[need.operand]);
        text += " (";
        text += nameOf(s);
        text += " in ";
        text += slotName(s);
        text += need.pair ? ", a pair)" : ")";
        if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
        if (!list.empty()) list += ", ";
        list += text;
        seen.push_back(std::move(text));
    }
    const ConstantNeed& last = m_needs.items[m_needs.count - 1];
    return fail(problemOf(kOutOfImmediates, {std::to_string(m_spec.immediates.size()), list}), last.insn,
                last.operand);
}

bool Encoder::shared(std::size_t insn, std::size_t index, const Operand& operand, std::uint32_t number) {
    if (operand.selector == nullptr || m_spec.sharedFile < 0 ||
        number >= m_spec.files[static_cast<std::size_t>(m_spec.sharedFile)].count)
        return misfit(insn, index);
    for (const CodeRange& range : operand.selector->codes) {
        if (range.meaning != CodeMeaning::SharedRegister) continue;
        std::size_t which = 0;
        while (which < m_sharedCount && m_shared[which] != number) ++which;
        const std::size_t first = static_cast<std::size_t>(range.base);
        if (which < first || which >= first + range.count) return tooManyShared(insn, index);
        if (which == m_sharedCount) {
            m_shared[m_sharedCount++] = static_cast<std::uint8_t>(number);
            put(m_bits, m_spec.sharedRegisters[which], 0, number);
        }
        put(m_bits, operand.field, m_spec.slots[m_bundle.insns[insn].slot].base, range.first + which - first);
        return true;
    }
    return misfit(insn, index);
}

bool Encoder::number(std::size_t insn, std::size_t index, const Operand& operand, std::uint32_t value) {
    const unsigned base = m_spec.slots[m_bundle.insns[insn].slot].base;
    if (operand.selector == nullptr) {
        if (operand.file >= 0 || (std::uint64_t{value} >> operand.field.width()) != 0)
            return misfit(insn, index);
        put(m_bits, operand.field, base, value);
        return true;
    }
    const CodeRange* single = nullptr;
    const CodeRange* pair = nullptr;
    for (const CodeRange& range : operand.selector->codes) {
        if (range.meaning == CodeMeaning::Value) {
            const std::uint32_t step = value - static_cast<std::uint32_t>(range.base);
            if (step >= range.count) continue;
            put(m_bits, operand.field, base, range.first + step);
            return true;
        }
        const bool isSingle = (range.meaning == CodeMeaning::Immediate && value <= 0xffff) ||
                              (range.meaning == CodeMeaning::ImmediateHigh && (value & 0xffff) == 0);
        if (isSingle && single == nullptr) single = &range;
        if (range.meaning == CodeMeaning::ImmediatePair) pair = &range;
    }
    const CodeRange* chosen = single != nullptr ? single : pair;
    if (chosen == nullptr) return misfit(insn, index);
    ConstantNeed& need = m_needs.items[m_needs.count++];
    need.value = chosen->meaning == CodeMeaning::ImmediateHigh ? value >> 16 : value;
    need.pair = chosen == pair;
    need.first = static_cast<std::uint8_t>(chosen->base);
    need.end = static_cast<std::uint8_t>(chosen->base + chosen->count);
    need.insn = static_cast<std::uint8_t>(insn);
    need.operand = static_cast<std::uint8_t>(index);
    need.codeOfFirst = chosen->first;
    return true;
}

bool Encoder::operand(std::size_t insn, std::size_t index) {
    const SlotInsn& s = m_bundle.insns[insn];
    const Operand& o = m_spec.insns[s.op].operands[index];
    const Value& v = s.operands[index];
    if (o.borrowsSlot >= 0) m_borrowed = static_cast<std::uint16_t>(m_borrowed | 1u << o.borrowsSlot);
    if (v.kind == Value::Kind::Number) return number(insn, index, o, v.value);
    if (v.kind == Value::Kind::Shared) return shared(insn, index, o, v.value);
    if (o.file < 0) return misfit(insn, index);
    const RegisterFile& file = m_spec.files[static_cast<std::size_t>(o.file)];
    if (v.value >= file.count)
        return fail(problemOf(kNoSuchRegister, {registerText(m_spec, o.file, v.value),
                                                std::string(file.title), registerText(m_spec, o.file, 0),
                                                registerText(m_spec, o.file, file.count - 1u)}),
                    insn, static_cast<int>(index));
    const unsigned base = m_spec.slots[s.slot].base;
    if (o.selector == nullptr) {
        put(m_bits, o.field, base, v.value);
        return true;
    }
    for (const CodeRange& range : o.selector->codes) {
        if (range.meaning != CodeMeaning::Register) continue;
        if (o.registerField.exists()) {
            put(m_bits, o.field, base, range.first);
            put(m_bits, o.registerField, base, v.value);
            return true;
        }
        const std::uint32_t step = v.value - static_cast<std::uint32_t>(range.base);
        if (step >= range.count) continue;
        put(m_bits, o.field, base, range.first + step);
        return true;
    }
    return misfit(insn, index);
}

bool Encoder::one(std::size_t index) {
    const SlotInsn& s = m_bundle.insns[index];
    LW_REQUIRE(s.op < m_spec.insns.size() && s.slot < m_spec.slots.size(),
               "a bundle names a row or a slot that is not there");
    const Insn& insn = m_spec.insns[s.op];
    const Slot& slot = m_spec.slots[s.slot];
    if (insn.slotClass != slot.slotClass)
        return fail(problemOf(kWrongSlot, {std::string(insn.name), std::string(slot.name),
                                           slotsText(m_spec, m_lookup.slotsOf(s.op))}),
                    index);
    if (index > 0 && m_bundle.insns[index - 1].slot >= s.slot)
        return fail(
            problemOf(kSlotTaken, {std::string(slot.name), std::string(nameOf(m_bundle.insns[index - 1])),
                                   std::string(insn.name)}),
            index, -1, static_cast<int>(index - 1));
    if (s.predicate == m_spec.predicateNever)
        return fail(problemOf(kNeverPredicate, {std::string(insn.name), std::string(slot.name)}), index);
    const SlotClass& slotClass = m_spec.classes[slot.slotClass];
    LW_REQUIRE(s.predicate >> slotClass.predicate.width() == 0, "a predicate is wider than its field");
    put(m_bits, slotClass.opcode, slot.base, insn.code);
    set(m_bits, slotClass.predicate, slot.base, s.predicate);
    for (std::size_t i = 0; i < insn.operands.size(); ++i)
        if (!operand(index, i)) return false;
    return true;
}

bool Encoder::constants() {
    Immediates immediates(m_spec.immediates.size());
    if (!immediates.place(m_needs)) return outOfImmediates();
    for (std::size_t i = 0; i < m_spec.immediates.size(); ++i)
        if (immediates.used(i)) put(m_bits, m_spec.immediates[i], 0, immediates.value(i));
    for (const ConstantNeed& need : m_needs) {
        const SlotInsn& s = m_bundle.insns[need.insn];
        put(m_bits, m_spec.insns[s.op].operands[need.operand].field, m_spec.slots[s.slot].base,
            0u + need.codeOfFirst + need.placed - need.first);
    }
    return true;
}

bool Encoder::borrowed() {
    for (std::size_t i = 0; i < m_bundle.count; ++i) {
        const SlotInsn& holder = m_bundle.insns[i];
        if ((m_borrowed >> holder.slot & 1) == 0) continue;
        for (std::size_t j = 0; j < m_bundle.count; ++j) {
            const SlotInsn& s = m_bundle.insns[j];
            for (const Operand& o : m_spec.insns[s.op].operands)
                if (o.borrowsSlot == static_cast<std::int8_t>(holder.slot))
                    return fail(problemOf(kBorrowedSlot,
                                          {std::string(nameOf(s)), std::string(slotName(s)),
                                           std::string(slotName(holder)), std::string(nameOf(holder))}),
                                j, -1, static_cast<int>(i));
        }
    }
    return true;
}

std::optional<Finding> Encoder::run() {
    m_bits = m_lookup.emptyBits();
    bool good = true;
    for (std::size_t i = 0; good && i < m_bundle.count; ++i) good = one(i);
    if (good && m_borrowed != 0) good = borrowed();
    if (good && m_needs.count != 0) good = constants();
    return std::move(m_finding);
}

} // namespace

std::optional<Finding> encode(const Spec& spec, const Bundle& bundle, Bits& out) {
    return Encoder(spec, bundle, out).run();
}

} // namespace lw::isa
