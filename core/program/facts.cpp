// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/facts.h"

#include "core/isa/encode.h"
#include "core/isa/operand.h"
#include "core/isa/uses.h"

#include <cstring>

namespace lw::program {
namespace {

class Collector {
  public:
    Collector(const Program& program, const isa::Spec& spec)
        : m_program(program), m_spec(spec), m_numbers(spec) {}

    ProgramFacts collect() {
        m_out.bundles.resize(m_program.bundles.size());
        m_out.mentioned.assign(m_program.bundles.size(), false);
        isa::Bundle bundle;
        for (std::size_t i = 0; i < m_program.bundles.size(); ++i)
            if (!isa::decode(m_spec, m_program.bundles[i], bundle)) add(bundle, m_out.bundles[i]);
        for (const Data& data : m_program.data)
            for (std::size_t at = 0; at + 4 <= data.bytes.size(); at += 4) {
                std::uint32_t word = 0;
                std::memcpy(&word, data.bytes.data() + at, 4);
                mention(word);
            }
        return std::move(m_out);
    }

  private:
    void mention(std::uint32_t number) {
        if (number < m_out.mentioned.size()) m_out.mentioned[number] = true;
    }

    void add(const isa::Bundle& bundle, BundleFacts& facts) {
        for (const isa::SlotInsn& s : bundle) {
            addEffects(s, facts);
            const isa::Operands& operands = m_spec.insns[s.op].operands;
            for (std::size_t i = 0; i < operands.size(); ++i)
                if (s.operands[i].kind == isa::Value::Kind::Number && operands[i].form != isa::Form::Target)
                    mention(s.operands[i].value);
        }
        isa::RegisterUses uses;
        isa::usesOf(m_spec, bundle, uses);
        for (const isa::RegisterUse& use : uses) {
            if (constant(use.file, use.number)) continue;
            const unsigned number = m_numbers.of(use.file, use.number);
            if (use.reads()) facts.reads.add(number);
            if (!use.writes()) continue;
            if (wholly(bundle, use, uses)) facts.kills.add(number);
            facts.writes.add(number);
        }
    }

    bool constant(std::int8_t file, std::uint32_t number) const {
        const std::int8_t which = m_spec.files[static_cast<std::uint8_t>(file)].constantNumber;
        return which >= 0 && number == static_cast<std::uint8_t>(which);
    }
    bool always(const isa::SlotInsn& s) const { return s.predicate == m_spec.predicateAlways; }

    // Written whatever the predicates are, in every part.
    bool wholly(const isa::Bundle& bundle, const isa::RegisterUse& use, const isa::RegisterUses& uses) const {
        const isa::SlotInsn& s = bundle.insns[use.insn];
        if (masked(s)) return false;
        if (always(s)) return true;
        for (const isa::RegisterUse& other : uses) {
            const isa::SlotInsn& o = bundle.insns[other.insn];
            if (other.writes() && other.file == use.file && other.number == use.number && !masked(o) &&
                isa::complementary(m_spec, s.predicate, o.predicate))
                return true;
        }
        return false;
    }

    // An operand "mask" that is not its default leaves parts of the destination as they were.
    bool masked(const isa::SlotInsn& s) const {
        const isa::Operands& operands = m_spec.insns[s.op].operands;
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (operands[i].form == isa::Form::Named && operands[i].name == "mask" &&
                !(s.operands[i] == isa::defaultOf(operands[i]).value))
                return true;
        return false;
    }

    void addEffects(const isa::SlotInsn& s, BundleFacts& facts) const {
        const isa::Insn& insn = m_spec.insns[s.op];
        facts.effects |= insn.effects;
        const bool push = (insn.effects & isa::kPushesResult) != 0,
                   pop = (insn.effects & isa::kPopsResult) != 0;
        if ((push || pop) && facts.queueCount < facts.queues.size())
            facts.queues[facts.queueCount++] = {insn.unit, push, !always(s)};
        if (insn.flow == isa::Flow::Next) return;
        facts.flow = insn.flow;
        facts.conditional = !always(s);
        for (std::size_t i = 0; i < insn.operands.size(); ++i) {
            const isa::Operand& operand = insn.operands[i];
            if (operand.form == isa::Form::Target && s.operands[i].kind == isa::Value::Kind::Number)
                facts.target = s.operands[i].value;
            // A predicate operand that is not the constant one decides, too.
            if (operand.file == m_spec.predicateFile && operand.file >= 0 &&
                !constant(operand.file, s.operands[i].value))
                facts.conditional = true;
        }
    }

    const Program& m_program;
    const isa::Spec& m_spec;
    RegisterNumbers m_numbers;
    ProgramFacts m_out;
};

} // namespace

ProgramFacts factsOf(const Program& program, const isa::Spec& spec) {
    return Collector(program, spec).collect();
}

} // namespace lw::program
