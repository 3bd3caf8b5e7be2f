// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// The letters of the language: what lexer and assembler agree on. The scanning functions read until a byte
// that ends what they scan; texts given to them end with a NUL, which is in no class but kEndsOperand.
namespace lw::source {

enum CharClass : std::uint8_t {
    kNameStart = 1, // letters and _
    // Those, digits, . and @ (the dots of mnemonics and qualified labels, the @ of expansion numbers).
    kNameMore = 2,
    kDigit = 4,
    kBlank = 8,       // space, tab, carriage return
    kEndsOperand = 16 // , ; } ] ) # line end and NUL: after one of these an operand is complete
};

inline constexpr std::array<std::uint8_t, 256> kCharClasses = [] {
    std::array<std::uint8_t, 256> out{};
    const auto add = [&](std::string_view chars, std::uint8_t bits) {
        for (const char c : chars) out[static_cast<unsigned char>(c)] |= bits;
    };
    add("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", kNameStart | kNameMore);
    add("0123456789", kDigit | kNameMore);
    add(".@", kNameMore);
    add(" \t\r", kBlank);
    add(std::string_view(",;}])#\n\0", 8), kEndsOperand);
    return out;
}();

inline bool is(char c, std::uint8_t classes) {
    return (kCharClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

inline const char* skipBlanks(const char* p) {
    while (is(*p, kBlank)) ++p;
    return p;
}

inline const char* nameEnd(const char* p) {
    while (is(*p, kNameMore)) ++p;
    return p;
}

// The end of a parameter's name: letters, digits and _ only, so that text may follow with a dot.
inline const char* parameterEnd(const char* p) {
    while (is(*p, kNameStart | kDigit)) ++p;
    return p;
}

// `;@word`: a comment that tools read; also without its word, which is then missed. What looks like it before
// an instruction is a predicate: `;@p1`.
inline bool startsHint(const char* p) {
    if (*p != ';' || p[1] != '@') return false;
    if (p[2] >= 'a' && p[2] <= 'z') return !is(p[3], kDigit);
    const char* rest = p + 2;
    while (*rest == ' ' || *rest == '\t' || *rest == '\r') ++rest;
    return *rest == '\n' || *rest == '\0' || *rest == '#';
}
inline bool startsComment(const char* p) { return *p == '#' || (*p == '/' && p[1] == '/') || startsHint(p); }

// The line end (or `end`) at or after p.
inline const char* lineEnd(const char* p, const char* end) {
    const void* found = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    return found ? static_cast<const char*>(found) : end;
}

inline std::string_view between(const char* from, const char* to) {
    return {from, static_cast<std::size_t>(to - from)};
}

// A number as it is written. `end` is where it stops, also when it is bad.
struct NumberText {
    enum class Kind : std::uint8_t { Integer, Real, Bad, TooLarge } kind = Kind::Bad;
    const char* end = nullptr;
    std::int64_t integer = 0;
    double real = 0;
};

// The number at p, whose first character is a digit or '. The text ends with a byte that is in no number.
// 10, 0x1f, 0b101, 1_000, 1.5, 2.5e-3, 'a'.
// TooLarge: an integer of 2^63 or more, or a real beyond the doubles.
NumberText scanNumber(const char* p);

} // namespace lw::source
