// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/source/token.h"

#include <string>
#include <string_view>
#include <vector>

namespace lw::source {

// What an instruction set adds to the language. The views must outlive the lexers that use them.
struct Words {
    std::vector<std::string_view> mnemonics; // sorted
    std::vector<std::string_view> slots;
    struct Registers {
        std::string_view prefix;
        unsigned count = 0;
    };
    std::vector<Registers> registers;

    bool isMnemonic(std::string_view word) const;
    bool isSlot(std::string_view word) const;
    bool isRegister(std::string_view word) const; // "r31"; not "r32" if there are 32, not "r01"
};

// Cuts text into tokens, one per call, without allocating. Every line stands for itself:
// a lexer may begin at any line. Blanks and line ends are not tokens. Any bytes are accepted:
// what can stand nowhere becomes an Error token.
class Lexer {
  public:
    // `text` must be followed by a readable NUL, as std::string's is. Without words all names are Name.
    Lexer(std::string_view text, const Words* words);
    bool next(Token& token); // false at the end of the text

  private:
    void scan(Token& token);
    TokenKind scanName();
    TokenKind scanDot();

    const char* m_begin;
    const char* m_end;
    const char* m_at;
    const Words* m_words;
    // At the start of a statement or instruction: here labels, slots, mnemonics and directives stand.
    bool m_atStart = true;
};

// All tokens of a text, for readers that want a list.
std::vector<Token> tokenize(const std::string& text, const Words* words);

} // namespace lw::source
