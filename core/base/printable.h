// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lw {

// A text that came from outside as it may be written to a terminal and XML: control characters but for line
// ends and tabs, those that turn the direction of writing around, letters that XML has not, and bytes that
// are not UTF-8 become dots.
std::string printable(std::string_view text);
// The same of names, which are written on one line: without line ends and tabs as well.
std::string printableLine(std::string_view text);
// A name of a file on one line. What could not be printed is written as bytes, \xNN, and so is a
// backslash: two names that differ are different texts.
std::string printableName(std::string_view name);

} // namespace lw
