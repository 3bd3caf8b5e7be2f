// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <array>
#include <cstdint>
#include <string>

// The proof that an instruction set is consistent. Every rule is a thrown sentence: at compile time it is
// the compiler's message (static_assert(isa::check(kIsa))), at run time the result of mistakeIn.
namespace lw::isa {

inline constexpr std::size_t kMaxFiles = 8;
inline constexpr std::size_t kMaxSharedRegisters = 8;
inline constexpr std::size_t kMaxImmediateFields = 8;
inline constexpr std::size_t kMaxRegisters = 64; // of one file

namespace proof {

// The bits of a bundle that are already taken.
class Taken {
  public:
    constexpr bool any(unsigned offset, unsigned width) const { return m_bits.get(offset, width) != 0; }
    constexpr void add(unsigned offset, unsigned width, const char* clash) {
        if (width == 0) return;
        if (width > 64) { // a whole slot
            add(offset, 64, clash);
            return add(offset + 64, width - 64, clash);
        }
        if (any(offset, width)) throw clash;
        m_bits.set(offset, width, ~std::uint64_t{0});
    }
    constexpr unsigned count(unsigned bits) const {
        unsigned n = 0;
        for (unsigned i = 0; i < bits; ++i) n += static_cast<unsigned>(m_bits.get(i, 1));
        return n;
    }

  private:
    Bits m_bits;
};

constexpr void fitsBundle(const Spec& s, unsigned offset, unsigned width) {
    if (offset + width > s.bundleBits) throw "a field lies beyond the end of the bundle";
}

// A field of the whole bundle in one piece.
constexpr void absoluteField(const Spec& s, const Field& f, unsigned width, Taken& taken) {
    if (!f.pieces[0].absolute || f.pieces[1].width != 0) throw "a shared field is not one absolute piece";
    if (width != 0 && f.width() != width) throw "a shared field has the wrong width";
    fitsBundle(s, f.pieces[0].offset, f.width());
    taken.add(f.pieces[0].offset, f.width(), "two parts of the bundle overlap");
}

constexpr unsigned slotsOfClass(const Spec& s, std::size_t slotClass) {
    unsigned count = 0;
    for (const Slot& slot : s.slots) count += slot.slotClass == slotClass;
    return count;
}

// A field of an instruction must lie inside its slot; absolute pieces inside the slot it borrows from or,
// without one, in bits that are not another part of the bundle.
constexpr void insnField(const Spec& s, const Insn& insn, const Field& f, int borrows, Taken& own,
                         const Taken& parts) {
    for (const Piece& p : f.pieces) {
        if (p.width == 0) continue;
        for (const Slot& slot : s.slots) {
            if (slot.slotClass != insn.slotClass) continue;
            if (!p.absolute && 0u + p.offset + p.width > slot.width) throw "a field lies outside its slot";
            if (!p.absolute) {
                Taken here = own;
                here.add(0u + slot.base + p.offset, p.width, "two fields of one instruction overlap");
                own = here;
                break; // every slot of a class looks the same
            }
            fitsBundle(s, p.offset, p.width);
            if (slotsOfClass(s, insn.slotClass) != 1)
                throw "an absolute field belongs to a class of several slots";
            own.add(p.offset, p.width, "two fields of one instruction overlap");
            if (borrows < 0) {
                if (parts.any(p.offset, p.width))
                    throw "an absolute field lies in another part of the bundle";
                continue;
            }
            const Slot& lender = s.slots[static_cast<std::size_t>(borrows)];
            if (p.offset < lender.base || 0u + p.offset + p.width > 0u + lender.base + lender.width)
                throw "a borrowed field lies outside the slot it is borrowed from";
            const Field& predicate = s.classes[lender.slotClass].predicate;
            Taken lent;
            lent.add(0u + lender.base + predicate.pieces[0].offset, predicate.width(), "");
            if (lent.any(p.offset, p.width)) throw "a borrowed field lies in the predicate of the empty slot";
        }
    }
}

constexpr void codeRange(const Spec& s, const Operand& o, const CodeRange& r) {
    if (r.count == 0) throw "a range of codes is empty";
    if (0u + r.first + r.count > (1u << o.field.width())) throw "a selector's codes do not fit the field";
    const int last = r.base + r.count;
    switch (r.meaning) {
    case CodeMeaning::Register:
        if (o.file < 0) throw "a selector names a register of an operand without a file";
        if (o.registerField.exists() && r.count != 1) throw "a register field needs exactly one code";
        if (r.base < 0 ||
            (!o.registerField.exists() && last > s.files[static_cast<std::size_t>(o.file)].count))
            throw "a selector names a register beyond its file";
        return;
    case CodeMeaning::Value: return;
    case CodeMeaning::SharedRegister:
        if (s.sharedFile < 0) throw "a selector names a shared register of a chip without them";
        if (r.base < 0 || last > static_cast<int>(s.sharedRegisters.size()))
            throw "a selector names a shared register that is not there";
        return;
    case CodeMeaning::Immediate:
    case CodeMeaning::ImmediateHigh:
        if (r.base < 0 || last > static_cast<int>(s.immediates.size()))
            throw "a selector names an immediate that is not there";
        return;
    case CodeMeaning::ImmediatePair:
        if (r.base < 0 || 2 * last > static_cast<int>(s.immediates.size()))
            throw "a selector names an immediate that is not there";
        return;
    }
    throw "a code has no meaning";
}

constexpr void selector(const Spec& s, const Operand& o) {
    const auto codes = o.selector->codes;
    bool hasDefault = false, usesRegisterField = false;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codeRange(s, o, codes[i]);
        hasDefault = hasDefault || (codes[i].first == 0 && codes[i].meaning == CodeMeaning::Value);
        usesRegisterField = usesRegisterField || codes[i].meaning == CodeMeaning::Register;
        for (std::size_t j = 0; j < i; ++j) {
            if (codes[i].first < codes[j].first + codes[j].count &&
                codes[j].first < codes[i].first + codes[i].count)
                throw "two meanings of a selector share a code";
            if (codes[i].meaning == codes[j].meaning && codes[i].meaning != CodeMeaning::Value)
                throw "a selector has two ranges of one meaning";
        }
    }
    if (o.form == Form::Named && !hasDefault) throw "a named operand has no default";
    if (o.registerField.exists() && !usesRegisterField)
        throw "no code of the selector uses the register field";
    if (o.access != Access::Read) throw "a written operand has a selector";
}

constexpr void operand(const Spec& s, const Operand& o) {
    if (o.name.empty()) throw "an operand has no name";
    if (!o.field.exists()) throw "an operand has no field";
    if (o.field.width() > 32) throw "a field is wider than a word";
    if (o.file >= static_cast<int>(s.files.size()))
        throw "an operand names a register file that is not there";
    if (o.borrowsSlot >= static_cast<int>(s.slots.size()))
        throw "an operand borrows from a slot that is not there";
    if (o.access != Access::Read && o.file < 0) throw "a written operand is not a register";
    if (o.selector != nullptr) {
        selector(s, o);
    } else {
        if (o.registerField.exists()) throw "a register field has no selector";
        if (o.form == Form::Named && o.file >= 0) throw "a named operand has no default";
        if (o.file >= 0 && s.files[static_cast<std::size_t>(o.file)].count > (1u << o.field.width()))
            throw "a field is too narrow for its register file";
    }
    if (o.registerField.exists() &&
        s.files[static_cast<std::size_t>(o.file)].count > (1u << o.registerField.width()))
        throw "a field is too narrow for its register file";
}

constexpr void insn(const Spec& s, const Insn& a, const Taken& parts) {
    if (a.slotClass >= s.classes.size()) throw "an instruction names a slot class that is not there";
    if (index(a.unit) >= s.units.size()) throw "an instruction names a unit that is not there";
    if (a.name.empty()) throw "an instruction has no name";
    if (a.timing.empty()) throw "an instruction names no timing";
    if (a.summary.empty()) throw "an instruction has no summary";
    if (a.source.empty()) throw "an instruction does not say where it is documented";
    const SlotClass& c = s.classes[a.slotClass];
    if (a.code >> c.opcode.width() != 0) throw "an operation code does not fit its field";
    for (std::size_t i = 0; i < 16; ++i)
        if ((a.onlySlots >> i & 1) != 0 && (i >= s.slots.size() || s.slots[i].slotClass != a.slotClass))
            throw "an instruction is bound to a slot of another class";
    if (a.operands.size() != 0 && a.operands[0].form == Form::Offset)
        throw "a base and an offset do not stand side by side";
    Taken own;
    insnField(s, a, c.opcode, -1, own, parts);
    insnField(s, a, c.predicate, -1, own, parts);
    for (std::size_t i = 0; i < a.operands.size(); ++i) {
        const Operand& o = a.operands[i];
        const bool isBase = o.form == Form::Base;
        const bool offsetFollows = i + 1 < a.operands.size() && a.operands[i + 1].form == Form::Offset;
        if (isBase != offsetFollows) throw "a base and an offset do not stand side by side";
        operand(s, o);
        insnField(s, a, o.field, o.borrowsSlot, own, parts);
        insnField(s, a, o.registerField, o.borrowsSlot, own, parts);
    }
}

constexpr void sizes(const Spec& s) {
    if (s.chip.empty() || s.title.empty()) throw "the chip has no name";
    if (s.bundleBits == 0 || s.bundleBits > 64 * Bits{}.words.size()) throw "the bundle is too wide";
    if (s.classes.size() > kMaxSlots) throw "there are more slot classes than slots";
    if (s.slots.empty() || s.slots.size() > kMaxSlots) throw "the bundle has too many slots";
    if (s.files.size() > kMaxFiles) throw "there are too many register files";
    if (s.units.size() > 32) throw "there are too many units";
    if (s.sharedRegisters.size() > kMaxSharedRegisters) throw "there are too many shared registers";
    if (s.immediates.size() > kMaxImmediateFields) throw "there are too many immediates";
    if (s.insns.size() >= kNoOp) throw "there are too many instructions";
    for (const RegisterFile& f : s.files) {
        if (f.prefix.empty() || f.title.empty()) throw "a register file has no name";
        if (f.count == 0 || f.count > kMaxRegisters) throw "a register file has too many registers";
        if (f.constantNumber >= f.count) throw "the constant register is beyond its file";
        for (const RegisterFile& g : s.files)
            if (&f != &g && f.prefix == g.prefix) throw "two register files have the same prefix";
    }
    if (s.sharedFile >= static_cast<int>(s.files.size()))
        throw "the shared registers name a file that is not there";
    if (!s.sharedRegisters.empty() && s.sharedFile < 0) throw "the shared registers have no file";
}

constexpr void predicates(const Spec& s) {
    for (const SlotClass& c : s.classes) {
        if (!c.opcode.exists() || c.opcode.width() > 8) throw "a slot class has no usable operation code";
        const unsigned width = c.predicate.width();
        if (width == 0 || width > 8 || c.predicate.pieces[1].width != 0)
            throw "a slot class has no usable predicate";
        if (s.predicateAlways >> width != 0 || s.predicateNever >> width != 0 ||
            s.predicateInvert >> width != 0)
            throw "a predicate does not fit its field";
    }
    if (s.predicateAlways == s.predicateNever) throw "always and never are the same predicate";
    if (s.predicateFile < 0) return;
    if (s.predicateFile >= static_cast<int>(s.files.size()))
        throw "predicates name a register file that is not there";
    if (s.predicateInvert != s.files[static_cast<std::size_t>(s.predicateFile)].count)
        throw "the inverting bit is not above the predicate's number";
}

// Slots, shared fields, immediates and reserved bits do not overlap.
constexpr Taken parts(const Spec& s) {
    Taken taken;
    for (std::size_t i = 0; i < s.slots.size(); ++i) {
        const Slot& slot = s.slots[i];
        if (slot.slotClass >= s.classes.size()) throw "a slot names a class that is not there";
        fitsBundle(s, slot.base, slot.width);
        taken.add(slot.base, slot.width, "two parts of the bundle overlap");
        for (std::size_t j = 0; j < i; ++j)
            if (s.slots[j].name == slot.name) throw "two slots have the same name";
    }
    const unsigned number =
        s.sharedFile < 0 ? 0u : s.files[static_cast<std::size_t>(s.sharedFile)].count - 1u;
    for (const Field& f : s.sharedRegisters) {
        absoluteField(s, f, 0, taken);
        if (number >> f.width() != 0) throw "a shared field is too narrow for its register file";
    }
    for (const Field& f : s.immediates) absoluteField(s, f, 16, taken);
    for (const Field& f : s.reserved) absoluteField(s, f, 0, taken);
    return taken;
}

// Bits outside every part belong to one slot class only,
// and together with the parts they are the whole bundle.
constexpr void tiling(const Spec& s, const Taken& partBits) {
    Taken all = partBits;
    for (std::size_t c = 0; c < s.classes.size(); ++c) {
        Bits extra;
        for (const Insn& a : s.insns) {
            if (a.slotClass != c) continue;
            for (const Operand& o : a.operands)
                for (const Piece& p : o.field.pieces)
                    if (p.absolute && o.borrowsSlot < 0) extra.set(p.offset, p.width, ~std::uint64_t{0});
        }
        for (unsigned i = 0; i < s.bundleBits; ++i)
            if (extra.get(i, 1) != 0) all.add(i, 1, "two slot classes share a bit outside their slots");
    }
    if (all.count(s.bundleBits) != s.bundleBits) throw "some bits of the bundle belong to no part";
}

constexpr void names(const Spec& s) {
    for (std::size_t i = 0; i < s.insns.size(); ++i) {
        if (i > 0 && s.insns[i].slotClass < s.insns[i - 1].slotClass)
            throw "instructions are not sorted by slot class";
        for (std::size_t j = 0; j < i; ++j) {
            if (s.insns[i].slotClass != s.insns[j].slotClass) continue;
            if (s.insns[i].code == s.insns[j].code) throw "two instructions of one class have the same code";
            if (s.insns[i].name == s.insns[j].name) throw "two instructions of one class have the same name";
        }
    }
}

constexpr void all(const Spec& s) {
    sizes(s);
    predicates(s);
    const Taken partBits = parts(s);
    for (const Insn& a : s.insns) insn(s, a, partBits);
    names(s);
    tiling(s, partBits);
}

} // namespace proof

// static_assert(isa::check(kIsa)): true, or the build stops with the sentence that says what is wrong.
consteval bool check(const Spec& spec) {
    proof::all(spec);
    return true;
}

// The same proof at run time: empty, or the sentence that says what is wrong.
std::string mistakeIn(const Spec& spec);

} // namespace lw::isa
