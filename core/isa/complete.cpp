// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/complete.h"

#include "core/isa/lookup.h"
#include "core/isa/operand.h"

#include <array>

namespace lw::isa {
namespace {

std::uint16_t borrowedBy(const Insn& insn) {
    std::uint16_t out = 0;
    for (const Operand& o : insn.operands)
        if (o.borrowsSlot >= 0) out = static_cast<std::uint16_t>(out | 1u << o.borrowsSlot);
    return out;
}

} // namespace

std::vector<Completion> completions(const Spec& spec, const Bundle& partial, std::string_view prefix) {
    std::uint16_t holding = 0, lent = 0;
    std::array<std::uint32_t, kMaxSlots> units{}; // by slot class
    bool flow = false;
    for (const SlotInsn& s : partial) {
        const Insn& insn = spec.insns[s.op];
        holding = static_cast<std::uint16_t>(holding | 1u << s.slot);
        lent = static_cast<std::uint16_t>(lent | borrowedBy(insn));
        if (spec.units[index(insn.unit)].exclusive) units[insn.slotClass] |= 1u << index(insn.unit);
        flow |= insn.flow != Flow::Next;
    }
    std::vector<Completion> out;
    for (std::size_t i = 0; i < spec.insns.size(); ++i) {
        const Insn& insn = spec.insns[i];
        const auto op = static_cast<OpId>(i);
        const auto free = static_cast<std::uint16_t>(lookupOf(spec).slotsOf(op) & ~(holding | lent));
        if (free == 0 || !insn.name.starts_with(prefix)) continue;
        if ((units[insn.slotClass] >> index(insn.unit) & 1) != 0 || (flow && insn.flow != Flow::Next))
            continue;
        if ((borrowedBy(insn) & holding) == 0) out.push_back({op, free});
    }
    return out;
}

std::string syntaxOf(const Spec& spec, OpId op) {
    const Insn& insn = spec.insns[op];
    std::string out(insn.name);
    for (std::size_t i = 0; i < insn.operands.size(); ++i) {
        const Operand& o = insn.operands[i];
        if (o.form == Form::Offset) continue;
        out += i == 0 ? " " : ", ";
        if (o.form == Form::Base) {
            out += '[';
            out += o.name;
            out += '+';
            out += insn.operands[i + 1].name;
            out += ']';
            continue;
        }
        out += o.name;
        if (!o.memory.empty()) out += " of " + std::string(o.memory);
        if (o.form != Form::Named) continue;
        out += '=';
        appendValue(spec, o, defaultOf(o).value, out);
    }
    return out;
}

} // namespace lw::isa
