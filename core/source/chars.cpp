// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/chars.h"

#include <charconv>
#include <limits>
#include <string>

namespace lw::source {

namespace {

int digitValue(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

NumberText scanInBase(const char* p, int base, NumberText out) {
    std::uint64_t value = 0;
    bool any = false, large = false;
    for (;; ++p) {
        if (*p == '_' && any) continue;
        const int digit = digitValue(*p);
        if (digit >= base) break;
        const auto b = static_cast<std::uint64_t>(base), d = static_cast<std::uint64_t>(digit);
        large =
            large || value > (static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - d) / b;
        if (!large) value = value * b + d;
        any = true;
    }
    out.end = nameEnd(p);
    if (!any || out.end != p || p[-1] == '_') return out;
    out.kind = large ? NumberText::Kind::TooLarge : NumberText::Kind::Integer;
    out.integer = static_cast<std::int64_t>(value);
    return out;
}

NumberText scanReal(const char* begin, NumberText out) {
    std::string digits; // without the separators
    const char* p = begin;
    const auto take = [&] {
        while (is(*p, kDigit) || *p == '_') {
            if (*p != '_') digits += *p;
            ++p;
        }
    };
    take();
    if (*p == '.') digits += *p++;
    take();
    if (*p == 'e' || *p == 'E') {
        digits += *p++;
        if (*p == '+' || *p == '-') digits += *p++;
        take();
    }
    out.end = nameEnd(p);
    if (out.end != p || p[-1] == '_' || p[-1] == '.') return out;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.real);
    if (stop != digits.data() + digits.size()) return out;
    out.kind = error == std::errc() ? NumberText::Kind::Real : NumberText::Kind::TooLarge;
    return out;
}

} // namespace

NumberText scanNumber(const char* p) {
    NumberText out;
    if (*p == '\'') {
        const bool closed = p[1] >= ' ' && p[1] <= '~' && p[2] == '\'';
        out.end = closed ? p + 3 : p + 1;
        out.kind = closed ? NumberText::Kind::Integer : NumberText::Kind::Bad;
        out.integer = p[1];
        return out;
    }
    if (*p == '0' && (p[1] == 'x' || p[1] == 'X')) return scanInBase(p + 2, 16, out);
    if (*p == '0' && (p[1] == 'b' || p[1] == 'B')) return scanInBase(p + 2, 2, out);
    const char* q = p;
    while (is(*q, kDigit) || *q == '_') ++q;
    if (*q == '.' || *q == 'e' || *q == 'E') return scanReal(p, out);
    return scanInBase(p, 10, out);
}

} // namespace lw::source
