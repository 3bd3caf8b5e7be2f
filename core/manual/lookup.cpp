// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/lookup.h"
#include "core/manual/book.h"
#include "core/manual/glossary.h"

#include <algorithm>
#include <utility>

namespace lw::manual {

namespace {

// Whether the bracket at `open` begins a link: other brackets are text, as in "w[k][n]".
bool beginsLink(std::string_view markdown, std::size_t open) {
    const std::size_t close = markdown.find_first_of("[]", open + 1);
    return close != markdown.npos && markdown[close] == ']' && markdown.substr(close + 1, 1) == "(";
}

} // namespace

std::string plainOf(std::string_view markdown) {
    std::string out;
    bool isLink = false, isCode = false;
    for (std::size_t at = 0; at < markdown.size(); ++at) {
        const char c = markdown[at];
        if (c == '`') {
            isCode = !isCode;
            continue;
        }
        // Between blanks it multiplies.
        const bool isSign =
            c == '*' && at > 0 && markdown[at - 1] == ' ' && markdown.substr(at + 1, 1) == " ";
        if (!isCode && ((c == '*' && !isSign) || c == '#')) continue;
        if (c == '[' && beginsLink(markdown, at)) {
            isLink = true;
            continue;
        }
        if (c == ']' && std::exchange(isLink, false)) {
            at = std::min(markdown.find(')', at), markdown.size());
            continue;
        }
        if (c == '\\' && at + 1 < markdown.size() && markdown[at + 1] == '|') continue;
        out += c == '|' ? ' ' : c;
    }
    return out;
}

void Book::add(Page page) {
    page.plain = plainOf(page.text);
    m_pages.push_back(std::move(page));
}

const Page* Book::page(std::string_view id) const {
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [id](const Page& page) { return page.id == id; });
    return found == m_pages.end() ? nullptr : &*found;
}

const Page* Book::pageFor(std::string_view word) const {
    if (const Page* found = page(word)) return found;
    const auto called = [&](PageKind kind) -> const Page* {
        for (const Page& one : m_pages)
            if (one.kind == kind && std::find(one.keys.begin(), one.keys.end(), word) != one.keys.end())
                return &one;
        return nullptr;
    };
    // A mnemonic first: in a program `push` is more often an instruction than anything else.
    for (const PageKind kind :
         {PageKind::Instruction, PageKind::Directive, PageKind::Message, PageKind::Fault})
        if (const Page* found = called(kind)) return found;
    if (const std::int8_t file = isa::lookupOf(*m_spec).fileOf(word); file >= 0)
        return page("registers/" + std::string(m_spec->files[static_cast<std::size_t>(file)].prefix));
    if (const Term* term = findTerm(word))
        for (const Page& one : m_pages)
            if (one.kind == PageKind::Term && one.title == term->name) return &one;
    for (const PageKind kind :
         {PageKind::Registers, PageKind::SlotClass, PageKind::Chapter, PageKind::Contents})
        if (const Page* found = called(kind)) return found;
    return nullptr;
}

} // namespace lw::manual
