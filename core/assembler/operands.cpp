// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/code.h"
#include "core/assembler/messages.h"
#include "core/base/closest_word.h"
#include "core/isa/bundle_messages.h"
#include "core/isa/complete.h"
#include "core/isa/operand.h"

// Binding what is written to the operands of a row.
namespace lw::assembler {

namespace {

Written::Form formOf(const isa::Operand& operand) {
    switch (operand.form) {
    case isa::Form::Base: return Written::Form::Base;
    case isa::Form::Offset: return Written::Form::Offset;
    case isa::Form::Named: return Written::Form::Named;
    default: return Written::Form::Plain;
    }
}

} // namespace

bool Code::kindFits(const Written& w, const isa::Operand& o, const Accepts& accepts) const {
    switch (w.kind) {
    case Written::Kind::Register:
        return (accepts.reg && w.file == o.file) || (accepts.shared && w.file == m_spec->sharedFile);
    case Written::Kind::Missing: return accepts.number;
    case Written::Kind::Poison: return true;
    default: return accepts.number;
    }
}

// The written operand that belongs to this one; `next` goes on after it. Null: it was left out.
const Written* Code::written(const Draft& draft, const isa::Operand& operand, std::size_t& next) const {
    if (operand.form == isa::Form::Named) {
        for (std::size_t i = 0; i < draft.count; ++i)
            if (draft.operands[i].form == Written::Form::Named && draft.operands[i].name == operand.name)
                return &draft.operands[i];
        return nullptr;
    }
    while (next < draft.count && draft.operands[next].form == Written::Form::Named) ++next;
    if (next >= draft.count || draft.operands[next].form != formOf(operand)) return nullptr;
    return &draft.operands[next++];
}

// Whether number and kinds of the operands are those of the row, without a report.
bool Code::fits(const Draft& draft, isa::OpId op) const {
    const isa::Insn& row = m_spec->insns[op];
    std::size_t next = 0;
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const Written* w = written(draft, row.operands[i], next);
        if (w ? !kindFits(*w, row.operands[i], m_accepts[op][i]) : row.operands[i].form != isa::Form::Named)
            return false;
    }
    while (next < draft.count && draft.operands[next].form == Written::Form::Named) ++next;
    return next == draft.count;
}

bool Code::toWord(Number value, const isa::Operand& operand, const Spot& spot, std::uint32_t& word) {
    const bool isFloat = operand.number == isa::NumberKind::Float;
    const auto out = isFloat ? floatWord(value) : integerWord(value);
    if (!out) {
        if (value.isReal())
            m_reports.add(spot, isFloat ? kBeyondFloat : kNeedsInteger, {textOf(value)});
        else
            m_reports.add(spot, isFloat ? kNotAFloat : kNotAWord, {textOf(value)});
        return false;
    }
    word = *out;
    if (operand.form == isa::Form::Target && word >= m_program.bundles.size())
        m_targets.push_back({word, spot});
    return true;
}

bool Code::bindDefault(Draft& draft, const isa::Insn& row, std::size_t index) {
    const isa::Operand& operand = row.operands[index];
    isa::Value& value = draft.insn.operands[index];
    value = {};
    if (operand.selector && operand.selector->codes[0].first == 0 &&
        operand.selector->codes[0].meaning == isa::CodeMeaning::Value)
        value.value = static_cast<std::uint32_t>(operand.selector->codes[0].base);
    return true;
}

bool Code::bindOperand(Draft& draft, const isa::Insn& row, std::size_t index, const Written& w) {
    const isa::Operand& operand = row.operands[index];
    if (!kindFits(w, operand, m_accepts[draft.insn.op][index])) {
        reportKind(draft, row, operand, w);
        return false;
    }
    isa::Value& value = draft.insn.operands[index];
    switch (w.kind) {
    case Written::Kind::Missing: return bindDefault(draft, row, index);
    case Written::Kind::Poison: return false;
    case Written::Kind::Deferred: value = {}; return true;
    case Written::Kind::Register:
        value.kind = w.file == operand.file && m_accepts[draft.insn.op][index].reg
                         ? isa::Value::Kind::Register
                         : isa::Value::Kind::Shared;
        value.value = w.number;
        return true;
    case Written::Kind::Number: break;
    }
    value.kind = isa::Value::Kind::Number;
    if (operand.number == isa::NumberKind::Integer && operand.form != isa::Form::Target) { // nearly all
        if (const auto word = integerWord(w.value)) {
            value.value = *word;
            return true;
        }
    }
    return toWord(w.value, operand, m_reader.spotOf(w.at, w.length), value.value);
}

bool Code::bind(Draft& draft, isa::OpId op) {
    const isa::Insn& row = m_spec->insns[op];
    draft.insn.op = op;
    std::size_t next = 0;
    bool good = true;
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const Written* w = written(draft, row.operands[i], next);
        draft.writtenAt[i] = w ? static_cast<std::int8_t>(w - draft.operands.data()) : std::int8_t{-1};
        if (w) {
            good = bindOperand(draft, row, i, *w) && good;
        } else if (row.operands[i].form == isa::Form::Named) {
            bindDefault(draft, row, i);
        } else {
            if (good) reportCount(draft, row);
            return false;
        }
    }
    for (std::size_t i = row.operands.size(); i < isa::kMaxOperands; ++i) draft.insn.operands[i] = {};
    return checkLeftOver(draft, row, next) && good;
}

// Nothing may be left, and every named operand must have been asked for once.
bool Code::checkLeftOver(Draft& draft, const isa::Insn& row, std::size_t next) {
    for (std::size_t i = 0; i < draft.count; ++i) {
        const Written& w = draft.operands[i];
        if (w.form != Written::Form::Named) {
            if (i < next) continue;
            reportCount(draft, row);
            return false;
        }
        const auto spot = m_reader.spotOf(w.name.data(), w.name.size());
        std::vector<std::string_view> names;
        bool known = false;
        for (const isa::Operand& o : row.operands) {
            if (o.form == isa::Form::Named) names.push_back(o.name);
            known = known || (o.form == isa::Form::Named && o.name == w.name);
        }
        if (!known) {
            m_reports.add(spot, kUnknownOperand, {std::string(row.name), std::string(w.name)},
                          std::string(closestWord(w.name, names)));
            return false;
        }
        for (std::size_t j = 0; j < i; ++j)
            if (draft.operands[j].form == Written::Form::Named && draft.operands[j].name == w.name) {
                m_reports.add(spot, kOperandTwice, {std::string(w.name)});
                return false;
            }
    }
    return true;
}

void Code::finish(Draft& draft) {
    for (std::size_t i = 0; i < draft.count; ++i)
        if (draft.operands[i].kind == Written::Kind::Poison)
            draft.poisoned = true;
        else if (draft.operands[i].kind == Written::Kind::Deferred)
            draft.waits = true;
    if (draft.poisoned || draft.rows.empty()) {
        draft.poisoned = true;
        return;
    }
    draft.insn.predicate = draft.predicate;
    isa::OpId op = draft.rows[0];
    if (draft.rows.size() > 1) { // one mnemonic in several classes: the kinds of the operands decide
        for (const isa::OpId row : draft.rows)
            if (fits(draft, row)) {
                op = row;
                break;
            }
        // None fits: speak about the one whose first operand does.
        if (!fits(draft, op) && draft.count != 0)
            for (const isa::OpId row : draft.rows)
                if (m_spec->insns[row].operands.size() != 0 &&
                    kindFits(draft.operands[0], m_spec->insns[row].operands[0], m_accepts[row][0])) {
                    op = row;
                    break;
                }
    }
    draft.poisoned = !bind(draft, op);
    if (draft.poisoned) forget(draft);
}

void Code::reportCount(const Draft& draft, const isa::Insn& row) {
    m_reports.add(spotOf(draft), kOperandCount,
                  {std::string(row.name), isa::syntaxOf(*m_spec, draft.insn.op)});
}

// What to do if what is written here fits another operand, and what is there fits here: to swap them, where
// that computes the same.
std::string Code::otherPlaceFor(const Draft& draft, const isa::Insn& row, const isa::Operand& operand,
                                const Written& w) const {
    const auto accepts = [&](std::size_t i, const Written& one) {
        return one.kind != Written::Kind::Missing &&
               kindFits(one, row.operands[i], m_accepts[draft.insn.op][i]);
    };
    const auto here = static_cast<std::size_t>(&operand - row.operands.begin());
    std::size_t next = 0;
    for (std::size_t i = 0; i < row.operands.size(); ++i) {
        const Written* const other = written(draft, row.operands[i], next);
        if (i == here || other == nullptr || !accepts(i, w) || !accepts(here, *other)) continue;
        return "; the operand '" + std::string(row.operands[i].name) + "' takes it" +
               ((row.effects & isa::kCommutes) != 0
                    ? ": swap the two"
                    : ", but swapped they mean something else: put it into a register first");
    }
    return {};
}

void Code::reportKind(const Draft& draft, const isa::Insn& row, const isa::Operand& operand,
                      const Written& w) {
    const bool missing = w.kind == Written::Kind::Missing;
    const Spot spot = missing ? spotOf(draft) : m_reader.spotOf(w.at, w.length);
    const bool isOffsetAlone = missing && operand.form == isa::Form::Base && operand.file >= 0;
    m_reports.add(spot, kOperandKind,
                  {std::string(operand.name), std::string(row.name), isa::takesText(*m_spec, operand),
                   isOffsetAlone ? "; a number in brackets is added to it, as in [r0+4]"
                                 : otherPlaceFor(draft, row, operand, w)});
}

} // namespace lw::assembler
