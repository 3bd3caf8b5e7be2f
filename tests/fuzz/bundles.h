// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"
#include "core/isa/lookup.h"
#include "core/isa/rules.h"
#include "tests/fuzz/input.h"

#include <vector>

// Bundles of any chip read from any bytes.
// Random bits hardly ever are a bundle; read this way most are.
namespace lw::fuzz {

inline isa::Value operandFrom(const isa::Spec& spec, const isa::Operand& operand, Numbers& numbers) {
    using Kind = isa::Value::Kind;
    const std::uint8_t choice = numbers.byte();
    if (operand.selector == nullptr) {
        if (operand.file < 0) return {Kind::Number, numbers.byte()};
        const auto count = spec.files[static_cast<std::size_t>(operand.file)].count;
        return {Kind::Register, static_cast<std::uint32_t>(choice % count)};
    }
    const auto codes = operand.selector->codes;
    const isa::CodeRange& range = codes[choice % codes.size()];
    switch (range.meaning) {
    case isa::CodeMeaning::Register: {
        const unsigned count = operand.registerField.exists()
                                   ? spec.files[static_cast<std::size_t>(operand.file)].count
                                   : range.count;
        return {Kind::Register, static_cast<std::uint32_t>(range.base) + numbers.byte() % count};
    }
    case isa::CodeMeaning::SharedRegister:
        return {Kind::Shared,
                static_cast<std::uint32_t>(numbers.byte() %
                                           spec.files[static_cast<std::size_t>(spec.sharedFile)].count)};
    case isa::CodeMeaning::Value:
        return {Kind::Number, static_cast<std::uint32_t>(range.base + numbers.byte() % range.count)};
    case isa::CodeMeaning::Immediate: return {Kind::Number, numbers.word() & 0xff};
    case isa::CodeMeaning::ImmediateHigh: return {Kind::Number, numbers.word() & 0xffff0000};
    case isa::CodeMeaning::ImmediatePair: break;
    }
    return {Kind::Number, numbers.word()};
}

// Any instructions in any slots; it may break rules or need more immediates than there are.
inline isa::Bundle bundleFrom(const isa::Spec& spec, Numbers& numbers) {
    isa::Bundle bundle;
    const unsigned present = numbers.byte() | static_cast<unsigned>(numbers.byte()) << 8;
    for (std::uint8_t slot = 0; slot < spec.slots.size(); ++slot) {
        if ((present >> slot & 1) == 0) continue;
        const isa::OpId op = isa::lookupOf(spec).opWithCode(spec.slots[slot].slotClass, numbers.byte());
        if (op == isa::kNoOp) continue;
        isa::SlotInsn insn{op, slot, spec.predicateAlways, {}};
        const std::uint8_t predicate = numbers.byte();
        const unsigned width = spec.classes[spec.slots[slot].slotClass].predicate.width();
        const auto code = static_cast<std::uint8_t>(predicate & ((1u << width) - 1));
        if (predicate >= 0x80 && code != spec.predicateNever) insn.predicate = code;
        const isa::Operands& operands = spec.insns[op].operands;
        for (std::size_t i = 0; i < operands.size(); ++i)
            insn.operands[i] = operandFrom(spec, operands[i], numbers);
        bundle.insns[bundle.count++] = insn;
    }
    return bundle;
}

} // namespace lw::fuzz
