// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/format.h"

#include "tests/fuzz/input.h"
#include "tests/fuzz/words.h"

#include <string_view>

using namespace lw;

namespace {

std::vector<std::string_view> tokensOf(const std::string& text) {
    std::vector<std::string_view> out;
    for (const source::Token& token : source::tokenize(text, &fuzz::trainingWords()))
        out.push_back(token.text);
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
