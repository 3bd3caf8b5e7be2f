// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace lw::source {

enum class TokenKind : std::uint8_t {
    Name, // of a label, constant, tensor, function, operand
    Mnemonic,
    Register,
    Slot,  // with its colon
    Label, // where it is defined, with its colon
    Directive,
    Parameter, // \name or \@ in the body of a macro or repetition
    Number,
    String, // with its quotes
    Punctuation,
    Comment,
    Error, // a byte or a run of bytes that can stand nowhere, an unclosed string, a malformed number
};

struct Token {
    TokenKind kind = TokenKind::Error;
    std::uint32_t offset = 0; // bytes from the beginning of the text that was given to the lexer
    std::string_view text;    // a piece of that text
};

} // namespace lw::source
