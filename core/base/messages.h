// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can go wrong when reading and writing files.
namespace lw::messages {

inline constexpr Message kCannotRead{
    "E001", Severity::Error, "cannot read '{0}': {1}",
    "The file could not be opened or read to its end. Check the path, seen from the folder "
    "the program was started in, and the permissions of the file."};
inline constexpr Message kCannotWrite{
    "E002", Severity::Error, "cannot write '{0}': {1}",
    "The file is first written under another name beside its place and then renamed; an "
    "older file of that name was left as it was. Check that the folder exists, may be "
    "written to, and has room."};
inline constexpr Message kFileTooLarge{
    "E003", Severity::Error, "'{0}' is larger than {1} bytes",
    "A file of this kind is never that large; reading it would only fill the memory."};
inline constexpr Message kInterrupted{
    "E004", Severity::Error, "interrupted before the end",
    "A large file takes seconds to be read and can be given up meanwhile; nothing of it, or only a part, is "
    "where it was to go. Load it again."};

inline constexpr Message kIsInput{"E005", Severity::Error,
                                  "'{0}' was read by this command and is not written over",
                                  "What was read would be lost. Name another file for what comes out."};

} // namespace lw::messages
