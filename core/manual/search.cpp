// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/search.h"

#include "core/base/utf8.h"
#include "core/manual/glossary.h"

#include <algorithm>

namespace lw::manual {

namespace {

constexpr std::size_t kExcerptBytes = 120;

// How well a page is called by the whole query.
enum Score : int { kIsCalled = 1000, kAlias = 900, kBegins = 700, kTitle = 120, kSummary = 40, kText = 10 };
constexpr int kAtWordStart = 2; // twice as much as inside of a word

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) out.push_back(lowered(text.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// 0: not in it; kAtWordStart: somewhere a word begins with it; 1: only inside of words.
int strength(const std::string& text, const std::string& word) {
    int best = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (at == 0 || !isLetter(text[at - 1])) return kAtWordStart;
        best = 1;
    }
    return best;
}

int called(const Page& page, const std::string& query, const Term* term) {
    int best = 0;
    for (const std::string& key : page.keys) {
        const std::string small = lowered(key);
        if (small == query) return kIsCalled;
        if (small.starts_with(query))
            best = std::max(
                best, kBegins - static_cast<int>(std::min<std::size_t>(small.size() - query.size(), 50)));
    }
    if (term && page.kind == PageKind::Term && page.title == term->name) best = std::max<int>(best, kAlias);
    return best;
}

int scoreOf(const Page& page, const std::string& query, const std::vector<std::string>& words,
            const Term* term) {
    const int name = called(page, query, term);
    int score = name;
    const std::string title = lowered(page.title), summary = lowered(page.summary),
                      text = lowered(page.plain);
    for (const std::string& word : words) {
        const int part = std::max({kTitle * strength(title, word), kSummary * strength(summary, word),
                                   kText * strength(text, word)});
        if (part == 0 && name == 0) return 0;
        score += part;
    }
    return score;
}

// The summary, unless only the text has the words: then the first line of it that has one.
std::string excerptOf(const Page& page, const std::string& query, const std::vector<std::string>& words) {
    const std::string summary = plainOf(page.summary), small = lowered(page.plain);
    std::string out = summary;
    const bool isNamed = called(page, query, nullptr) != 0 ||
                         std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                             return lowered(page.title + ' ' + summary).find(word) != std::string::npos;
                         });
    for (std::size_t i = 0; i < words.size() && !isNamed; ++i) {
        const std::size_t at = small.find(words[i]);
        if (at == std::string::npos) continue;
        const std::size_t begin = small.rfind('\n', at) + 1; // npos + 1 is 0
        out = page.plain.substr(begin, small.find('\n', at) - begin);
        break;
    }
    out.erase(0, std::min(out.find_first_not_of(" -"), out.size()));
    if (out.size() <= kExcerptBytes) return out;
    std::size_t end = kExcerptBytes; // never inside of a character
    while (end > 0 && continuesLetter(out[end])) --end;
    return out.substr(0, end) + "...";
}

} // namespace

std::vector<Hit> search(const Book& book, std::string_view query, std::size_t most) {
    const std::vector<std::string> words = wordsOf(query);
    if (words.empty()) return {};
    std::string whole;
    for (const std::string& word : words) whole += (whole.empty() ? "" : " ") + word;
    const Term* term = findTerm(whole);
    std::vector<Hit> out;
    for (const Page& page : book.pages()) {
        if (page.kind == PageKind::Contents) continue;
        if (const int score = scoreOf(page, whole, words, term)) out.push_back({&page, score, {}});
    }
    std::stable_sort(out.begin(), out.end(), [](const Hit& a, const Hit& b) {
        return a.score != b.score ? a.score > b.score : a.page->kind < b.page->kind;
    });
    if (out.size() > most) out.resize(most);
    for (Hit& hit : out) hit.excerpt = excerptOf(*hit.page, whole, words);
    return out;
}

} // namespace lw::manual
