// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/lexer.h"

#include "core/source/chars.h"

#include <algorithm>
#include <charconv>

namespace lw::source {

bool Words::isMnemonic(std::string_view word) const {
    return std::binary_search(mnemonics.begin(), mnemonics.end(), word);
}

bool Words::isSlot(std::string_view word) const {
    return std::find(slots.begin(), slots.end(), word) != slots.end();
}

bool Words::isRegister(std::string_view word) const {
    return std::any_of(registers.begin(), registers.end(), [&](const Registers& file) {
        if (!word.starts_with(file.prefix)) return false;
        const std::string_view digits = word.substr(file.prefix.size());
        if (digits.empty() || (digits[0] == '0' && digits.size() > 1)) return false;
        unsigned number = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return error == std::errc() && stop == digits.data() + digits.size() && number < file.count;
    });
}

Lexer::Lexer(std::string_view text, const Words* words)
    : m_begin(text.data()), m_end(text.data() + text.size()), m_at(text.data()), m_words(words) {}

bool Lexer::next(Token& token) {
    for (; m_at < m_end; ++m_at) {
        if (*m_at == '\n')
            m_atStart = true;
        else if (!is(*m_at, kBlank))
            break;
    }
    if (m_at >= m_end) return false;
    const char* from = m_at;
    scan(token);
    m_at = std::min(m_at, m_end);
    token.offset = static_cast<std::uint32_t>(from - m_begin);
    token.text = between(from, m_at);
    return true;
}

void Lexer::scan(Token& token) {
    const char c = *m_at;
    if (startsComment(m_at)) {
        m_at = lineEnd(m_at, m_end);
        token.kind = TokenKind::Comment;
    } else if (is(c, kNameStart)) {
        token.kind = scanName();
    } else if (c == '.' && is(m_at[1], kNameStart)) {
        token.kind = scanDot();
    } else if (is(c, kDigit) || c == '\'') {
        const NumberText number = scanNumber(m_at);
        m_at = number.end;
        m_atStart = false;
        const bool good = number.kind == NumberText::Kind::Integer || number.kind == NumberText::Kind::Real;
        token.kind = good ? TokenKind::Number : TokenKind::Error;
    } else if (c == '"') {
        const char* line = lineEnd(m_at, m_end);
        const void* quote = std::memchr(m_at + 1, '"', static_cast<std::size_t>(line - m_at - 1));
        m_at = quote ? static_cast<const char*>(quote) + 1 : line;
        token.kind = quote ? TokenKind::String : TokenKind::Error;
    } else if (c == '\\') {
        m_at = m_at[1] == '@' ? m_at + 2 : parameterEnd(m_at + 1);
        m_atStart = false;
        token.kind = m_at[-1] == '\\' ? TokenKind::Error : TokenKind::Parameter;
    } else if (std::string_view("{}[](),;:=+-*/%<>&|^~!?@").find(c) != std::string_view::npos && c != '\0') {
        m_atStart = c == '{' || c == '}' || c == ';' || (m_atStart && (c == '@' || c == '!'));
        ++m_at;
        token.kind = TokenKind::Punctuation;
    } else {
        // One token for a run of foreign letters.
        do ++m_at;
        while (m_at < m_end && static_cast<unsigned char>(*m_at) >= 0x80);
        token.kind = TokenKind::Error;
    }
}

// A name, or at the start of a statement the label, slot or mnemonic that it is.
TokenKind Lexer::scanName() {
    const char* from = m_at;
    m_at = nameEnd(m_at);
    const std::string_view name = between(from, m_at);
    if (m_atStart && *m_at == ':' && m_at < m_end) {
        ++m_at;
        return m_words && m_words->isSlot(name) ? TokenKind::Slot : TokenKind::Label;
    }
    if (m_words && m_words->isRegister(name)) {
        const bool isPredicate = m_atStart && from > m_begin && (from[-1] == '@' || from[-1] == '!');
        m_atStart = isPredicate;
        return TokenKind::Register;
    }
    const bool isMnemonic = m_atStart && m_words && m_words->isMnemonic(name);
    m_atStart = false;
    return isMnemonic ? TokenKind::Mnemonic : TokenKind::Name;
}

TokenKind Lexer::scanDot() {
    m_at = nameEnd(m_at);
    if (m_atStart && *m_at == ':' && m_at < m_end) {
        ++m_at;
        return TokenKind::Label;
    }
    const bool isDirective = m_atStart;
    m_atStart = false;
    return isDirective ? TokenKind::Directive : TokenKind::Name;
}

std::vector<Token> tokenize(const std::string& text, const Words* words) {
    std::vector<Token> out;
    Lexer lexer(text, words);
    for (Token token; lexer.next(token);) out.push_back(token);
    return out;
}

} // namespace lw::source
