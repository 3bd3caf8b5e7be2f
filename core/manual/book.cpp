// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/book.h"

#include "core/assembler/assemble.h"
#include "core/isa/complete.h"
#include "core/isa/lookup.h"
#include "core/manual/glossary.h"

#include <algorithm>

namespace lw::manual {

namespace {

// Cells contain Markdown's column mark only as text.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\\' || i + 1 == text.size() || text[i + 1] != '|') out += text[i];
    return out;
}

std::string link(std::string_view text, std::string_view id) {
    return "[" + std::string(text) + "](" + std::string(id) + ")";
}

std::string keyOf(const isa::Spec& spec, const isa::Insn& insn) {
    return std::string(spec.classes[insn.slotClass].name) + "." + std::string(insn.name);
}
std::string idOf(const isa::Spec& spec, const isa::Insn& insn) { return "insn/" + keyOf(spec, insn); }
// As it is written in an id: links have no blanks.
std::string slug(std::string_view name) {
    std::string out = lowered(name);
    std::replace(out.begin(), out.end(), ' ', '-');
    return out;
}
std::string idOf(const Term& term) { return "term/" + slug(term.name); }

// "[fadd](insn/vector.fadd), ..." of the rows that `accept` takes.
template <typename Accept> std::string linksToRows(const isa::Spec& spec, Accept accept) {
    std::string out;
    for (const isa::Insn& insn : spec.insns)
        if (accept(insn)) out += (out.empty() ? "" : ", ") + link(insn.name, idOf(spec, insn));
    return out;
}

isa::TimingText timingText(const Subject& subject) {
    return [&subject](std::string_view key) -> std::string {
        for (const chips::Timing& row : subject.timing)
            if (row.key == key)
                return std::to_string(row.clocks) + (row.clocks == 1 ? " clock (" : " clocks (") +
                       row.source + ")";
        return "";
    };
}

// "v1", counted up from operand to operand.
std::string someRegister(const isa::Spec& spec, std::int8_t file, unsigned& number) {
    const unsigned count = spec.files[static_cast<std::size_t>(file)].count;
    return isa::registerText(spec, file, std::min(++number, count - 1));
}

// A bundle with that instruction alone, as a person would write it.
std::string exampleOf(const isa::Spec& spec, isa::OpId op) {
    const isa::Insn& insn = spec.insns[op];
    const std::uint16_t slots = isa::lookupOf(spec).slotsOf(op);
    std::string out = "{ ";
    for (std::size_t slot = 0; slot < spec.slots.size(); ++slot)
        if ((slots >> slot & 1) != 0) {
            out += std::string(spec.slots[slot].name) + ": ";
            break;
        }
    out += insn.name;
    unsigned number = 0;
    const char* before = " ";
    for (const isa::Operand& o : insn.operands) {
        if (o.form == isa::Form::Offset || o.form == isa::Form::Named) continue;
        out += before;
        before = ", ";
        if (o.form == isa::Form::Base)
            out += "[" + someRegister(spec, o.file >= 0 ? o.file : spec.sharedFile, number) + "+0]";
        else if (o.form == isa::Form::Target)
            out += "0";
        else if (o.file >= 0)
            out += someRegister(spec, o.file, number);
        else
            out += o.number == isa::NumberKind::Float ? "1.0" : "1";
    }
    return out + " }";
}

} // namespace

std::string_view nameOf(PageKind kind) {
    switch (kind) {
    case PageKind::Instruction: return "instruction";
    case PageKind::SlotClass: return "slots";
    case PageKind::Registers: return "registers";
    case PageKind::Directive: return "directive";
    case PageKind::Term: return "glossary";
    case PageKind::Fault: return "fault";
    case PageKind::Message: return "message";
    case PageKind::Chapter: return "chapter";
    default: return "contents";
    }
}

Book::Book(const Subject& subject, std::span<const Written> translations) : m_spec(subject.spec) {
    addInstructions(subject);
    addClasses(*m_spec);
    addRegisters(*m_spec);
    addDirectives();
    addTerms(*m_spec);
    addFaults();
    addMessages();
    addChapters(subject, translations);
    addContents(subject);
}

// ---- pages from the table of instructions

void Book::addInstructions(const Subject& subject) {
    const isa::Spec& spec = *m_spec;
    const isa::TimingText timing = timingText(subject);
    for (std::size_t i = 0; i < spec.insns.size(); ++i) {
        const isa::Insn& insn = spec.insns[i];
        const auto op = static_cast<isa::OpId>(i);
        const std::string_view className = spec.classes[insn.slotClass].name;
        Page page{.id = idOf(spec, insn),
                  .title = std::string(insn.name),
                  .kind = PageKind::Instruction,
                  .summary = std::string(className) + ": " + std::string(insn.summary),
                  .keys = {std::string(insn.name), keyOf(spec, insn)},
                  .text = isa::page(spec, op, timing),
                  .op = op,
                  .example = exampleOf(spec, op)};
        page.text += "\nFor example:\n\n```\n" + page.example + "\n```\n\nSee also: ";
        for (const isa::OpId other : isa::lookupOf(spec).opsNamed(insn.name))
            if (other != op)
                page.text += link(keyOf(spec, spec.insns[other]), idOf(spec, spec.insns[other])) + ", ";
        page.text += link(std::string(className) + " instructions", "class/" + std::string(className));
        if (const Term* unit = findTerm(spec.units[index(insn.unit)].name))
            page.text += ", " + link(spec.units[index(insn.unit)].title, idOf(*unit));
        page.text += ", " + link("timing", "chapter/timing") + "\n";
        add(std::move(page));
    }
}

void Book::addClasses(const isa::Spec& spec) {
    for (std::size_t c = 0; c < spec.classes.size(); ++c) {
        const isa::SlotClass& row = spec.classes[c];
        Page page{.id = "class/" + std::string(row.name),
                  .title = std::string(row.name) + " instructions",
                  .kind = PageKind::SlotClass,
                  .summary = std::string(row.summary),
                  .keys = {std::string(row.name) + " instructions", "class " + std::string(row.name)}};
        page.text =
            "# " + page.title + "\n\n" + page.summary + ".\n\n| slot | bits of the bundle |\n|---|---|\n";
        for (const isa::Slot& slot : spec.slots) {
            if (slot.slotClass != c) continue;
            page.keys.push_back("slot " + std::string(slot.name));
            page.keys.emplace_back(slot.name);
            page.text +=
                "| " + std::string(slot.name) + " | " + isa::bitRange(slot.base, slot.width) + " |\n";
        }
        page.text += "\n| instruction | meaning |\n|---|---|\n";
        for (const isa::Insn& insn : spec.insns)
            if (insn.slotClass == c)
                page.text +=
                    "| " + link(insn.name, idOf(spec, insn)) + " | " + escaped(insn.summary) + " |\n";
        page.text += "\nSee also: " + link("the bundle", "chapter/bundle") + "\n";
        add(std::move(page));
    }
}

void Book::addRegisters(const isa::Spec& spec) {
    for (std::size_t f = 0; f < spec.files.size(); ++f) {
        const isa::RegisterFile& file = spec.files[f];
        const std::string prefix(file.prefix), summary(file.summary);
        const std::string first = prefix + "0", last = prefix + std::to_string(file.count - 1),
                          one = prefix + "1";
        Page page{.id = "registers/" + prefix,
                  .title = std::string(file.title),
                  .kind = PageKind::Registers,
                  .summary = first,
                  .keys = {prefix, std::string(file.title)}};
        page.summary.append(" to ").append(last).append(": ").append(summary);
        page.text.append("# ").append(page.title).append("\n\n`").append(first).append("` to `").append(last);
        page.text.append("`: ").append(summary).append(".\n\n");
        if (file.constantNumber >= 0)
            page.text += "`" + prefix + std::to_string(file.constantNumber) +
                         "` is a constant and may not be written.\n\n";
        const auto uses = [&](isa::Access but) {
            return linksToRows(spec, [&](const isa::Insn& insn) {
                return std::any_of(insn.operands.begin(), insn.operands.end(), [&](const isa::Operand& o) {
                    return o.file == static_cast<std::int8_t>(f) && o.access != but;
                });
            });
        };
        page.text +=
            "- Written by: " + uses(isa::Access::Read) + "\n- Read by: " + uses(isa::Access::Write) + "\n";
        if (spec.predicateFile == static_cast<std::int8_t>(f))
            page.text.append("\nEvery instruction may have a predicate in front: `@")
                .append(one)
                .append(" add r1, r1, 1` acts where the predicate is true, `@!")
                .append(one)
                .append(" ...` where it is false.\n");
        if (spec.sharedFile == static_cast<std::int8_t>(f)) {
            page.text +=
                "\n## Special operands\n\nInstructions of the other slots get scalar values through shared "
                "fields of the bundle: " +
                std::to_string(spec.sharedRegisters.size()) + " fields `vs0` ... name registers, " +
                std::to_string(spec.immediates.size()) +
                " fields `imm0` ... of 16 bits hold constants, and two neighbours of those a pair "
                "of 32 bits. What an operand can take of these its instruction's page says under *takes*.\n";
            for (std::size_t i = 0; i < spec.sharedRegisters.size(); ++i)
                page.keys.push_back("vs" + std::to_string(i));
        }
        add(std::move(page));
    }
}

void Book::addTerms(const isa::Spec& spec) {
    for (const Term& term : glossary()) {
        Page page{.id = idOf(term),
                  .title = std::string(term.name),
                  .kind = PageKind::Term,
                  .summary = std::string(term.words.empty() ? term.text : term.words),
                  .keys = {std::string(term.name)}};
        page.text = "# " + page.title + "\n\n";
        if (!term.words.empty()) {
            page.keys.emplace_back(term.words);
            page.text += "**" + std::string(term.words) + "**\n\n";
        }
        page.text += std::string(term.text) + "\n\n";
        for (isa::UnitId id{}; index(id) < spec.units.size(); ++id) {
            const isa::Unit& unit = spec.units[index(id)];
            if (findTerm(unit.name) != &term) continue;
            page.text +=
                "On this chip: " + std::string(unit.title) + ": " + std::string(unit.summary) + ".\n\n";
            const std::string rows =
                linksToRows(spec, [&](const isa::Insn& insn) { return insn.unit == id; });
            if (!rows.empty()) page.text += "Instructions: " + rows + "\n\n";
        }
        for (const isa::Space& space : spec.spaces)
            if (findTerm(space.name) == &term)
                page.text += "On this chip: " + std::string(space.summary) + "; addressed by " +
                             std::string(space.unitName) + ".\n\n";
        std::string related;
        for (const Term* other : termsIn(term.text))
            if (other != &term) related += (related.empty() ? "" : ", ") + link(other->name, idOf(*other));
        if (!related.empty()) page.text += "See also: " + related + "\n\n";
        page.text += "Source: " + std::string(term.source) + "\n";
        add(std::move(page));
    }
}

// ---- pages from the other tables

// A directive is a row of the chapter on the language.
DirectiveText directiveText(std::string_view name) {
    std::string_view chapter;
    for (const Written& written : writtenPages())
        if (written.name == "assembler") chapter = written.text;
    for (std::size_t at = chapter.find("\n| `"); at != chapter.npos; at = chapter.find("\n| `", at + 1)) {
        const std::string_view line = chapter.substr(at + 1, chapter.find('\n', at + 1) - at - 1);
        const std::size_t middle = line.find(" | ");
        const std::string_view written = line.substr(2, middle - 2);
        const std::size_t found = written.find(name);
        if (found == written.npos) continue;
        const char next = found + name.size() < written.size() ? written[found + name.size()] : ' ';
        if (next >= 'a' && next <= 'z') continue; // .endr of .endfor
        return {unescaped(written), unescaped(line.substr(middle + 3, line.size() - middle - 5))};
    }
    return {};
}

void Book::addDirectives() {
    for (const std::string_view name : assembler::directiveNames()) {
        const DirectiveText found = directiveText(name);
        add({.id = "directive/" + std::string(name),
             .title = std::string(name),
             .kind = PageKind::Directive,
             .summary = found.meaning,
             .keys = {std::string(name), std::string(name.substr(1))},
             .text = "# `" + std::string(name) + "`\n\n" + found.syntax + "\n\n" + found.meaning +
                     ".\n\nSee also: " + link("the assembly language", "chapter/assembler") + "\n"});
    }
}

namespace {

// A template with its places as dots.
std::string withoutArguments(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isPlace = text[at] == '{' && at + 2 < text.size() && text[at + 2] == '}';
        out += isPlace ? "..." : std::string(1, text[at]);
        if (isPlace) at += 2;
    }
    return out;
}

} // namespace

void Book::addMessages() {
    std::vector<const Message*> rows;
    for (const Message* row : messageRows())
        if (!row->code.empty()) rows.push_back(row); // others are notes
    std::sort(rows.begin(), rows.end(), [](const Message* a, const Message* b) { return a->code < b->code; });
    for (const Message* row : rows) {
        const std::string code(row->code);
        const bool isError = row->severity == Severity::Error;
        add({.id = "code/" + code,
             .title = code,
             .kind = PageKind::Message,
             .summary = withoutArguments(row->text),
             .keys = {code},
             .text =
                 "# " + code + "\n\n" + (isError ? "Error" : "Warning") + ": *" +
                 withoutArguments(row->text) + "*\n\n" + std::string(row->explanation) + "\n" +
                 (isError ? ""
                          : "\n`.warn off, " + code + "` switches it off for the bundles that follow; see " +
                                link(".warn", "directive/.warn") + ".\n")});
    }
}

} // namespace lw::manual
