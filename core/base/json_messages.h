// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a JSON file: machine configurations, check files, networks.
namespace lw::json_messages {

inline constexpr Message kSyntax{
    "E600", Severity::Error, "this is not JSON: {0}",
    "The file must be JSON as of RFC 8259: double quotes, no comments, no comma after the last element."};
inline constexpr Message kDuplicateKey{
    "E601", Severity::Error, "the key \"{0}\" is given twice in one object",
    "Readers of JSON disagree about which of the two counts, so neither does. Remove one of them."};
inline constexpr Message kTooDeep{
    "E602", Severity::Error, "more than {0} objects or lists inside each other",
    "No file of this program is nested so deeply; the limit keeps a damaged file from using up the stack."};
inline constexpr Message kTooLarge{
    "E603", Severity::Error, "{0} values are more than the {1} that are accepted",
    "No file of this program has that many values; the limit keeps a damaged file from using up memory."};
inline constexpr Message kUnknownKey{
    "E604", Severity::Error, "unknown key \"{0}\"; allowed here: {1}",
    "Unknown keys are refused, so that a misspelt one cannot be silently ignored. Correct or remove it."};
inline constexpr Message kMissingKey{"E605", Severity::Error, "the key \"{0}\" is missing here",
                                     "Every key of this object must be given; there are no hidden defaults. "
                                     "Copy the line from a built-in file."};
inline constexpr Message kWrongType{"E606", Severity::Error, "\"{0}\" must be {1}, not {2}",
                                    "The value has another JSON type than this key takes."};
inline constexpr Message kOutOfRange{"E607", Severity::Error, "\"{0}\" is {1}; allowed: {2}",
                                     "The value is outside of what the program can represent or what makes "
                                     "sense. Choose one of the allowed values."};

} // namespace lw::json_messages
