// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"

#include "core/isa/bundle_messages.h"
#include "core/isa/lookup.h"

#include <bit>

namespace lw::isa {
namespace {

std::uint64_t take(const Bits& bits, const Field& field, unsigned slotBase) {
    const Piece& first = field.pieces[0];
    if (field.pieces[1].width == 0)
        return bits.get(first.absolute ? first.offset : first.offset + slotBase, first.width);
    return get(bits, field, slotBase);
}

class Decoder {
  public:
    Decoder(const Spec& spec, const Bits& bits, Bundle& out)
        : m_spec(spec), m_lookup(lookupOf(spec)), m_bits(bits), m_out(out) {}

    std::optional<Finding> run();

  private:
    bool slot(std::size_t index);
    bool operand(SlotInsn& s, std::size_t index);
    bool coded(SlotInsn& s, std::size_t index, const Operand& operand, std::uint64_t code);
    std::uint32_t immediate(std::size_t index) const {
        return static_cast<std::uint32_t>(take(m_bits, m_spec.immediates[index], 0));
    }
    [[gnu::cold]] bool fail(Problem problem);
    [[gnu::cold]] bool badRegister(std::int8_t file, std::uint32_t number);
    [[gnu::cold]] std::optional<Finding> notCanonical(const Bits& canonical) const;

    const Spec& m_spec;
    const Lookup& m_lookup;
    const Bits& m_bits;
    Bundle& m_out;
    std::optional<Finding> m_finding;
};

bool Decoder::fail(Problem problem) {
    m_finding = Finding{std::move(problem), -1, -1, -1};
    return false;
}

bool Decoder::badRegister(std::int8_t file, std::uint32_t number) {
    const RegisterFile& f = m_spec.files[static_cast<std::size_t>(file)];
    return fail(problemOf(kNoSuchRegister,
                          {registerText(m_spec, file, number), std::string(f.title),
                           registerText(m_spec, file, 0), registerText(m_spec, file, f.count - 1u)}));
}

bool Decoder::coded(SlotInsn& s, std::size_t index, const Operand& operand, std::uint64_t code) {
    Value& v = s.operands[index];
    for (const CodeRange& range : operand.selector->codes) {
        if (code < range.first || code >= 0u + range.first + range.count) continue;
        const std::uint32_t number =
            static_cast<std::uint32_t>(range.base) + static_cast<std::uint32_t>(code - range.first);
        switch (range.meaning) {
        case CodeMeaning::Register:
            v = {Value::Kind::Register, number};
            if (operand.registerField.exists())
                v.value = static_cast<std::uint32_t>(
                    take(m_bits, operand.registerField, m_spec.slots[s.slot].base));
            return v.value < m_spec.files[static_cast<std::size_t>(operand.file)].count ||
                   badRegister(operand.file, v.value);
        case CodeMeaning::Value: v.value = number; return true;
        case CodeMeaning::SharedRegister:
            v = {Value::Kind::Shared,
                 static_cast<std::uint32_t>(take(m_bits, m_spec.sharedRegisters[number], 0))};
            return v.value < m_spec.files[static_cast<std::size_t>(m_spec.sharedFile)].count ||
                   badRegister(m_spec.sharedFile, v.value);
        case CodeMeaning::Immediate: v.value = immediate(number); return true;
        case CodeMeaning::ImmediateHigh: v.value = immediate(number) << 16; return true;
        case CodeMeaning::ImmediatePair:
            v.value = immediate(std::size_t{2} * number) | immediate(std::size_t{2} * number + 1) << 16;
            return true;
        }
    }
    return fail(
        problemOf(kUnknownOperandCode, {std::string(operand.name), std::string(m_spec.insns[s.op].name),
                                        std::string(m_spec.slots[s.slot].name), std::to_string(code)}));
}

bool Decoder::operand(SlotInsn& s, std::size_t index) {
    const Operand& o = m_spec.insns[s.op].operands[index];
    const std::uint64_t code = take(m_bits, o.field, m_spec.slots[s.slot].base);
    if (o.selector != nullptr) return coded(s, index, o, code);
    s.operands[index] = {o.file >= 0 ? Value::Kind::Register : Value::Kind::Number,
                         static_cast<std::uint32_t>(code)};
    if (o.file >= 0 && code >= m_spec.files[static_cast<std::size_t>(o.file)].count)
        return badRegister(o.file, static_cast<std::uint32_t>(code));
    return true;
}

bool Decoder::slot(std::size_t index) {
    const Slot& place = m_spec.slots[index];
    const SlotClass& slotClass = m_spec.classes[place.slotClass];
    const std::uint64_t predicate = take(m_bits, slotClass.predicate, place.base);
    if (predicate == m_spec.predicateNever) return true;
    const std::uint64_t code = take(m_bits, slotClass.opcode, place.base);
    SlotInsn& s = m_out.insns[m_out.count];
    s = {m_lookup.opWithCode(place.slotClass, code),
         static_cast<std::uint8_t>(index),
         static_cast<std::uint8_t>(predicate),
         {}};
    if (s.op == kNoOp) return fail(problemOf(kUnknownCode, {std::string(place.name), std::to_string(code)}));
    ++m_out.count;
    for (std::size_t i = 0; i < m_spec.insns[s.op].operands.size(); ++i)
        if (!operand(s, i)) return false;
    return true;
}

std::optional<Finding> Decoder::notCanonical(const Bits& canonical) const {
    unsigned bit = 0;
    for (std::size_t word = 0; word < m_bits.words.size(); ++word) {
        const std::uint64_t differ = m_bits.words[word] ^ canonical.words[word];
        if (differ == 0) continue;
        bit = static_cast<unsigned>(64 * word) + static_cast<unsigned>(std::countr_zero(differ));
        break;
    }
    std::string why = "bits that nothing uses are zero";
    for (std::size_t i = 0; i < m_spec.slots.size(); ++i) {
        const Slot& s = m_spec.slots[i];
        if (bit < s.base || bit >= 0u + s.base + s.width) continue;
        why = m_out.inSlot(static_cast<std::uint8_t>(i)) == nullptr
                  ? "an empty slot is zero but for its predicate"
                  : "operands take the cheapest code and the lowest shared field, and unused bits are zero";
    }
    for (const auto& fields : {m_spec.sharedRegisters, m_spec.immediates})
        for (const Field& field : fields)
            if (bit >= field.pieces[0].offset && bit < 0u + field.pieces[0].offset + field.pieces[0].width)
                why = "shared fields are filled in order, each value once, and unused ones are zero";
    return Finding{problemOf(kNotCanonical,
                             {std::to_string(bit), bitText(m_spec, bit), std::to_string(m_bits.get(bit, 1)),
                              std::to_string(canonical.get(bit, 1)), why}),
                   -1, -1, -1};
}

std::optional<Finding> Decoder::run() {
    m_out.count = 0;
    for (std::size_t i = 0; i < m_spec.slots.size(); ++i)
        if (!slot(i)) return std::move(m_finding);
    Bits canonical;
    if (auto finding = encode(m_spec, m_out, canonical)) return finding;
    if (!(canonical == m_bits)) return notCanonical(canonical);
    return std::nullopt;
}

bool covers(const Field& field, unsigned slotBase, unsigned bit) {
    for (const Piece& p : field.pieces) {
        const unsigned first = p.absolute ? p.offset : p.offset + slotBase;
        if (bit >= first && bit < first + p.width) return true;
    }
    return false;
}

} // namespace

std::optional<Finding> decode(const Spec& spec, const Bits& bits, Bundle& out) {
    return Decoder(spec, bits, out).run();
}

std::string bitText(const Spec& spec, unsigned bit) {
    for (std::size_t i = 0; i < spec.sharedRegisters.size(); ++i)
        if (covers(spec.sharedRegisters[i], 0, bit)) return "vs" + std::to_string(i);
    for (std::size_t i = 0; i < spec.immediates.size(); ++i)
        if (covers(spec.immediates[i], 0, bit)) return "imm" + std::to_string(i);
    for (const Slot& slot : spec.slots) {
        const SlotClass& slotClass = spec.classes[slot.slotClass];
        if (covers(slotClass.predicate, slot.base, bit))
            return "slot " + std::string(slot.name) + ", predicate";
        if (covers(slotClass.opcode, slot.base, bit))
            return "slot " + std::string(slot.name) + ", operation code";
        if (bit >= slot.base && bit < 0u + slot.base + slot.width)
            return "slot " + std::string(slot.name) + ", operands";
    }
    for (const Slot& slot : spec.slots)
        for (const Insn& insn : spec.insns)
            for (const Operand& o : insn.operands)
                if (insn.slotClass == slot.slotClass && covers(o.field, slot.base, bit))
                    return "slot " + std::string(slot.name) + ", operands";
    return bit < spec.bundleBits ? "reserved" : "beyond the bundle";
}

} // namespace lw::isa
