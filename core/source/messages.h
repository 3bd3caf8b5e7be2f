// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>

// What can be wrong with the letters of a text, and with the files that it names.
namespace lw::source {

inline constexpr Message kBadByte{
    "E100", Severity::Error, "{0} is not allowed here",
    "Outside of comments and strings the language uses printable ASCII characters only. "
    "Delete the character, or put the text after # or //."};
inline constexpr Message kOpenString{
    "E101", Severity::Error, "the string is not closed",
    "A string begins and ends with \" on the same line; it cannot contain a quotation mark."};
inline constexpr Message kBadNumber{
    "E102", Severity::Error, "'{0}' is not a number",
    "Numbers are written 10, 0x1f, 0b101, 1_000, 1.5, 2.5e-3 or 'a'. A name cannot begin with a digit."};
inline constexpr Message kLargeNumber{
    "E103", Severity::Error, "the number {0} is too large",
    "Integers are signed 64-bit numbers, reals are double precision. Use inf for infinity."};
inline constexpr Message kNoSuchFile{
    "E104", Severity::Error, "there is no file '{0}'",
    "The file is looked for beside the file that names it, then in the folders of the include path."};
inline constexpr Message kOutsideFolder{
    "E105", Severity::Error, "the file '{0}' lies outside of the program's folder",
    "A program that is checked or graded may only read files in its own folder. Put a copy there."};

inline constexpr Message kKeptFile{
    "E106", Severity::Error, "the file '{0}' is kept from programs that are checked",
    "It says what must come out, or belongs to checks. What a program may read are the other files of its own folder."};
inline constexpr Message kNotRegular{
    "E107", Severity::Error, "'{0}' is not a regular file",
    "A program that is checked reads regular files: no folders, pipes or devices."};
inline constexpr Message kNotAmongReads{
    "E108", Severity::Error, "the file '{0}' is not one that this program may read",
    "The check lists what its program may read (\"reads\"). Put what is needed into these files."};

inline constexpr std::array kMessages{&kBadByte,     &kOpenString, &kBadNumber,
                                      &kLargeNumber, &kNoSuchFile, &kOutsideFolder,
                                      &kKeptFile,    &kNotRegular, &kNotAmongReads};

} // namespace lw::source
