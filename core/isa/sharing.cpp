// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/bundle_messages.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/isa/rules.h"
#include "core/isa/uses.h"

#include <algorithm>
#include <array>

namespace lw::isa {
namespace {

constexpr std::size_t kMost = 2 * kMaxSlots;

// Finds a slot for every instruction of two bundles;
// instructions keep their slot as long as nobody else needs it.
class Seating {
  public:
    Seating(const Spec& spec, const Bundle& first, const Bundle& second)
        : m_spec(spec), m_lookup(lookupOf(spec)) {
        m_holder.fill(-1);
        for (const Bundle* bundle : {&first, &second})
            for (const SlotInsn& s : *bundle) m_insns[m_count++] = s;
    }

    void run(Sharing& out) {
        for (std::size_t i = 0; i < m_count; ++i) {
            std::uint16_t tried = 0;
            if (!seat(i, tried)) out.obstacles.push_back(noSlot(m_insns[i]));
        }
        for (std::size_t slot = 0; slot < m_holder.size(); ++slot) {
            if (m_holder[slot] < 0) continue;
            SlotInsn& s = out.together.insns[out.together.count++];
            s = m_insns[static_cast<std::size_t>(m_holder[slot])];
            s.slot = static_cast<std::uint8_t>(slot);
        }
    }

  private:
    // Its own slot first, then a free one, then one whose holder can move.
    bool seat(std::size_t insn, std::uint16_t& tried) {
        const std::uint16_t allowed = m_lookup.slotsOf(m_insns[insn].op);
        const std::uint8_t own = m_insns[insn].slot;
        if (m_holder[own] < 0 && (allowed >> own & 1) != 0) return take(insn, own);
        for (std::size_t slot = 0; slot < m_spec.slots.size(); ++slot)
            if ((allowed >> slot & 1) != 0 && m_holder[slot] < 0) return take(insn, slot);
        for (std::size_t slot = 0; slot < m_spec.slots.size(); ++slot) {
            if ((allowed >> slot & 1) == 0 || (tried >> slot & 1) != 0) continue;
            tried = static_cast<std::uint16_t>(tried | 1u << slot);
            const auto holder = static_cast<std::size_t>(m_holder[slot]);
            if (seat(holder, tried)) return take(insn, slot);
        }
        return false;
    }
    bool take(std::size_t insn, std::size_t slot) {
        m_holder[slot] = static_cast<int>(insn);
        return true;
    }
    Problem noSlot(const SlotInsn& s) const {
        const std::uint16_t allowed = m_lookup.slotsOf(s.op);
        std::string holders;
        for (std::size_t slot = 0; slot < m_spec.slots.size(); ++slot) {
            if ((allowed >> slot & 1) == 0) continue;
            if (!holders.empty()) holders += " and ";
            holders += '\'';
            holders += m_spec.insns[m_insns[static_cast<std::size_t>(m_holder[slot])].op].name;
            holders += '\'';
        }
        return problemOf(kNoFreeSlot,
                         {std::string(m_spec.insns[s.op].name), slotsText(m_spec, allowed), holders});
    }

    const Spec& m_spec;
    const Lookup& m_lookup;
    std::array<SlotInsn, kMost> m_insns{};
    std::size_t m_count = 0;
    std::array<int, kMaxSlots> m_holder{};
};

} // namespace

std::vector<Finding> dependencies(const Spec& spec, const Bundle& first, const Bundle& second) {
    if (spec.slots.size() == 1) return {}; // they cannot become one
    std::vector<Finding> out;
    const auto add = [&out](Problem problem, std::size_t insn, std::size_t other) {
        out.push_back(
            {std::move(problem), static_cast<std::int8_t>(insn), -1, static_cast<std::int8_t>(other)});
    };
    RegisterUses before, after;
    usesOf(spec, first, before);
    usesOf(spec, second, after);
    for (const RegisterUse& a : before) {
        if (!a.writes()) continue;
        for (const RegisterUse& b : after) {
            if (a.file != b.file || a.number != b.number) continue;
            const std::string writer(spec.insns[first.insns[a.insn].op].name);
            const std::string user(spec.insns[second.insns[b.insn].op].name);
            const std::string name = registerText(spec, b.file, b.number);
            if (b.reads()) add(problemOf(kReadsOld, {user, name, writer}), b.insn, a.insn);
            if (b.writes()) add(problemOf(kWriteLost, {user, writer, name}), b.insn, a.insn);
        }
    }
    for (std::size_t i = 0; i < first.count; ++i) {
        const Insn& flow = spec.insns[first.insns[i].op];
        if (flow.flow == Flow::Next || second.count == 0) continue;
        add(problemOf(kFlowFirst, {std::string(flow.name), std::string(spec.insns[second.insns[0].op].name)}),
            0, i);
    }
    return out;
}

Sharing explainSharing(const Spec& spec, const Bundle& first, const Bundle& second) {
    Sharing out;
    Seating(spec, first, second).run(out);
    for (Finding& found : dependencies(spec, first, second)) out.warnings.push_back(std::move(found.problem));
    // Instructions that found a slot are checked as far as possible, so that one call names all obstacles.
    Bits bits;
    if (auto finding = encode(spec, out.together, bits)) out.obstacles.push_back(std::move(finding->problem));
    std::vector<Finding> broken;
    checkRules(spec, out.together, broken);
    for (Finding& f : broken) out.obstacles.push_back(std::move(f.problem));
    if (!out.possible()) out.together = {};
    return out;
}

} // namespace lw::isa
