// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/sample.h"

#include "core/base/check.h"
#include "core/isa/encode.h"
#include "core/isa/rules.h"

#include <algorithm>
#include <utility>

namespace lw::isa {
namespace {

// Puts an instruction into its empty slot, keeping the order.
Bundle with(const Bundle& bundle, const SlotInsn& insn) {
    Bundle out = bundle;
    std::uint8_t at = out.count++;
    for (; at > 0 && out.insns[at - 1].slot > insn.slot; --at) out.insns[at] = out.insns[at - 1];
    out.insns[at] = insn;
    return out;
}

bool valid(const Spec& spec, const Bundle& bundle) {
    Bits bits;
    if (encode(spec, bundle, bits)) return false;
    std::vector<Finding> broken;
    checkRules(spec, bundle, broken);
    return broken.empty();
}

} // namespace

std::uint64_t Random::next() {
    std::uint64_t z = (m_state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

Sampler::Sampler(const Spec& spec, std::uint64_t seed, SampleOptions options)
    : m_spec(spec)
    , m_lookup(lookupOf(spec))
    , m_random(seed)
    , m_options(std::move(options))
    , m_rows(spec.slots.size()) {
    for (std::size_t i = 0; i < spec.insns.size(); ++i) {
        const auto op = static_cast<OpId>(i);
        if (m_options.accept && !m_options.accept(spec.insns[i])) continue;
        for (std::size_t slot = 0; slot < spec.slots.size(); ++slot)
            if ((m_lookup.slotsOf(op) >> slot & 1) != 0) m_rows[slot].push_back(op);
    }
}

// Constants and registers occasionally come from small pools,
// so that instructions share immediates and registers.
void Sampler::newPools() {
    for (std::uint32_t& number : m_numbers) number = static_cast<std::uint32_t>(m_random.next());
    m_numbers[1] &= 0xffff;
    m_numbers[2] = m_numbers[0] & 0xffff;
    m_numbers[3] = m_numbers[0] & 0xffff0000;
    for (std::uint32_t& number : m_registers) number = static_cast<std::uint32_t>(m_random.next() >> 32);
    m_predicate = static_cast<std::uint8_t>(m_random.next());
}

std::uint32_t Sampler::registerOf(std::int8_t file) {
    const std::uint32_t count = m_spec.files[static_cast<std::size_t>(file)].count;
    return m_random.percent(40) ? m_registers[m_random.below(3)] % count : m_random.below(count);
}

Value Sampler::value(const Operand& operand, const CodeRange& range) {
    const std::uint32_t number =
        m_random.percent(60) ? m_numbers[m_random.below(4)] : static_cast<std::uint32_t>(m_random.next());
    const std::uint32_t step = m_random.below(range.count);
    switch (range.meaning) {
    case CodeMeaning::Register:
        if (operand.registerField.exists()) return {Value::Kind::Register, registerOf(operand.file)};
        return {Value::Kind::Register,
                static_cast<std::uint32_t>(range.base) + registerOf(operand.file) % range.count};
    case CodeMeaning::Value: return {Value::Kind::Number, static_cast<std::uint32_t>(range.base) + step};
    case CodeMeaning::SharedRegister: return {Value::Kind::Shared, registerOf(m_spec.sharedFile)};
    case CodeMeaning::Immediate: return {Value::Kind::Number, number & 0xffff};
    case CodeMeaning::ImmediateHigh: return {Value::Kind::Number, number & 0xffff0000};
    case CodeMeaning::ImmediatePair: return {Value::Kind::Number, number};
    }
    return {};
}

Value Sampler::value(const Operand& operand) {
    if (operand.selector != nullptr) {
        const auto codes = operand.selector->codes;
        return value(operand, codes[m_random.below(static_cast<std::uint32_t>(codes.size()))]);
    }
    if (operand.file >= 0) return {Value::Kind::Register, registerOf(operand.file)};
    const std::uint64_t mask = (std::uint64_t{1} << operand.field.width()) - 1;
    return {Value::Kind::Number, static_cast<std::uint32_t>(m_random.next() & mask)};
}

std::uint8_t Sampler::predicate(std::uint8_t slot) {
    if (!m_random.percent(m_options.predicatePercent)) return m_spec.predicateAlways;
    const unsigned width = m_spec.classes[m_spec.slots[slot].slotClass].predicate.width();
    const auto any = static_cast<std::uint8_t>(m_random.percent(50) ? m_predicate : m_random.next());
    const auto flipped = static_cast<std::uint8_t>(m_random.percent(50) ? any ^ m_spec.predicateInvert : any);
    const auto code = static_cast<std::uint8_t>(flipped & ((1u << width) - 1));
    return code == m_spec.predicateNever ? m_spec.predicateAlways : code;
}

SlotInsn Sampler::draw(OpId op, std::uint8_t slot) {
    SlotInsn out{op, slot, predicate(slot), {}};
    const Operands& operands = m_spec.insns[op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) out.operands[i] = value(operands[i]);
    return out;
}

SlotInsn Sampler::insn(OpId op) {
    newPools();
    std::vector<std::uint8_t> slots;
    for (std::size_t slot = 0; slot < m_spec.slots.size(); ++slot)
        if ((m_lookup.slotsOf(op) >> slot & 1) != 0) slots.push_back(static_cast<std::uint8_t>(slot));
    for (;;) {
        const SlotInsn out = draw(op, slots[m_random.below(static_cast<std::uint32_t>(slots.size()))]);
        if (valid(m_spec, with({}, out))) return out;
    }
}

void Sampler::fill(Bundle& bundle) {
    std::array<std::uint8_t, kMaxSlots> order{};
    const auto count = static_cast<std::uint32_t>(m_spec.slots.size());
    for (std::uint32_t i = 0; i < count; ++i) order[i] = static_cast<std::uint8_t>(i);
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[m_random.below(i)]);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& rows = m_rows[order[i]];
        if (rows.empty() || bundle.inSlot(order[i]) != nullptr || !m_random.percent(m_options.slotPercent))
            continue;
        for (int attempt = 0; attempt < 4; ++attempt) {
            const OpId op = rows[m_random.below(static_cast<std::uint32_t>(rows.size()))];
            const Bundle more = with(bundle, draw(op, order[i]));
            if (!valid(m_spec, more)) continue;
            bundle = more;
            break;
        }
    }
}

Bundle Sampler::bundle() {
    newPools();
    Bundle out;
    fill(out);
    return out;
}

Bundle Sampler::bundleWith(OpId op) {
    LW_REQUIRE(op < m_spec.insns.size(), "a sample of a row that is not there");
    Bundle out = with({}, insn(op));
    fill(out);
    return out;
}

} // namespace lw::isa
