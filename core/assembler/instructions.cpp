// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/assembler/statements.h"
#include "core/base/closest_word.h"
#include "core/isa/bundle_messages.h"

// Bundles and instructions: the part that every line goes through, so it looks at bytes and builds no trees
// where a number, a register or the name of a label stands alone.
namespace lw::assembler {

using source::between;
using source::is;
using source::kEndsOperand;
using source::kNameStart;
using source::nameEnd;
using source::skipBlanks;
using source::startsComment;

namespace {

// Other names of rows.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kAliases{
    {{"li", "movi"}, {"la", "movi"}}};

// Words of other languages, the instruction here that does it, and how it is written.
struct OtherWord {
    std::string_view word, instead, advice;
};
constexpr std::array kOtherWords{
    OtherWord{"jmp", "br", "write br LABEL, or @p1 br LABEL"},
    OtherWord{"jump", "br", "write br LABEL, or @p1 br LABEL"},
    OtherWord{"goto", "br", "write br LABEL, or @p1 br LABEL"},
    OtherWord{"div", "eup.rcp", "eup.rcp gives 1/x, which fmul multiplies by; a power of two is shifted by"},
    OtherWord{"fdiv", "eup.rcp", "eup.rcp gives 1/x, which fmul multiplies by"},
    OtherWord{"cmp.gt", "cmp.lt", "write cmp.lt with its two operands swapped"},
    OtherWord{"cmp.ge", "cmp.le", "write cmp.le with its two operands swapped"},
    OtherWord{"fcmp.gt", "fcmp.lt", "write fcmp.lt with its two operands swapped"},
    OtherWord{"fcmp.ge", "fcmp.le", "write fcmp.le with its two operands swapped"},
};

// As "max" is of other slots, and "fmax" of this class; empty: there is none.
std::string typedName(const isa::Lookup& lookup, std::uint8_t slotClass, std::string_view name) {
    for (const char type : {'f', 'i'})
        if (const std::string typed = type + std::string(name);
            lookup.opNamed(slotClass, typed) != isa::kNoOp)
            return typed;
    return {};
}

bool endsOperand(const char* p) { return is(*p, kEndsOperand) || (p[0] == '/' && p[1] == '/'); }

} // namespace

std::uint64_t shortKey(const char* from, const char* to) {
    if (to - from > 8) return 0;
    std::uint64_t key = 0;
    for (; from < to; ++from) key = key << 8 | static_cast<unsigned char>(*from);
    return key;
}

std::int8_t Statements::slotNamed(const char* from, const char* to) const {
    const std::uint64_t key = shortKey(from, to);
    for (std::size_t i = 0; i < m_slotKeys.size(); ++i)
        if (m_slotKeys[i] == key && key != 0) return static_cast<std::int8_t>(i);
    return -1;
}

bool Statements::needsText(const char* from) {
    if (!wantsChip(m_reader.spotOf(from, 1))) return false;
    if (m_section == Section::Text) return true;
    m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(std::max(nameEnd(from), from + 1) - from)),
                  kNotInData);
    m_section = Section::Text; // said once
    return true;
}

bool Statements::plainBundle() {
    if (!m_target || m_section != Section::Text) return false;
    const char* from = m_reader.at;
    const char* to = m_plain.read(from, m_reader.end(), m_symbols, m_code.bundleCount());
    if (!to || !m_code.appendPlain(m_plain.bundle(), m_reader.placeInLine(from, to))) return false;
    m_reader.at = to;
    return true;
}

// { instruction ; ... } with `at` on the brace. Line ends inside separate instructions too.
void Statements::bundle() {
    if (plainBundle()) return;
    const char* from = m_reader.at;
    if (!needsText(from)) return;
    m_code.begin();
    ++m_reader.at;
    while (!m_reports.full()) {
        const char* p = m_reader.at = skipBlanks(m_reader.at);
        if (is(*p, kNameStart) || *p == '@' || *p == '!') {
            if (!instruction()) m_code.poison();
        } else if (*p == ';') {
            ++m_reader.at;
        } else if (*p == '}') {
            ++m_reader.at;
            break;
        } else if (*p == '\n' && p < m_reader.end()) {
            ++m_reader.at;
            m_reader.passedLineEnd();
        } else if (startsComment(p)) {
            m_reader.skipLine();
        } else {
            const bool ended = p >= m_reader.end() || *p == '{' || *p == '.';
            if (ended)
                m_reports.add(m_reader.spotOf(from, 1), kOpenBundle);
            else
                m_reports.add(m_reader.spotHere(), kExpected,
                              {"an instruction, ';' or '}'", foundText(m_reader)});
            m_code.poison();
            if (ended) break;
            skipInstruction();
        }
    }
    m_code.end(from, static_cast<std::size_t>(m_reader.at - from));
}

// A line without braces.
void Statements::singleInstruction(const char* from) {
    if (!needsText(from)) return m_reader.skipLine();
    m_code.begin();
    m_reader.at = from;
    if (!instruction()) m_code.poison();
    m_code.end(from, static_cast<std::size_t>(m_reader.at - from));
}

// [slot:] [@p1 | @!p1] mnemonic operands.
// False after a report; then `at` is where an instruction may begin again.
bool Statements::instruction() {
    Draft* draft = m_code.add(m_reader.at);
    if (!draft) {
        skipInstruction();
        return false;
    }
    if (slotAndPredicate(*draft) && mnemonic(*draft) && operands(*draft)) {
        m_code.finish(*draft);
        return true;
    }
    m_code.drop();
    skipInstruction();
    return false;
}

void Statements::skipInstruction() {
    const char* p = m_reader.at;
    while (p < m_reader.end() && *p != ';' && *p != '}' && *p != '\n' && !startsComment(p)) ++p;
    m_reader.at = p;
}

bool Statements::slotAndPredicate(Draft& draft) {
    const char* p = m_reader.at;
    if (is(*p, kNameStart)) {
        const char* to = nameEnd(p);
        if (*to == ':') {
            draft.slot = slotNamed(p, to);
            if (draft.slot < 0) {
                const std::string_view name = between(p, to);
                std::vector<std::string_view> names;
                for (const isa::Slot& slot : m_target->spec->slots) names.push_back(slot.name);
                m_reports.add(m_reader.spotOf(p, name.size()), kUnknownSlot, {std::string(name)},
                              std::string(closestWord(name, names)));
                return false;
            }
            m_reader.at = skipBlanks(to + 1);
        }
    }
    return *m_reader.at != '@' || predicate(draft);
}

bool Statements::predicate(Draft& draft) {
    const char* from = m_reader.at;
    const char* p = skipBlanks(from + 1);
    const bool inverted = *p == '!';
    if (inverted) p = skipBlanks(p + 1);
    const char* to = nameEnd(p);
    Written w;
    const int found = to == p ? 0 : registerAt(p, to, w);
    m_reader.at = to;
    if (found < 0) return false;
    if (found == 0 || w.file != m_target->spec->predicateFile) {
        m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(std::max(to, from + 1) - from)),
                      kBadPredicate);
        return false;
    }
    draft.predicate = static_cast<std::uint8_t>(w.number | (inverted ? m_target->spec->predicateInvert : 0));
    m_reader.at = skipBlanks(to);
    return true;
}

// The mnemonic, or after a slot's name nothing if the slot has an instruction of its own name.
bool Statements::mnemonic(Draft& draft) {
    const isa::Lookup& lookup = m_code.lookup();
    const char* p = m_reader.at;
    const char* to = is(*p, kNameStart) ? nameEnd(p) : p;
    const std::string_view name = between(p, to);
    draft.at = p;
    draft.mnemonic = name;
    draft.rows = lookup.opsNamed(name);
    const isa::Spec& spec = *m_target->spec;
    if (draft.rows.empty() && draft.slot < 0) {
        for (const auto& [alias, real] : kAliases)
            if (name == alias) draft.rows = lookup.opsNamed(real);
        m_reader.at = to;
        if (!draft.rows.empty()) return true;
        unknownMnemonic(name, p);
        return false;
    }
    m_reader.at = to;
    if (draft.slot < 0) return true;
    const isa::Slot& slot = spec.slots[static_cast<std::size_t>(draft.slot)];
    for (std::size_t i = 0; i < draft.rows.size(); ++i)
        if (spec.insns[draft.rows[i]].slotClass == slot.slotClass) {
            draft.rows = draft.rows.subspan(i, 1);
            const std::uint16_t slots = lookup.slotsOf(draft.rows[0]);
            if (slots >> draft.slot & 1) return true;
            m_reports.add(m_reader.spotOf(p, name.size()), isa::kOnlySlots,
                          {std::string(name), isa::slotsText(spec, slots), std::string(slot.name)});
            return false;
        }
    if (!draft.rows.empty()) {
        std::uint16_t slots = 0;
        for (const isa::OpId row : draft.rows)
            slots = static_cast<std::uint16_t>(slots | lookup.slotsOf(row));
        m_reports.add(m_reader.spotOf(p, name.size()), isa::kWrongSlot,
                      {std::string(name), std::string(slot.name), isa::slotsText(spec, slots)},
                      typedName(lookup, slot.slotClass, name));
        return false;
    }
    for (const auto& [alias, real] : kAliases)
        if (name == alias && spec.insns[lookup.opsNamed(real)[0]].slotClass == slot.slotClass) {
            draft.rows = lookup.opsNamed(real);
            return true;
        }
    const bool isOperand = name.empty() || lookup.fileOf(name) >= 0;
    const isa::OpId own = lookup.opNamed(slot.slotClass, slot.name);
    if (isOperand && own != isa::kNoOp) {
        draft.rows = lookup.opsNamed(slot.name).subspan(0, 1);
        draft.mnemonic = slot.name;
        m_reader.at = p;
        return true;
    }
    if (isOperand)
        m_reports.add(m_reader.spotOf(p, std::max<std::size_t>(name.size(), 1)), kSlotNeedsInstruction,
                      {std::string(slot.name)});
    else
        unknownMnemonic(name, p);
    return false;
}

void Statements::unknownMnemonic(std::string_view name, const char* from) {
    const Spot spot = m_reader.spotOf(from, std::max<std::size_t>(name.size(), 1));
    if (m_macros.find(name) != m_macros.end()) {
        m_reports.add(spot, kMacroInBundle, {std::string(name)});
        return;
    }
    if (m_failedInclude) return; // it may be one of the macros that could not be read
    std::vector<std::string_view> names(m_code.lookup().mnemonics().begin(),
                                        m_code.lookup().mnemonics().end());
    for (const auto& [macroName, unused] : m_macros) names.push_back(macroName);
    const auto other = std::find_if(kOtherWords.begin(), kOtherWords.end(), [&](const OtherWord& one) {
        return one.word == name && !m_code.lookup().opsNamed(one.instead).empty();
    });
    if (name.empty())
        m_reports.add(spot, kExpected, {"an instruction", foundText(m_reader)});
    else if (other != kOtherWords.end())
        m_reports.add(spot, kOtherWord, {std::string(name), std::string(other->advice)});
    else
        m_reports.add(spot, kUnknownInstruction, {std::string(name)}, std::string(closestWord(name, names)));
}

// Whether the name of an instruction or a slot was read as an operand.
bool Statements::isInstruction(const Written& w) const {
    const char* const to = is(*w.at, kNameStart) ? nameEnd(w.at) : w.at;
    return slotNamed(w.at, to) >= 0 || !m_code.lookup().opsNamed(between(w.at, to)).empty();
}

bool Statements::operands(Draft& draft) {
    const char* p = m_reader.at = skipBlanks(m_reader.at);
    if (endsOperand(p) && *p != ',') return true;
    for (bool hasComma = false;;) {
        if (!operand(draft)) return false;
        p = m_reader.at = skipBlanks(m_reader.at);
        if (*p == ',') {
            hasComma = true;
            ++m_reader.at;
            continue;
        }
        if (*p == ';' || *p == '}' || *p == '\n' || p >= m_reader.end() || startsComment(p)) return true;
        // What follows a comma as a slot or an instruction does was to be the next one.
        const Written& last = draft.operands[draft.count - 1];
        if (hasComma && (*p == ':' || isInstruction(last))) {
            m_reports.add(m_reader.spotOf(last.at, last.length), kCommaForSemicolon);
            return false;
        }
        m_reports.add(m_reader.spotHere(), kExpected,
                      {"',' or the end of the instruction", foundText(m_reader)});
        return false;
    }
}

Written* Statements::addOperand(Draft& draft, Written::Form form, const char* from) {
    if (draft.count == kMaxWritten) {
        m_reports.add(m_reader.spotOf(from, 1), kExpected,
                      {"the end of the instruction", "one more operand"});
        return nullptr;
    }
    Written& w = draft.operands[draft.count++];
    w.kind = Written::Kind::Missing;
    w.form = form;
    w.at = from;
    w.length = 1;
    return &w;
}

bool Statements::operand(Draft& draft) {
    const char* p = m_reader.at = skipBlanks(m_reader.at);
    if (*p == '[') return address(draft, p);
    Written* w = addOperand(draft, Written::Form::Plain, p);
    if (!w) return false;
    if (is(*p, kNameStart)) {
        const char* to = nameEnd(p);
        const char* next = skipBlanks(to);
        if (*next == '=' && next[1] != '=') {
            w->form = Written::Form::Named;
            w->name = between(p, to);
            m_reader.at = w->at = skipBlanks(next + 1);
        }
    }
    return valueOperand(*w);
}

// v(i + 10): the parenthesis at `to`.
int Statements::computedRegister(std::int8_t file, const char* from, const char*& to, Written& w) {
    const isa::Spec& spec = *m_target->spec;
    const isa::RegisterFile& known = spec.files[static_cast<std::size_t>(file)];
    m_reader.at = to + 1;
    const Number value = m_expressions.parseNow();
    const bool isClosed = !value.poisoned() && expect(')');
    to = m_reader.at;
    if (!isClosed) return -1;
    if (value.isReal() || value.integer() < 0 || value.integer() >= known.count) {
        m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(to - from)), isa::kNoSuchRegister,
                      {std::string(known.prefix) + textOf(value), std::string(known.title),
                       isa::registerText(spec, file, 0), isa::registerText(spec, file, known.count - 1u)});
        return -1;
    }
    w.kind = Written::Kind::Register;
    w.file = file;
    w.number = static_cast<std::uint8_t>(value.integer());
    return 1;
}

// A register: 1 and `w` is filled; 0: no register's name; -1: a register that does not exist, reported. `to`
// goes on to the end of one whose number is computed.
int Statements::registerAt(const char* from, const char*& to, Written& w) {
    const std::ptrdiff_t length = to - from;
    const auto letter = static_cast<unsigned char>(*from);
    if (length <= 3 && m_fileOfLetter[letter] >= 0 && is(from[1], source::kDigit) &&
        (length == 2 || (is(from[2], source::kDigit) && from[1] != '0'))) {
        const int number = length == 2 ? from[1] - '0' : (from[1] - '0') * 10 + (from[2] - '0');
        if (number < m_target->spec->files[static_cast<std::size_t>(m_fileOfLetter[letter])].count) {
            w.kind = Written::Kind::Register;
            w.file = m_fileOfLetter[letter];
            w.number = static_cast<std::uint8_t>(number);
            return 1;
        }
    }
    const std::string_view name = between(from, to);
    if (*to == '(')
        for (std::size_t file = 0; file < m_target->spec->files.size(); ++file)
            if (m_target->spec->files[file].prefix == name)
                return computedRegister(static_cast<std::int8_t>(file), from, to, w);
    if (!is(to[-1], source::kDigit) || *skipBlanks(to) == '(') return 0; // f32(...) is a function
    if (const auto found = m_code.lookup().registerNamed(name)) {
        w.kind = Written::Kind::Register;
        w.file = found->file;
        w.number = found->number;
        return 1;
    }
    const std::int8_t file = m_code.lookup().fileOf(name);
    if (file < 0) return 0;
    const isa::Spec& spec = *m_target->spec;
    const isa::RegisterFile& known = spec.files[static_cast<std::size_t>(file)];
    m_reports.add(m_reader.spotOf(from, name.size()), isa::kNoSuchRegister,
                  {std::string(name), std::string(known.title), isa::registerText(spec, file, 0),
                   isa::registerText(spec, file, known.count - 1u)});
    return -1;
}

// A register, a number, a name or an expression.
bool Statements::valueOperand(Written& w) {
    const char* p = m_reader.at;
    if (is(*p, kNameStart)) {
        const char* to = nameEnd(p);
        const int found = registerAt(p, to, w);
        if (found != 0) {
            m_reader.at = to;
            w.length = static_cast<std::uint32_t>(to - p);
            return found > 0;
        }
        if (endsOperand(skipBlanks(to))) return nameOperand(w, to);
    } else if (is(*p, source::kDigit)) {
        const char* q = p;
        std::int64_t value = 0;
        while (is(*q, source::kDigit) && q < p + 10) value = value * 10 + (*q++ - '0');
        if (endsOperand(skipBlanks(q))) {
            w.kind = Written::Kind::Number;
            w.value = Number::of(value);
            w.length = static_cast<std::uint32_t>(q - p);
            m_reader.at = q;
            return true;
        }
    }
    return expressionOperand(w);
}

// A name that stands alone.
bool Statements::nameOperand(Written& w, const char* to) {
    const std::string_view name = between(m_reader.at, to);
    w.length = static_cast<std::uint32_t>(name.size());
    const SymbolId id = m_symbols.find(name);
    if (id == kNone || m_symbols[id].kind == Symbol::Kind::Undefined ||
        m_symbols[id].state != Symbol::State::Known || m_symbols[id].value.poisoned())
        return expressionOperand(w);
    w.kind = Written::Kind::Number;
    w.value = m_symbols[id].value;
    m_reader.at = to;
    return true;
}

bool Statements::expressionOperand(Written& w) {
    const std::size_t mark = m_expressions.mark();
    const NodeId node = m_expressions.parse();
    w.length = static_cast<std::uint32_t>(std::max(m_reader.at, w.at + 1) - w.at);
    if (node == kNone) return false;
    const auto value = m_expressions.value(node, When::Now);
    if (!value) {
        w.kind = Written::Kind::Deferred;
        w.node = node;
        return true;
    }
    m_expressions.release(mark);
    w.kind = value->poisoned() ? Written::Kind::Poison : Written::Kind::Number;
    w.value = *value;
    return true;
}

// [base], [base+offset], [base-offset], [offset]: base is a register, offset a register or an expression.
bool Statements::address(Draft& draft, const char* from) {
    m_reader.at = skipBlanks(from + 1);
    Written* base = addOperand(draft, Written::Form::Base, m_reader.at);
    Written* offset = base ? addOperand(draft, Written::Form::Offset, m_reader.at) : nullptr;
    if (!offset) return false;
    const char* p = m_reader.at;
    bool wantsOffset = true;
    if (is(*p, kNameStart)) {
        const char* to = nameEnd(p);
        const int found = registerAt(p, to, *base);
        if (found < 0) return false;
        if (found > 0) {
            base->length = static_cast<std::uint32_t>(to - p);
            m_reader.at = skipBlanks(to);
            wantsOffset = *m_reader.at == '+' || *m_reader.at == '-';
            if (*m_reader.at == '+') m_reader.at = skipBlanks(m_reader.at + 1);
        }
    }
    if (wantsOffset && *m_reader.at != ']') {
        offset->at = m_reader.at;
        if (!valueOperand(*offset)) return false;
    }
    return expect(']');
}

} // namespace lw::assembler
