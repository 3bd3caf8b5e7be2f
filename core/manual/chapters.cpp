// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/assemble.h"
#include "core/manual/book.h"
#include "core/network/kinds.h"
#include "core/network/onnx_import.h"

#include <algorithm>

// The chapters, and the page that leads to everything.
namespace lw::manual {

namespace {

// "# Title" of a written page.
std::string titleOf(std::string_view markdown) {
    const std::size_t end = markdown.find('\n');
    return std::string(markdown.substr(2, end == markdown.npos ? end : end - 2));
}

// The first sentence of the first paragraph, in one line.
std::string firstSentence(std::string_view markdown) {
    std::size_t begin = markdown.find("\n\n");
    if (begin == markdown.npos) return {};
    begin += 2;
    std::string out(markdown.substr(begin, markdown.find("\n\n", begin) - begin));
    for (char& c : out)
        if (c == '\n') c = ' ';
    if (out.starts_with('#')) return {};
    if (const std::size_t end = out.find("。"); end != out.npos) return out.substr(0, end) + "。";
    for (const char* end : {". ", "; "}) out = out.substr(0, out.find(end));
    while (out.ends_with('.')) out.pop_back();
    return out + ".";
}

std::string clocksTable(const Subject& subject) {
    std::string out = "| key | clocks | source | instructions |\n|---|---|---|---|\n";
    for (const chips::Timing& row : subject.timing) {
        std::string users;
        for (const isa::Insn& insn : subject.spec->insns)
            if (insn.timing == row.key)
                users += (users.empty() ? "[" : ", [") + std::string(insn.name) + "](insn/" +
                         std::string(subject.spec->classes[insn.slotClass].name) + "." +
                         std::string(insn.name) + ")";
        out += "| " + std::string(row.key) + " | " + std::to_string(row.clocks) + " | " + row.source + " | " +
               users + " |\n";
    }
    return out;
}

} // namespace

void Book::addChapters(const Subject& subject, std::span<const Written> translations) {
    for (const Written& written : writtenPages()) {
        const std::string name(written.name);
        const auto translated = std::ranges::find(translations, written.name, &Written::name);
        const bool isTranslated = translated != translations.end();
        const std::string_view text = isTranslated ? translated->text : written.text;
        Page page{.id = "chapter/" + name,
                  .title = titleOf(text),
                  .kind = PageKind::Chapter,
                  .summary = firstSentence(text),
                  .keys = {name, titleOf(written.text)},
                  .text = std::string(text),
                  .isTranslated = isTranslated};
        if (isTranslated) page.keys.push_back(page.title);
        if (name == "assembler")
            for (const std::string_view function : assembler::functionNames())
                page.keys.emplace_back(function);
        if (name == "timing")
            page.text += "\n## Clocks of " + subject.machine + "\n\n" + clocksTable(subject);
        if (name == "network")
            page.text += "\n## Kinds of layers\n\n" + network::kindsTable() + "\n## Operators of ONNX\n\n" +
                         network::onnxTable();
        add(std::move(page));
    }
    add({.id = "chapter/bundle",
         .title = "The bundle",
         .kind = PageKind::Chapter,
         .summary = "Slots, shared fields, registers, units and memories of the chip.",
         .keys = {"bundle layout", "slots", "units"},
         .text = isa::bundlePage(*subject.spec)});
}

void Book::addContents(const Subject& subject) {
    Page page{.id = "contents",
              .title = "Contents",
              .kind = PageKind::Contents,
              .summary = "Everything the manual has a page on.",
              .keys = {"contents", "manual", "help"}};
    page.text = "# Manual\n\n" + std::string(subject.spec->title) + ", " + subject.machine +
                ". Type above to search; F1 in the window opens the page of what is under the cursor.\n\n";
    const auto section = [&](const char* title, PageKind kind, std::string_view prefix = {}) {
        std::string links;
        for (const Page& one : m_pages)
            if (one.kind == kind && one.id.starts_with(prefix))
                links += (links.empty() ? "[" : ", [") + one.title + "](" + one.id + ")";
        page.text += "## " + std::string(title) + "\n\n" + links + "\n\n";
    };
    page.text += "## Chapters\n\n";
    for (const Page& one : m_pages)
        if (one.kind == PageKind::Chapter)
            page.text += "- [" + one.title + "](" + one.id + ")" + (one.summary.empty() ? "" : ": ") +
                         one.summary + "\n";
    page.text += "\n";
    for (const isa::SlotClass& row : subject.spec->classes)
        section((std::string(row.name) + " instructions").c_str(), PageKind::Instruction,
                "insn/" + std::string(row.name) + ".");
    section("Slots", PageKind::SlotClass);
    section("Registers and special operands", PageKind::Registers);
    section("Directives", PageKind::Directive);
    section("Glossary", PageKind::Term);
    section("Faults", PageKind::Fault);
    section("Messages", PageKind::Message);
    add(std::move(page));
}

} // namespace lw::manual
