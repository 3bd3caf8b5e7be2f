// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace lw {

// Bytes of the UTF-8 letter that the text begins with; 0: it begins with none. No overlong forms, no
// surrogates, nothing past U+10FFFF.
constexpr std::size_t letterBytes(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80) return text.empty() ? 0 : 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
        return follows(1) && follows(2) ? 3 : 0;
    }
    if (first < 0xf0 || first > 0xf4 || (first == 0xf0 && byte(1) < 0x90) ||
        (first == 0xf4 && byte(1) > 0x8f))
        return 0;
    return follows(1) && follows(2) && follows(3) ? 4 : 0;
}

// Whether a byte is inside a letter, not its first.
constexpr bool continuesLetter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

} // namespace lw
