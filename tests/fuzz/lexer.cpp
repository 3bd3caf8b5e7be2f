// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/lexer.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/words.h"

using namespace lw;

namespace {

bool isGap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

} // namespace

// Any bytes are cut into tokens that follow each other, and only blanks and line ends lie between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    for (const source::Words* known : {&fuzz::trainingWords(), static_cast<const source::Words*>(nullptr)}) {
        source::Lexer lexer(text, known);
        std::size_t at = 0;
        for (source::Token token; lexer.next(token);) {
            LW_REQUIRE(!token.text.empty() && token.offset >= at, "tokens overlap");
            LW_REQUIRE(token.text.data() == text.data() + token.offset, "a token is no piece of the text");
            for (; at < token.offset; ++at) LW_REQUIRE(isGap(text[at]), "bytes are in no token");
            at += token.text.size();
        }
        for (; at < text.size(); ++at) LW_REQUIRE(isGap(text[at]), "bytes at the end are in no token");
    }
    return 0;
}
