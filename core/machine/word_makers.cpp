// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/word_makers.h"

#include "core/isa/encode.h"

#include <algorithm>

namespace lw::machine {

WordMakers::WordMakers(const program::Program& program, const isa::Spec& spec, std::int8_t file)
    : m_program(program)
    , m_spec(spec)
    , m_file(file)
    , m_makings(spec.files[static_cast<std::size_t>(file)].count) {
    for (const isa::Bits& bits : program.bundles) {
        isa::Bundle bundle;
        if (isa::decode(spec, bits, bundle)) continue;
        for (const isa::SlotInsn& insn : bundle) collect(insn);
    }
    findAlways();
    findMaybe();
}

void WordMakers::collect(const isa::SlotInsn& insn) {
    const isa::Operands& operands = m_spec.insns[insn.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].access != isa::Access::Read && operands[i].file == m_file)
            m_makings[insn.operands[i].value].push_back(makingOf(insn));
    if (const auto given = givingOf(insn)) m_givings.push_back(*given);
    if (const auto number = storedBy(insn)) m_stored.push_back(*number);
}

Making WordMakers::makingOf(const isa::SlotInsn& insn) const {
    const isa::Insn& row = m_spec.insns[insn.op];
    const isa::UnitGroup group = m_spec.units[index(row.unit)].group;
    if ((row.effects & isa::kPopsResult) != 0) return {Making::Kind::Popped, {}, row.unit};
    if (group == isa::UnitGroup::Memory) return {Making::Kind::Loaded, {}, row.unit};
    if ((row.effects & isa::kMakesFloats) != 0 || group != isa::UnitGroup::Vector)
        return {Making::Kind::Others};
    Making out{Making::Kind::Integers};
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const isa::Operand& operand = row.operands[i];
        if (operand.selector && operand.number == isa::NumberKind::Float) out.kind = Making::Kind::Moved;
        if (operand.access == isa::Access::Read && operand.file == m_file &&
            insn.operands[i].kind == isa::Value::Kind::Register)
            out.sources.push_back(static_cast<std::uint8_t>(insn.operands[i].value));
    }
    if (out.kind == Making::Kind::Moved && out.sources.empty()) out.kind = Making::Kind::Others;
    return out;
}

std::optional<std::uint8_t> WordMakers::readBy(const isa::SlotInsn& insn) const {
    const isa::Operands& operands = m_spec.insns[insn.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].access == isa::Access::Read && operands[i].file == m_file &&
            insn.operands[i].kind == isa::Value::Kind::Register)
            return static_cast<std::uint8_t>(insn.operands[i].value);
    return {};
}

std::optional<Giving> WordMakers::givingOf(const isa::SlotInsn& insn) const {
    const isa::Insn& row = m_spec.insns[insn.op];
    if ((row.effects & isa::kPushesResult) == 0) return {};
    const auto source = readBy(insn);
    if (!source) return {};
    return Giving{row.unit, (row.effects & isa::kMakesFloats) != 0, *source};
}

std::optional<std::uint8_t> WordMakers::storedBy(const isa::SlotInsn& insn) const {
    if (m_spec.units[index(m_spec.insns[insn.op].unit)].group != isa::UnitGroup::Memory) return {};
    return readBy(insn);
}

// Of several instructions that may write it, each under its predicate, the one least like integers counts.
Making WordMakers::making(std::uint32_t bundle, std::uint8_t number) const {
    Making out;
    isa::Bundle decoded;
    if (isa::decode(m_spec, m_program.bundles[bundle], decoded)) return out;
    for (const isa::SlotInsn& insn : decoded) {
        if (!writes(insn, number)) continue;
        const Making one = makingOf(insn);
        const bool isFirst = out.kind == Making::Kind::Nothing;
        out.kind = std::max(out.kind, one.kind);
        if (!isFirst && out.kind > Making::Kind::Moved) out.kind = Making::Kind::Others;
        out.sources.insert(out.sources.end(), one.sources.begin(), one.sources.end());
        out.unit = one.unit;
    }
    return out;
}

bool WordMakers::writes(const isa::SlotInsn& insn, std::uint8_t number) const {
    const isa::Operands& operands = m_spec.insns[insn.op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].access != isa::Access::Read && operands[i].file == m_file &&
            insn.operands[i].value == number)
            return true;
    return false;
}

std::optional<Giving> WordMakers::giving(std::uint32_t bundle, isa::UnitId unit) const {
    isa::Bundle decoded;
    if (isa::decode(m_spec, m_program.bundles[bundle], decoded)) return {};
    for (const isa::SlotInsn& insn : decoded)
        if (const auto given = givingOf(insn); given && given->unit == unit) return given;
    return {};
}

std::optional<std::uint8_t> WordMakers::stored(std::uint32_t bundle) const {
    isa::Bundle decoded;
    if (isa::decode(m_spec, m_program.bundles[bundle], decoded)) return {};
    for (const isa::SlotInsn& insn : decoded)
        if (const auto number = storedBy(insn)) return number;
    return {};
}

// ---- what holds wherever the program stands

bool WordMakers::keepsIntegers(const Making& making) const {
    switch (making.kind) {
    case Making::Kind::Integers: return true;
    case Making::Kind::Moved:
        return std::ranges::all_of(making.sources, [&](std::uint8_t source) { return m_always[source]; });
    case Making::Kind::Popped:
        return std::ranges::all_of(m_givings, [&](const Giving& given) {
            return given.unit != making.unit || (!given.makesFloats && m_always[given.source]);
        });
    default: return false;
    }
}

// All that anything writes, until one is found that need not hold.
void WordMakers::findAlways() {
    for (const auto& makings : m_makings) m_always.push_back(!makings.empty());
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t number = 0; number < m_makings.size(); ++number) {
            if (!m_always[number]) continue;
            m_always[number] = std::ranges::all_of(
                m_makings[number], [&](const Making& making) { return keepsIntegers(making); });
            changed = changed || !m_always[number];
        }
    }
}

bool WordMakers::mayKeepIntegers(const Making& making) const {
    switch (making.kind) {
    case Making::Kind::Integers: return true;
    case Making::Kind::Moved:
        return std::ranges::any_of(making.sources, [&](std::uint8_t source) { return m_maybe[source]; });
    case Making::Kind::Popped:
        return std::ranges::any_of(m_givings, [&](const Giving& given) {
            return given.unit == making.unit && !given.makesFloats && m_maybe[given.source];
        });
    case Making::Kind::Loaded: return m_memoryMay;
    default: return false;
    }
}

// None, until one is found that may.
void WordMakers::findMaybe() {
    m_maybe.assign(m_makings.size(), false);
    m_memoryMay = std::ranges::any_of(m_program.tensors, [](const program::NamedTensor& tensor) {
        return tensor.dtype == tensor::DType::I32 || tensor.dtype == tensor::DType::U32;
    });
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t number = 0; number < m_makings.size(); ++number) {
            if (m_maybe[number]) continue;
            m_maybe[number] = std::ranges::any_of(
                m_makings[number], [&](const Making& making) { return mayKeepIntegers(making); });
            changed = changed || m_maybe[number];
        }
        if (m_memoryMay) continue;
        m_memoryMay =
            std::ranges::any_of(m_stored, [&](std::uint8_t number) { return bool(m_maybe[number]); });
        changed = changed || m_memoryMay;
    }
}

} // namespace lw::machine
