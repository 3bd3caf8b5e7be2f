// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <string_view>

// Numbers as lw prints them; the same in every locale.
namespace lw::cli {

std::string hexText(std::uint64_t value, std::size_t digits);      // without 0x
std::string realText(double value);                                // shortest that reads back
std::string fixedText(double value, int digits);                   // digits after the point
std::string significantText(double value, int digits);             // that many digits, or fewer if exact
std::string groupedText(std::uint64_t value);                      // 1,234,567
std::string countText(std::uint64_t count, std::string_view what); // "1 bundle", "2,000 bundles"
std::string percentText(std::uint64_t part, std::uint64_t whole);  // "12.5%"
Json realJson(double value); // JSON has neither infinities nor NaNs: they are "inf", "-inf" and "nan"
// The text, padded with blanks.
std::string padRight(std::string_view text, std::size_t width);
std::string padLeft(std::string_view text, std::size_t width);

} // namespace lw::cli
