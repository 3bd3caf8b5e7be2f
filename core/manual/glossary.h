// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

// The words a person meets in the window and does not know: units, memories, abbreviations, headings.
namespace lw::manual {

struct Term {
    std::string_view name;  // as it is written most often: "MXU"
    std::string_view words; // spelled out: "matrix unit"; empty: the name says it
    std::string_view text;  // one or two sentences
    // Where the word is from: a publication, "general usage", "inferred" or "invented" (a word of ours).
    std::string_view source;
    std::string_view aliases{}; // other spellings, each between bars: "|systolic array|pe array|"
};

std::span<const Term> glossary();

// The term that is called so, by name, words or alias, whatever the case; a plural s is forgiven. Null: none.
const Term* findTerm(std::string_view word);

// The terms a text contains, in the order in which they occur there, each once:
// whole words, the longest first.
std::vector<const Term*> termsIn(std::string_view text);

// With its ASCII capitals as small letters.
std::string lowered(std::string_view text);

} // namespace lw::manual
