// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace lw {

namespace {

bool isControl(std::string_view letter) {
    const auto first = static_cast<unsigned char>(letter[0]);
    if (letter.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7f;
    return letter.size() == 2 && first == 0xc2 && static_cast<unsigned char>(letter[1]) < 0xa0; // U+0080 on
}
// What turns the order of letters around: U+200E, U+200F, U+061C, U+202A to U+202E, U+2066 to U+2069.
bool turnsAround(std::string_view letter) {
    if (letter == "\xd8\x9c") return true;
    if (letter.size() != 3 || !letter.starts_with('\xe2')) return false;
    const auto second = static_cast<unsigned char>(letter[1]), third = static_cast<unsigned char>(letter[2]);
    if (second == 0x80) return third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae);
    return second == 0x81 && third >= 0xa6 && third <= 0xa9;
}
// U+FFFE and U+FFFF.
bool isNoLetter(std::string_view letter) { return letter == "\xef\xbf\xbe" || letter == "\xef\xbf\xbf"; }

// Calls with each letter, or with a byte that belongs to none, and whether it may not be printed.
template <typename Call> void eachLetter(std::string_view text, Call call) {
    while (!text.empty()) {
        const std::size_t bytes = letterBytes(text);
        const std::string_view letter = text.substr(0, std::max<std::size_t>(bytes, 1));
        call(letter, bytes == 0 || isControl(letter) || turnsAround(letter) || isNoLetter(letter));
        text.remove_prefix(letter.size());
    }
}

} // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    eachLetter(text, [&](std::string_view letter, bool isOdd) {
        if (isOdd)
            out += '.';
        else
            out += letter;
    });
    return out;
}

std::string printableLine(std::string_view text) {
    std::string out = printable(text);
    std::ranges::replace_if(
        out, [](char c) { return c == '\n' || c == '\t'; }, '.');
    return out;
}

std::string printableName(std::string_view name) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    eachLetter(name, [&](std::string_view letter, bool isOdd) {
        if (!isOdd && letter != "\n" && letter != "\t" && letter != "\\") {
            out += letter;
            return;
        }
        for (const char c : letter) {
            const auto byte = static_cast<unsigned char>(c);
            out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
        }
    });
    return out;
}

} // namespace lw
