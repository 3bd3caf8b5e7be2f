// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a project file, and with what it puts into a program.
namespace lw::project::messages {

inline constexpr Message kNoTensor{"E710", Severity::Error, "the program has no tensor \"{0}\"; it has: {1}",
                                   "Tensors get their names from .tensor in the program."};
inline constexpr Message kWrongShape{
    "E712", Severity::Error, "{0} has the shape {1}, the file {2}",
    "The file must have exactly the tensor's shape; nothing is broadcast or cut."};
inline constexpr Message kWrongType{
    "E713", Severity::Error, "{0} holds {1}, the file {2}; convert it, or ask for a cast: {0}:cast=FILE.npy",
    "Numbers are never converted silently. In a project or check file a cast is asked for by \"cast\": true. "
    "bf16 has no name in .npy files: store its bits as uint16."};
inline constexpr Message kNoProject{
    "E730", Severity::Error, "the schema is \"{0}\", not \"lanewright project\"",
    "The file does not say that it is a project; perhaps it is another JSON file."};
inline constexpr Message kNewerProject{
    "E731", Severity::Error, "this project has the version {0}; this program reads up to version {1}",
    "The project was saved by a newer Lanewright. Open it there, or remove what is new from the file."};
inline constexpr Message kNoNames{"E732", Severity::Error,
                                  "\"{0}\" must be an object of tensors and their files",
                                  "Write {\"A\": \"a.npy\", \"B\": {\"file\": \"b.npy\", \"cast\": true}}."};
inline constexpr Message kTooMany{
    "E733", Severity::Error, "{0} in \"{1}\" are more than the {2} that are accepted",
    "No project needs so many; the limit keeps a damaged file from filling the window."};
inline constexpr Message kLoweredFault{"E735", Severity::Error, "the lowered network stops with a fault: {0}",
                                       "A program that was made from a network must run to its end. "
                                       "Please report this as a mistake of Lanewright."};

} // namespace lw::project::messages
