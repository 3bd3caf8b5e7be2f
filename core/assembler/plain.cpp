// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/plain.h"

#include "core/source/chars.h"

#include <cstring>

namespace lw::assembler {

using source::is;
using source::kDigit;
using source::kNameMore;
using source::kNameStart;
using source::skipBlanks;

namespace {

constexpr std::size_t kLongestKey = 8;

std::uint64_t keyOf(std::string_view name) {
    std::uint64_t key = 0;
    std::memcpy(&key, name.data(), std::min(name.size(), kLongestKey));
    return key;
}

// The name at p as a number and the byte after it; at least eight bytes are readable.
// Key 0: longer than a key.
struct Key {
    std::uint64_t key;
    const char* end;
};
inline Key keyAt(const char* p) {
    const char* to = p;
    while (is(*to, kNameMore)) ++to;
    const auto length = static_cast<std::size_t>(to - p);
    std::uint64_t key = 0;
    if (length - 1 < kLongestKey) {
        std::memcpy(&key, p, kLongestKey);
        key &= ~std::uint64_t{0} >> (64 - 8 * length);
    }
    return {key, to};
}

} // namespace

void PlainReader::setTarget(const isa::Spec& spec) {
    m_spec = &spec;
    m_fileOfLetter.fill(-1);
    for (std::size_t i = 0; i < spec.files.size(); ++i)
        if (spec.files[i].prefix.size() == 1)
            m_fileOfLetter[static_cast<unsigned char>(spec.files[i].prefix[0])] = static_cast<std::int8_t>(i);
    for (const isa::Slot& slot : spec.slots)
        m_slotKeys.push_back(slot.name.size() > kLongestKey ? 0 : keyOf(slot.name));
    m_cells.resize(spec.classes.size());
    m_rows.resize(spec.insns.size());
    for (std::size_t op = 0; op < spec.insns.size(); ++op) {
        const isa::Insn& insn = spec.insns[op];
        Row& row = m_rows[op];
        row.plain = insn.name.size() <= kLongestKey;
        for (const isa::Operand& o : insn.operands) {
            PlainOperand& plain = row.operands[row.count++];
            row.plain = row.plain && (o.form == isa::Form::Plain || o.form == isa::Form::Target);
            plain.target = o.form == isa::Form::Target;
            bool reg = !o.selector, number = !o.selector && o.file < 0;
            for (const isa::CodeRange& range :
                 o.selector ? o.selector->codes : std::span<const isa::CodeRange>()) {
                if (range.meaning == isa::CodeMeaning::Register)
                    reg = true;
                else if (range.meaning == isa::CodeMeaning::SharedRegister)
                    plain.shared = true;
                else
                    number = true;
            }
            plain.number = number && o.number == isa::NumberKind::Integer;
            plain.file = reg ? o.file : std::int8_t{-1};
        }
        if (!row.plain) continue;
        auto& cells = m_cells[insn.slotClass];
        std::size_t at = homeOf(keyOf(insn.name));
        while (cells[at].op != isa::kNoOp) at = (at + 1) % kCells;
        cells[at] = {keyOf(insn.name), static_cast<isa::OpId>(op)};
    }
}

inline const isa::OpId* PlainReader::find(std::uint8_t slotClass, std::uint64_t key) const {
    const auto& cells = m_cells[slotClass];
    for (std::size_t at = homeOf(key); cells[at].op != isa::kNoOp; at = (at + 1) % kCells)
        if (cells[at].key == key) return &cells[at].op;
    return nullptr;
}

inline const char* PlainReader::operand(const char* p, const PlainOperand& want, isa::Value& value,
                                        const Symbols& symbols, std::uint64_t targets) const {
    std::uint64_t number = 0;
    const char* q = p;
    const std::int8_t file = m_fileOfLetter[static_cast<unsigned char>(*p)];
    if (file >= 0 && is(p[1], kDigit)) {
        number = static_cast<std::uint64_t>(p[1] - '0');
        q = p + 2;
        if (is(*q, kDigit) && number != 0) number = number * 10 + static_cast<std::uint64_t>(*q++ - '0');
        if (!is(*q, kNameMore) && number < m_spec->files[static_cast<std::size_t>(file)].count) {
            const bool own = file == want.file;
            if (!own && !(want.shared && file == m_spec->sharedFile)) return nullptr;
            value.kind = own ? isa::Value::Kind::Register : isa::Value::Kind::Shared;
            value.value = static_cast<std::uint32_t>(number);
            return q;
        }
        return nullptr;
    }
    if (!want.number) return nullptr;
    if (is(*p, kDigit)) {
        number = 0;
        for (q = p; is(*q, kDigit) && q < p + 10; ++q)
            number = number * 10 + static_cast<std::uint64_t>(*q - '0');
        if (is(*q, kNameMore)) return nullptr;
    } else if (is(*p, kNameStart)) {
        q = source::nameEnd(p);
        const SymbolId id = symbols.find(source::between(p, q));
        if (id == kNone) return nullptr;
        const Symbol& symbol = symbols[id];
        if (symbol.state != Symbol::State::Known || symbol.value.kind != Number::Kind::Integer)
            return nullptr;
        number = symbol.value.raw;
    } else {
        return nullptr;
    }
    if (number > 0xffffffff || (want.target && number >= targets)) return nullptr;
    value.kind = isa::Value::Kind::Number;
    value.value = static_cast<std::uint32_t>(number);
    return q;
}

// @p1 or @!p1 with `p` on the @.
const char* PlainReader::predicate(const char* p, isa::SlotInsn& insn) const {
    const bool inverted = p[1] == '!';
    p += inverted ? 2 : 1;
    if (m_spec->predicateFile < 0 || m_fileOfLetter[static_cast<unsigned char>(*p)] != m_spec->predicateFile)
        return nullptr;
    if (!is(p[1], kDigit) || is(p[2], kNameMore)) return nullptr; // p10 and beyond are rare
    if (p[1] - '0' >= m_spec->files[static_cast<std::size_t>(m_spec->predicateFile)].count) return nullptr;
    insn.predicate = static_cast<std::uint8_t>((p[1] - '0') | (inverted ? m_spec->predicateInvert : 0));
    return skipBlanks(p + 2);
}

inline const char* PlainReader::instruction(const char* p, const char* end, const Symbols& symbols,
                                            std::uint64_t targets) {
    if (end - p < static_cast<std::ptrdiff_t>(2 * kLongestKey) || m_bundle.count == m_slotKeys.size())
        return nullptr;
    const Key slot = keyAt(p);
    if (*slot.end != ':' || slot.key == 0) return nullptr;
    std::size_t number = 0;
    while (number < m_slotKeys.size() && m_slotKeys[number] != slot.key) ++number;
    if (number == m_slotKeys.size()) return nullptr;
    if (m_bundle.count != 0 && m_bundle.insns[m_bundle.count - 1u].slot >= number) return nullptr;
    isa::SlotInsn& insn = m_bundle.insns[m_bundle.count++];
    insn = {};
    insn.slot = static_cast<std::uint8_t>(number);
    insn.predicate = m_spec->predicateAlways;
    p = skipBlanks(slot.end + 1);
    if (*p == '@' && !(p = predicate(p, insn))) return nullptr;
    if (end - p < static_cast<std::ptrdiff_t>(kLongestKey)) return nullptr;
    const Key mnemonic = keyAt(p);
    const isa::OpId* op = find(m_spec->slots[number].slotClass, mnemonic.key);
    if (!op) return nullptr;
    insn.op = *op;
    const Row& row = m_rows[*op];
    p = skipBlanks(mnemonic.end);
    for (std::size_t i = 0; i < row.count; ++i) {
        if (i != 0) {
            if (*p != ',') return nullptr;
            p = skipBlanks(p + 1);
        }
        p = operand(p, row.operands[i], insn.operands[i], symbols, targets);
        if (!p) return nullptr;
        p = skipBlanks(p);
    }
    return p;
}

const char* PlainReader::read(const char* p, const char* end, const Symbols& symbols, std::uint64_t targets) {
    m_bundle.count = 0;
    for (++p;;) {
        p = instruction(skipBlanks(p), end, symbols, targets);
        if (!p) return nullptr;
        if (*p == '}') return p + 1;
        if (*p != ';') return nullptr;
        ++p;
    }
}

} // namespace lw::assembler
