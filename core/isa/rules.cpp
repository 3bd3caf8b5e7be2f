// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/rules.h"

#include "core/isa/bundle_messages.h"
#include "core/isa/check.h"
#include "core/isa/lookup.h"
#include "core/isa/uses.h"

#include <bit>

namespace lw::isa {
namespace {

using Arguments = std::vector<std::string>;

std::string mnemonic(const Spec& spec, const SlotInsn& s) { return std::string(spec.insns[s.op].name); }
std::string slotOf(const Spec& spec, const SlotInsn& s) { return std::string(spec.slots[s.slot].name); }

Finding finding(const Message& message, Arguments arguments, std::size_t insn, int operand = -1,
                int other = -1) {
    return {problemOf(message, std::move(arguments)), static_cast<std::int8_t>(insn),
            static_cast<std::int8_t>(operand), static_cast<std::int8_t>(other)};
}

// Whether anything at all can be wrong: a few bit sets answer that for the common case.
bool suspicious(const Spec& spec, const Bundle& bundle) {
    std::array<std::uint64_t, kMaxFiles> written{};
    std::array<std::uint32_t, kMaxSlots> units{}; // by slot class
    bool flow = false, bad = false;
    for (const SlotInsn& s : bundle) {
        const Insn& insn = spec.insns[s.op];
        bad |= insn.onlySlots != 0 && (insn.onlySlots >> s.slot & 1) == 0;
        if (spec.units[index(insn.unit)].exclusive) {
            bad |= (units[insn.slotClass] >> index(insn.unit) & 1) != 0;
            units[insn.slotClass] |= 1u << index(insn.unit);
        }
        if (insn.flow != Flow::Next) {
            bad |= flow;
            flow = true;
        }
        for (std::size_t i = 0; i < insn.operands.size(); ++i) {
            const Operand& o = insn.operands[i];
            if (o.access == Access::Read || s.operands[i].kind != Value::Kind::Register) continue;
            const auto file = static_cast<std::uint8_t>(o.file);
            const std::uint64_t bit = std::uint64_t{1} << (s.operands[i].value & 63);
            bad |= (written[file] & bit) != 0;
            bad |= spec.files[file].constantNumber == static_cast<int>(s.operands[i].value);
            written[file] |= bit;
        }
    }
    return bad;
}

void checkWriters(const Spec& spec, const Bundle& bundle, std::vector<Finding>& out) {
    RegisterUses uses;
    usesOf(spec, bundle, uses);
    for (const RegisterUse& b : uses) {
        if (!b.writes()) continue;
        const SlotInsn& second = bundle.insns[b.insn];
        const std::string name = registerText(spec, b.file, b.number);
        if (int{b.number} == spec.files[static_cast<std::uint8_t>(b.file)].constantNumber)
            out.push_back(finding(kConstantRegister, {name, mnemonic(spec, second)}, b.insn, b.operand));
        for (const RegisterUse* a = uses.begin(); a != &b; ++a) {
            if (!a->writes() || a->file != b.file || a->number != b.number) continue;
            const SlotInsn& first = bundle.insns[a->insn];
            if (complementary(spec, first.predicate, second.predicate)) continue;
            out.push_back(finding(kTwoWriters,
                                  {name, mnemonic(spec, first), slotOf(spec, first), mnemonic(spec, second),
                                   slotOf(spec, second)},
                                  b.insn, b.operand, a->insn));
        }
    }
}

void checkPair(const Spec& spec, const Bundle& bundle, std::size_t i, std::size_t j,
               std::vector<Finding>& out) {
    const SlotInsn &first = bundle.insns[i], &second = bundle.insns[j];
    const Insn &a = spec.insns[first.op], &b = spec.insns[second.op];
    const Unit& unit = spec.units[index(a.unit)];
    if (a.flow != Flow::Next && b.flow != Flow::Next)
        out.push_back(finding(
            kTwoBranches,
            {mnemonic(spec, first), slotOf(spec, first), mnemonic(spec, second), slotOf(spec, second)}, j, -1,
            static_cast<int>(i)));
    else if (a.slotClass == b.slotClass && a.unit == b.unit && unit.exclusive)
        out.push_back(finding(kExclusiveUnit,
                              {std::string(unit.title), mnemonic(spec, first), slotOf(spec, first),
                               mnemonic(spec, second), slotOf(spec, second)},
                              j, -1, static_cast<int>(i)));
}

} // namespace

void checkRules(const Spec& spec, const Bundle& bundle, std::vector<Finding>& out) {
    if (!suspicious(spec, bundle)) [[likely]]
        return;
    for (std::size_t j = 0; j < bundle.count; ++j) {
        const SlotInsn& s = bundle.insns[j];
        const std::uint16_t only = spec.insns[s.op].onlySlots;
        if (only != 0 && (only >> s.slot & 1) == 0)
            out.push_back(
                finding(kOnlySlots, {mnemonic(spec, s), slotsText(spec, only), slotOf(spec, s)}, j));
        for (std::size_t i = 0; i < j; ++i) checkPair(spec, bundle, i, j, out);
    }
    checkWriters(spec, bundle, out);
}

} // namespace lw::isa
