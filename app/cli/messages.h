// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a command line.
namespace lw::cli::messages {

inline constexpr Message kUnknownCommand{"E700", Severity::Error, "there is no command \"{0}\"",
                                         "`lw --help` lists the commands."};
inline constexpr Message kUnknownOption{
    "E701", Severity::Error, "`lw {1}` has no option {0}",
    "`lw COMMAND --help` lists the options of a command. A file whose name begins "
    "with a minus can be given after `--`."};
inline constexpr Message kNoValue{
    "E702", Severity::Error, "the option {0} needs a value: {1}",
    "Write the value behind the option, as the next word or after an equals sign."};
inline constexpr Message kNeedlessValue{"E703", Severity::Error, "the option {0} takes no value",
                                        "Remove the equals sign and what follows."};
inline constexpr Message kTwice{"E704", Severity::Error, "the option {0} is given twice",
                                "Only one of the two values could count. Remove one."};
inline constexpr Message kOperands{"E705", Severity::Error, "`lw {0}` takes {1}, not {2}",
                                   "`lw COMMAND --help` shows how the command is written."};
inline constexpr Message kNoNumber{"E706", Severity::Error, "{0} must be {1}, not \"{2}\"",
                                   "Numbers are written in decimal or, after 0x, in hexadecimal digits."};
inline constexpr Message kNoChoice{"E707", Severity::Error, "{0} must be one of {1}, not \"{2}\"",
                                   "Choose one of the listed words."};
inline constexpr Message kNoCode{
    "E708", Severity::Error, "no message has the code \"{0}\"",
    "Codes are a letter and three digits, as printed in brackets behind a message."};
inline constexpr Message kNoInstruction{"E709", Severity::Error, "there is no instruction \"{0}\"",
                                        "`lw isa --list` lists the instructions."};

// Check files.
inline constexpr Message kNoCheckFile{
    "E720", Severity::Error, "the schema is \"{0}\", not \"lanewright check\"",
    "The file does not say that it is a file of checks; perhaps it is another JSON file."};
inline constexpr Message kNoCases{"E721", Severity::Error, "there are no cases",
                                  "A file of checks without a case would always pass."};
inline constexpr Message kNoObject{"E722", Severity::Error, "\"{0}\" must be an object of names and values",
                                   "Write {\"name\": value, ...}."};
inline constexpr Message kNoWord{
    "E723", Severity::Error, "this must be an integer that fits 32 bits",
    "Registers, flags and memory are compared as 32-bit words; floats are compared as tensors."};
inline constexpr Message kTooManyWords{"E724", Severity::Error, "more than {0} words in one list",
                                       "Compare large memories as a tensor with a file."};
inline constexpr Message kHaltOrFault{
    "E725", Severity::Error, "a program is expected either to halt or to fault",
    "Without \"fault\" it must halt; write \"halt\": true or leave it out."};

} // namespace lw::cli::messages
