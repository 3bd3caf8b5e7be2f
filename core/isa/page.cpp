// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/page.h"

#include "core/isa/complete.h"
#include "core/isa/lookup.h"
#include "core/isa/operand.h"

#include <algorithm>
#include <vector>

namespace lw::isa {
namespace {

// Markdown's column mark appears in cells only as text.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

void addFields(const Field& field, const std::string& text, BitPicture& out) {
    for (const Piece& p : field.pieces)
        if (p.width != 0) (p.absolute ? out.outside : out.slot).push_back({p.offset, p.width, text});
}

// Sorted, with the unused stretches as 0.
std::vector<BitField> withoutGaps(std::vector<BitField> fields, unsigned width) {
    std::sort(fields.begin(), fields.end(),
              [](const BitField& a, const BitField& b) { return a.first < b.first; });
    std::vector<BitField> out;
    unsigned done = 0;
    for (BitField& field : fields) {
        if (field.first > done) out.push_back({done, field.first - done, "0"});
        done = field.first + field.width;
        out.push_back(std::move(field));
    }
    if (done < width) out.push_back({done, width - done, "0"});
    return out;
}

// High bits on the left.
std::string diagram(const std::vector<BitField>& fields) {
    std::string numbers, texts;
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        const std::string bits = bitRange(field->first, field->width);
        const std::size_t columns = std::max(bits.size(), field->text.size());
        numbers += "  " + bits + std::string(columns - bits.size() + 1, ' ');
        texts += "| " + field->text + std::string(columns - field->text.size() + 1, ' ');
    }
    numbers.erase(numbers.find_last_not_of(' ') + 1);
    return "```bits\n" + numbers + "\n" + texts + "|\n```\n";
}

void bitSection(const Spec& spec, OpId op, std::string& out) {
    const BitPicture bits = bitsOf(spec, op);
    std::string where;
    for (const Slot& slot : spec.slots) {
        if (slot.slotClass != spec.insns[op].slotClass) continue;
        if (!where.empty()) where += ", ";
        where += std::string(slot.name) + " from bit " + std::to_string(slot.base);
    }
    out += "Bits of the slot (" + where + "):\n\n" + diagram(bits.slot) + "\n";
    for (std::size_t i = 0; i < bits.outside.size(); ++i)
        out += std::string(i == 0 ? "Outside the slot: `" : ", `") + bits.outside[i].text + "` in " +
               (bits.outside[i].width > 1 ? "bits " : "bit ") +
               bitRange(bits.outside[i].first, bits.outside[i].width);
    if (!bits.outside.empty()) out += " of the bundle.\n\n";
}

std::string codesText(const Spec& spec, const Operand& o) {
    std::string out;
    for (const CodeRange& r : o.selector->codes) {
        if (!out.empty()) out += ", ";
        const int last = r.first + r.count - 1, end = r.base + r.count - 1;
        out += std::to_string(r.first);
        if (r.count > 1) out.append("-").append(std::to_string(last));
        out += " ";
        const auto span = [&](std::string_view prefix) {
            std::string text = std::string(prefix) + std::to_string(r.base);
            if (r.count > 1) text.append("-").append(std::to_string(end));
            return text;
        };
        switch (r.meaning) {
        case CodeMeaning::Register:
            out += o.registerField.exists() ? "its register"
                                            : span(spec.files[static_cast<std::size_t>(o.file)].prefix);
            break;
        case CodeMeaning::Value: out += "the number " + span(""); break;
        case CodeMeaning::SharedRegister: out += span("vs"); break;
        case CodeMeaning::Immediate: out += span("imm"); break;
        case CodeMeaning::ImmediateHigh: out += span("imm") + " << 16"; break;
        case CodeMeaning::ImmediatePair: out += "pair " + span(""); break;
        }
    }
    return out;
}

void operandSection(const Spec& spec, const Insn& insn, std::string& out) {
    if (insn.operands.size() == 0) return;
    out += "| operand | is | takes | codes |\n|---|---|---|---|\n";
    for (const Operand& o : insn.operands) {
        const char* access = o.access == Access::Read    ? "read"
                             : o.access == Access::Write ? "written"
                                                         : "read and written";
        out += "| " + std::string(o.name) + " | " + access + " | " + escaped(takesText(spec, o));
        if (o.form == Form::Named) out += "; " + valueText(spec, o, defaultOf(o).value) + " if left out";
        out += " | " + (o.selector != nullptr ? codesText(spec, o) : std::string("its number"));
        if (o.borrowsSlot >= 0)
            out += ", in a field of " +
                   std::string(spec.slots[static_cast<std::size_t>(o.borrowsSlot)].name) +
                   ", which must be empty";
        out += " |\n";
    }
    out += "\n";
}

void bundleSection(const Spec& spec, std::string& out) {
    out += "## Bundle\n\n" + std::to_string(spec.bundleBits) +
           " bits.\n\n| slot | bits | class |\n|---|---|---|\n";
    for (const Slot& slot : spec.slots)
        out += "| " + std::string(slot.name) + " | " + bitRange(slot.base, slot.width) + " | " +
               std::string(spec.classes[slot.slotClass].name) + ": " +
               std::string(spec.classes[slot.slotClass].summary) + " |\n";
    const auto rows = [&](std::span<const Field> fields, const char* name, const char* what) {
        for (std::size_t i = 0; i < fields.size(); ++i)
            out += "| " + std::string(name) + std::to_string(i) + " | " +
                   bitRange(fields[i].pieces[0].offset, fields[i].width()) + " | " + what + " |\n";
    };
    rows(spec.sharedRegisters, "vs", "number of a forwarded scalar register");
    rows(spec.immediates, "imm", "immediate");
    rows(spec.reserved, "reserved", "always 0");
    out += "\n## Registers\n\n| registers | what |\n|---|---|\n";
    for (const RegisterFile& f : spec.files)
        out += "| " + std::string(f.prefix) + "0 to " + std::string(f.prefix) + std::to_string(f.count - 1) +
               " | " + std::string(f.title) + ": " + std::string(f.summary) + " |\n";
    out += "\n## Units\n\n| unit | what |\n|---|---|\n";
    for (const Unit& u : spec.units)
        out += "| " + std::string(u.name) + " | " + std::string(u.title) + ": " + std::string(u.summary) +
               (u.exclusive ? "; one instruction of a class per bundle" : "") + " |\n";
    out += "\n## Memory\n\n| space | unit | what |\n|---|---|---|\n";
    for (const Space& s : spec.spaces)
        out += "| " + std::string(s.name) + " | " + std::string(s.unitName) + " | " + std::string(s.summary) +
               " |\n";
    out += "\n";
}

} // namespace

std::string bitRange(unsigned first, unsigned width) {
    const unsigned last = first + width - 1;
    return width == 1 ? std::to_string(first) : std::to_string(last) + ":" + std::to_string(first);
}

BitPicture bitsOf(const Spec& spec, OpId op) {
    const Insn& insn = spec.insns[op];
    const SlotClass& slotClass = spec.classes[insn.slotClass];
    BitPicture out;
    addFields(slotClass.opcode, "code " + std::to_string(insn.code), out);
    addFields(slotClass.predicate, "predicate", out);
    for (const Operand& o : insn.operands) {
        addFields(o.field, std::string(o.name), out);
        addFields(o.registerField, std::string(o.name) + " register", out);
    }
    unsigned width = 0;
    for (const Slot& slot : spec.slots)
        if (slot.slotClass == insn.slotClass) width = slot.width;
    out.slot = withoutGaps(std::move(out.slot), width);
    return out;
}

std::string page(const Spec& spec, OpId op, const TimingText& timing) {
    const Insn& insn = spec.insns[op];
    const SlotClass& slotClass = spec.classes[insn.slotClass];
    const Unit& unit = spec.units[index(insn.unit)];
    std::string out = "### " + std::string(slotClass.name) + " `" + std::string(insn.name) + "`\n\n";
    out += "`" + syntaxOf(spec, op) + "`\n\n";
    out += std::string(insn.summary) + (insn.detail.empty() ? "." : ": " + std::string(insn.detail) + ".") +
           "\n\n";
    operandSection(spec, insn, out);
    bitSection(spec, op, out);
    out += "- Slots: " + slotsText(spec, lookupOf(spec).slotsOf(op)) + (insn.onlySlots != 0 ? " only" : "") +
           "\n";
    out += "- Unit: " + std::string(unit.title) +
           (unit.exclusive ? ", one instruction of a class per bundle" : "") + "\n";
    const std::string clocks = timing ? timing(insn.timing) : std::string();
    out += "- Timing: `" + std::string(insn.timing) + "`" + (clocks.empty() ? "" : ", " + clocks) + "\n";
    out += "- Source: " + std::string(insn.source) + "\n";
    return out;
}

std::string bundlePage(const Spec& spec) {
    std::string out = "# " + std::string(spec.title) + "\n\n";
    bundleSection(spec, out);
    return out;
}

std::string pages(const Spec& spec, const TimingText& timing) {
    std::string out = bundlePage(spec);
    for (std::size_t c = 0; c < spec.classes.size(); ++c) {
        out += "## Instructions of class " + std::string(spec.classes[c].name) + "\n\n";
        for (std::size_t i = 0; i < spec.insns.size(); ++i)
            if (spec.insns[i].slotClass == c) out += page(spec, static_cast<OpId>(i), timing) + "\n";
    }
    out.pop_back();
    return out;
}

} // namespace lw::isa
