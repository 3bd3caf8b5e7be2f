// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/format.h"
#include "core/source/chars.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/words.h"

#include <string_view>

using namespace lw;

namespace {

// Blanks at the end of a comment are blanks.
std::vector<std::string_view> tokensOf(const std::string& text) {
    std::vector<std::string_view> out;
    for (const source::Token& token : source::tokenize(text, &fuzz::trainingWords())) {
        std::string_view word = token.text;
        while (token.kind == source::TokenKind::Comment && source::is(word.back(), source::kBlank))
            word.remove_suffix(1);
        out.push_back(word);
    }
    return out;
}

} // namespace

// Only blanks change, and what is formatted stays as it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const std::string once = assembler::format(text, fuzz::trainingWords());
    LW_REQUIRE(assembler::format(once, fuzz::trainingWords()) == once,
               "formatting twice is not formatting once");
    LW_REQUIRE(tokensOf(once) == tokensOf(text), "formatting changes more than blanks");
    return 0;
}
