// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/bundle_bits.h"

#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/isa/operand.h"
#include "core/isa/print.h"
#include "core/machine/breakpoints.h"
#include "core/program/messages.h"

#include <algorithm>

namespace lw::scene {

namespace {

const isa::CodeRange* rangeOf(const isa::Selector& selector, std::uint64_t code) {
    for (const isa::CodeRange& range : selector.codes)
        if (code >= range.first && code < 0ull + range.first + range.count) return &range;
    return nullptr;
}

std::string numbered(std::string_view name, std::uint64_t number) {
    return std::string(name) + std::to_string(number);
}

// Takes the bits of a bundle apart, field by field, and remembers which are taken.
class Reader {
  public:
    Reader(const isa::Spec& spec, const isa::Bits& bits, const isa::Bundle& bundle)
        : m_spec(spec)
        , m_bits(bits)
        , m_bundle(bundle)
        , m_taken(spec.bundleBits, false)
        , m_sharedUsers(spec.sharedRegisters.size())
        , m_immediateUsers(spec.immediates.size()) {}

    std::vector<BitSection> sections();

  private:
    BitField field(BitUse use, std::string name, const isa::Field& field, unsigned base);
    BitSection slot(std::size_t index);
    void operand(BitSection& section, const isa::SlotInsn& insn, std::size_t index);
    std::string codeText(const isa::SlotInsn& insn, std::size_t index, std::uint64_t code);
    BitSection shared();
    BitSection immediates();
    std::vector<BitField> unused(unsigned first, unsigned end);
    void claim(const isa::Field& field, unsigned base);

    const isa::Spec& m_spec;
    const isa::Bits& m_bits;
    const isa::Bundle& m_bundle;
    std::vector<bool> m_taken;
    std::vector<std::string> m_sharedUsers, m_immediateUsers; // "v0 vy", by number
};

void Reader::claim(const isa::Field& field, unsigned base) {
    for (const isa::Piece& piece : field.pieces)
        for (unsigned i = 0; i < piece.width; ++i)
            m_taken[(piece.absolute ? 0u : base) + piece.offset + i] = true;
}

BitField Reader::field(BitUse use, std::string name, const isa::Field& from, unsigned base) {
    BitField out;
    out.use = use;
    out.name = std::move(name);
    for (const isa::Piece& piece : from.pieces)
        if (piece.width != 0)
            out.pieces.push_back({(piece.absolute ? 0u : base) + piece.offset, piece.width});
    out.value = get(m_bits, from, base);
    claim(from, base);
    return out;
}

// ---- slots

std::string predicateText(const isa::Spec& spec, std::uint64_t predicate) {
    if (predicate == spec.predicateAlways) return "always";
    if (predicate == spec.predicateNever) return "never: the slot is empty";
    const auto number = static_cast<unsigned>(predicate & ~std::uint64_t{spec.predicateInvert});
    const std::string name = isa::registerText(spec, spec.predicateFile, number);
    return (predicate & spec.predicateInvert) != 0 ? "unless " + name : "if " + name;
}

// Where the value of a coded operand comes from, and what it is.
std::string Reader::codeText(const isa::SlotInsn& insn, std::size_t index, std::uint64_t code) {
    const isa::Operand& operand = m_spec.insns[insn.op].operands[index];
    std::string value = isa::valueText(m_spec, operand, insn.operands[index]);
    const isa::CodeRange* range = rangeOf(*operand.selector, code);
    if (!range) return value;
    const std::string user = std::string(m_spec.slots[insn.slot].name) + " " + std::string(operand.name);
    const auto users = [&user](std::string& list) { list += (list.empty() ? "" : ", ") + user; };
    const auto number = static_cast<std::size_t>(range->base) + static_cast<std::size_t>(code - range->first);
    switch (range->meaning) {
    case isa::CodeMeaning::Register: return value;
    case isa::CodeMeaning::Value: return value;
    case isa::CodeMeaning::SharedRegister:
        users(m_sharedUsers[number]);
        return numbered("vs", number) + " = " + value;
    case isa::CodeMeaning::Immediate: users(m_immediateUsers[number]); break;
    case isa::CodeMeaning::ImmediateHigh:
        users(m_immediateUsers[number]);
        return numbered("imm", number) + " << 16 = " + value;
    case isa::CodeMeaning::ImmediatePair:
        users(m_immediateUsers[2 * number]);
        users(m_immediateUsers[2 * number + 1]);
        return numbered("imm", 2 * number + 1) + ":" + numbered("imm", 2 * number) + " = " + value;
    }
    return numbered("imm", number) + " = " + value;
}

void Reader::operand(BitSection& section, const isa::SlotInsn& insn, std::size_t index) {
    const isa::Operand& operand = m_spec.insns[insn.op].operands[index];
    const unsigned base = m_spec.slots[insn.slot].base;
    BitField coded = field(BitUse::Operand, std::string(operand.name), operand.field, base);
    const bool isCoded = operand.selector != nullptr;
    coded.meaning =
        isCoded ? codeText(insn, index, coded.value) : isa::valueText(m_spec, operand, insn.operands[index]);
    coded.summary = std::string(operand.access == isa::Access::Read    ? "read: "
                                : operand.access == isa::Access::Write ? "written: "
                                                                       : "read and written: ") +
                    isa::takesText(m_spec, operand);
    const bool isRegister = isCoded && insn.operands[index].kind == isa::Value::Kind::Register;
    section.fields.push_back(std::move(coded));
    if (!operand.registerField.exists()) return;
    BitField number =
        field(BitUse::Operand, std::string(operand.name) + " register", operand.registerField, base);
    number.meaning =
        isRegister ? isa::valueText(m_spec, operand, insn.operands[index]) : std::string("not used");
    number.summary = "the register, when the code of " + std::string(operand.name) + " says it is one";
    section.fields.push_back(std::move(number));
}

BitSection Reader::slot(std::size_t index) {
    const isa::Slot& place = m_spec.slots[index];
    const isa::SlotClass& slotClass = m_spec.classes[place.slotClass];
    const isa::SlotInsn* insn = m_bundle.inSlot(static_cast<std::uint8_t>(index));
    BitSection out;
    out.name = place.name;
    BitField predicate = field(BitUse::Predicate, "predicate", slotClass.predicate, place.base);
    predicate.meaning = predicateText(m_spec, predicate.value);
    predicate.summary = "when the instruction is executed";
    out.fields.push_back(std::move(predicate));
    if (!insn) return out;
    const isa::Insn& row = m_spec.insns[insn->op];
    isa::print(m_spec, *insn, out.text);
    if (const std::string prefix = out.name + ": "; out.text.starts_with(prefix))
        out.text.erase(0, prefix.size());
    out.unit = m_spec.units[isa::index(row.unit)].name;
    BitField operation = field(BitUse::Operation, "operation", slotClass.opcode, place.base);
    operation.meaning = row.name;
    operation.summary = row.summary;
    out.fields.push_back(std::move(operation));
    for (std::size_t i = 0; i < row.operands.size(); ++i) operand(out, *insn, i);
    return out;
}

// ---- what slots share

BitSection Reader::shared() {
    BitSection out;
    out.name = "scalars";
    for (std::size_t i = 0; i < m_spec.sharedRegisters.size(); ++i) {
        BitField one = field(BitUse::Shared, numbered("vs", i), m_spec.sharedRegisters[i], 0);
        const bool isUsed = !m_sharedUsers[i].empty();
        one.meaning = isUsed ? isa::registerText(m_spec, m_spec.sharedFile, static_cast<unsigned>(one.value))
                             : "not used";
        one.summary = "the scalar register that is forwarded" + (isUsed ? " to " + m_sharedUsers[i] : "");
        out.fields.push_back(std::move(one));
    }
    return out;
}

BitSection Reader::immediates() {
    BitSection out;
    out.name = "immediates";
    for (std::size_t i = 0; i < m_spec.immediates.size(); ++i) {
        BitField one = field(BitUse::Immediate, numbered("imm", i), m_spec.immediates[i], 0);
        const bool isUsed = !m_immediateUsers[i].empty();
        one.meaning = isUsed ? std::to_string(one.value) : "not used";
        one.summary = "16 bits of a constant" + (isUsed ? " of " + m_immediateUsers[i] : "");
        out.fields.push_back(std::move(one));
    }
    return out;
}

// The bits of a range that nobody has taken.
std::vector<BitField> Reader::unused(unsigned first, unsigned end) {
    std::vector<BitField> out;
    for (unsigned bit = first; bit < end; ++bit) {
        if (m_taken[bit]) continue;
        BitField gap{BitUse::Unused, "0", {{bit, 0}}, 0, "not used", "bits that nothing uses are zero"};
        while (bit < end && !m_taken[bit]) m_taken[bit++] = true;
        gap.pieces[0].width = bit - gap.pieces[0].offset;
        out.push_back(std::move(gap));
    }
    return out;
}

std::vector<BitSection> Reader::sections() {
    std::vector<BitSection> out;
    for (std::size_t i = 0; i < m_spec.slots.size(); ++i) out.push_back(slot(i));
    // Only now: an instruction may use bits of a slot that is then empty.
    for (std::size_t i = 0; i < m_spec.slots.size(); ++i) {
        const isa::Slot& place = m_spec.slots[i];
        for (BitField& gap : unused(place.base, 0u + place.base + place.width))
            out[i].fields.push_back(std::move(gap));
    }
    // A chip need not have any of these.
    for (const BitSection& section :
         {shared(), immediates(), BitSection{"spare", {}, {}, unused(0, m_spec.bundleBits)}})
        if (!section.fields.empty()) out.push_back(section);
    for (BitSection& section : out)
        std::stable_sort(
            section.fields.begin(), section.fields.end(),
            [](const BitField& a, const BitField& b) { return a.pieces[0].offset > b.pieces[0].offset; });
    return out;
}

} // namespace

Result<BundleBits> bundleBits(const program::Program& program, const program::Target& target,
                              std::uint32_t bundle) {
    const isa::Spec& spec = *target.spec;
    if (bundle >= program.bundles.size())
        return isa::problemOf(program::messages::kBadBundle,
                              {std::to_string(bundle), "the program has no such bundle"});
    isa::Bundle decoded;
    if (auto finding = isa::decode(spec, program.bundles[bundle], decoded))
        return isa::problemOf(program::messages::kBadBundle,
                              {std::to_string(bundle), textOf(finding->problem)});
    BundleBits out;
    out.chip = spec.chip;
    out.bundle = bundle;
    out.place = machine::bundleText(program, bundle);
    for (unsigned bit = 0; bit < spec.bundleBits; ++bit)
        out.bits += program.bundles[bundle].get(bit, 1) != 0 ? '1' : '0';
    out.sections = Reader(spec, program.bundles[bundle], decoded).sections();
    return out;
}

} // namespace lw::scene
