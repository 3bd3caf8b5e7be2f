// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/chip_choice.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "core/base/closest_word.h"
#include "core/chips/catalog.h"
#include "core/manual/search.h"

#include <algorithm>

// lw manual: what the window's manual shows.
namespace lw::cli {

namespace {

void print(const manual::Page& page, Console& console) {
    console.print(page.text);
    console.document()["page"] = {
        {"id", page.id}, {"title", page.title}, {"kind", manual::nameOf(page.kind)}, {"text", page.text}};
}

const manual::Page* pageOf(const manual::Book& book, const std::string& words) {
    return book.pageFor(words.empty() ? "contents" : words);
}

Problem nothingOn(const manual::Book& book, const std::string& words) {
    std::vector<std::string_view> keys;
    for (const manual::Page& page : book.pages()) keys.insert(keys.end(), page.keys.begin(), page.keys.end());
    return Problem{&messages::kNoPage, {words}, {}, {}, std::string(closestWord(words, keys))};
}

void list(std::span<const manual::Hit> hits, Console& console) {
    std::size_t width = 0;
    for (const manual::Hit& hit : hits) width = std::max(width, hit.page->id.size() + 2);
    for (const manual::Hit& hit : hits) {
        std::string id = hit.page->id;
        id.resize(width, ' ');
        console.line(id + hit.excerpt);
        console.document()["pages"].push_back({{"id", hit.page->id},
                                               {"title", hit.page->title},
                                               {"kind", manual::nameOf(hit.page->kind)},
                                               {"excerpt", hit.excerpt}});
    }
}

} // namespace

Result<Exit> runManual(const Arguments& arguments, Console& console) {
    std::string words;
    for (const std::string& word : arguments.operands()) words += (words.empty() ? "" : " ") + word;
    const bool isSearch = arguments.has("--search");
    const auto hasPage = [&](const chips::Chip& chip) {
        return pageOf(manual::Book({chip.spec, {}, {}}), words) != nullptr;
    };
    const auto hasHits = [&](const chips::Chip& chip) {
        return !manual::search(manual::Book({chip.spec, {}, {}}), words).empty();
    };
    // A page of its own says more than a word in a chapter shared by all manuals.
    const bool isNamed = std::ranges::any_of(chips::all(), hasPage);
    LW_TRY(const chips::Chip* chip, isNamed ? chipOf(arguments, hasPage) : chipOf(arguments, hasHits));
    LW_TRY(chips::MachineChoice machine,
           chips::machineNamed(*chip, arguments.value("--machine").value_or("")));
    const manual::Book book({chip->spec, machine.title, std::move(machine.timing)});
    if (!isSearch) {
        if (const manual::Page* page = pageOf(book, words)) {
            print(*page, console);
            return Exit::Pass;
        }
    }
    const std::vector<manual::Hit> hits = manual::search(book, words);
    if (hits.empty()) return nothingOn(book, words);
    list(hits, console);
    return Exit::Pass;
}

} // namespace lw::cli
