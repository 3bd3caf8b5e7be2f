// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/chips/catalog.h"
#include "core/isa/page.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The manual as pages of Markdown, made from the tables that the program itself works with.
namespace lw::manual {

// In the order in which pages of equal worth are listed.
enum class PageKind : std::uint8_t {
    Instruction,
    SlotClass,
    Registers,
    Directive,
    Term,
    Fault,
    Message,
    Chapter,
    Contents
};
std::string_view nameOf(PageKind kind); // "instruction"

struct Page {
    std::string id{}; // "insn/vector.fadd": what links and F1 name
    std::string title{};
    PageKind kind = PageKind::Chapter;
    std::string summary{};           // one line
    std::vector<std::string> keys{}; // what it is looked up by: "fadd", "vector.fadd"
    std::string text{};              // Markdown; links are ids of pages
    std::string plain{};             // the text without the marks of Markdown, for the search
    isa::OpId op = isa::kNoOp;       // of an instruction
    std::string example{};           // to be written into a program; empty: none
    bool isTranslated = false;
};

// What the manual is about: an instruction set and the clocks of one machine of it.
struct Subject {
    const isa::Spec* spec = nullptr;
    std::string machine; // what the machine is called
    std::vector<chips::Timing> timing;
};

// The chapters that people wrote: resources/manual/*.md by name.
struct Written {
    std::string_view name, text;
};
std::span<const Written> writtenPages();

class Book {
  public:
    // Chapters that are among the translations are shown as these have them, all else in English.
    explicit Book(const Subject& subject, std::span<const Written> translations = {});

    const std::vector<Page>& pages() const { return m_pages; }
    // The page with that id, or null.
    const Page* page(std::string_view id) const;
    // What a word in a program or a view is about: a mnemonic ("fadd", "vector.fadd"), a register ("v3"), a
    // directive, a code, a term. Null: the manual has no page on it.
    const Page* pageFor(std::string_view word) const;

  private:
    void add(Page page);
    void addInstructions(const Subject& subject);
    void addClasses(const isa::Spec& spec);
    void addRegisters(const isa::Spec& spec);
    void addDirectives();
    void addTerms(const isa::Spec& spec);
    void addFaults();
    void addMessages();
    void addChapters(const Subject& subject, std::span<const Written> translations);
    void addContents(const Subject& subject);

    std::vector<Page> m_pages;
    const isa::Spec* m_spec;
};

// Markdown without its marks: links by their texts, rows of tables by their cells.
std::string plainOf(std::string_view markdown);

// How a directive is written and what it does, in Markdown; empty for a word that is none.
struct DirectiveText {
    std::string syntax, meaning;
};
DirectiveText directiveText(std::string_view name);

// Every row of every room's table of messages.
std::span<const Message* const> messageRows();

} // namespace lw::manual
