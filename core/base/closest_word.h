// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace lw {

// What a misspelt word was probably meant to be: the candidate with the fewest insertions, deletions,
// replacements and swaps of neighbours, if they are at most a third of its length (one is always
// forgiven); empty otherwise. The first wins a tie.
std::string_view closestWord(std::string_view word, std::span<const std::string_view> candidates);

} // namespace lw
