// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/print.h"

#include "core/isa/operand.h"

namespace lw::isa {
namespace {

class Printer {
  public:
    Printer(const Spec& spec, std::string& out, const NameNumber& names)
        : m_spec(spec), m_out(out), m_names(names) {}

    void one(const SlotInsn& s);

  private:
    void predicate(std::uint8_t code);
    void operand(const SlotInsn& s, std::size_t index, bool& any);
    void address(const SlotInsn& s, std::size_t base, std::size_t offset);
    void value(const SlotInsn& s, std::size_t index);
    void separate(bool& any) {
        m_out += any ? ", " : " ";
        any = true;
    }

    const Spec& m_spec;
    std::string& m_out;
    const NameNumber& m_names;
};

void Printer::predicate(std::uint8_t code) {
    if (code == m_spec.predicateAlways) return;
    m_out += (code & m_spec.predicateInvert) != 0 ? "@!" : "@";
    m_out += m_spec.files[static_cast<std::size_t>(m_spec.predicateFile)].prefix;
    appendNumber(NumberKind::Integer, static_cast<std::uint32_t>(code & ~m_spec.predicateInvert), m_out);
    m_out += ' ';
}

void Printer::value(const SlotInsn& s, std::size_t index) {
    const Value& v = s.operands[index];
    if (v.kind == Value::Kind::Number && m_names && m_names(s, index, v.value, m_out)) return;
    appendValue(m_spec, m_spec.insns[s.op].operands[index], v, m_out);
}

// [base+offset]; a part that is 0 is left out, but not both.
void Printer::address(const SlotInsn& s, std::size_t base, std::size_t offset) {
    const Value zero{};
    const bool hasBase = !(s.operands[base] == zero), hasOffset = !(s.operands[offset] == zero);
    m_out += '[';
    if (hasBase) value(s, base);
    if (hasBase && hasOffset) m_out += '+';
    if (hasOffset || !hasBase) value(s, offset);
    m_out += ']';
}

void Printer::operand(const SlotInsn& s, std::size_t index, bool& any) {
    const Operands& operands = m_spec.insns[s.op].operands;
    const Operand& o = operands[index];
    if (o.form == Form::Base) {
        separate(any);
        return address(s, index, index + 1);
    }
    if (o.form == Form::Named) {
        if (s.operands[index] == defaultOf(o).value) return;
        separate(any);
        m_out += o.name;
        m_out += '=';
        return value(s, index);
    }
    separate(any);
    value(s, index);
}

void Printer::one(const SlotInsn& s) {
    const Insn& insn = m_spec.insns[s.op];
    m_out += m_spec.slots[s.slot].name;
    m_out += ": ";
    predicate(s.predicate);
    m_out += insn.name;
    bool any = false;
    for (std::size_t i = 0; i < insn.operands.size(); ++i)
        if (insn.operands[i].form != Form::Offset) operand(s, i, any);
}

} // namespace

void print(const Spec& spec, const Bundle& bundle, std::string& out, const NameNumber& names) {
    Printer printer(spec, out, names);
    out += '{';
    for (std::uint8_t i = 0; i < bundle.count; ++i) {
        out += i == 0 ? " " : " ; ";
        printer.one(bundle.insns[i]);
    }
    out += " }";
}

void print(const Spec& spec, const SlotInsn& insn, std::string& out, const NameNumber& names) {
    Printer(spec, out, names).one(insn);
}

} // namespace lw::isa
