// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_text.h"

#include <charconv>
#include <cmath>

namespace lw::cli {

std::string hexText(std::uint64_t value, std::size_t digits) {
    std::string out(digits, '0');
    for (std::size_t i = digits; i-- > 0; value >>= 4) out[i] = "0123456789abcdef"[value & 15];
    return out;
}

std::string realText(double value) {
    char buffer[40];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string fixedText(double value, int digits) {
    char buffer[400]; // the largest double has 309 digits before the point
    return {buffer,
            std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits).ptr};
}

std::string significantText(double value, int digits) {
    char buffer[40];
    return {buffer,
            std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr};
}

std::string groupedText(std::uint64_t value) {
    std::string out = std::to_string(value);
    for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
    return out;
}

std::string countText(std::uint64_t count, std::string_view what) {
    return groupedText(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string percentText(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "-"
                      : fixedText(100 * static_cast<double>(part) / static_cast<double>(whole), 1) + "%";
}

Json realJson(double value) {
    if (std::isfinite(value)) return Json(value);
    return std::isnan(value) ? Json("nan") : Json(value > 0 ? "inf" : "-inf");
}

std::string padRight(std::string_view text, std::size_t width) {
    std::string out(text);
    if (out.size() < width) out.resize(width, ' ');
    return out;
}

std::string padLeft(std::string_view text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + std::string(text)
                               : std::string(text);
}

} // namespace lw::cli
