// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

namespace lw::machine::machine_file_messages {

inline constexpr Message kWrongSchema{"E620", Severity::Error, "\"{0}\" is {1}; this program reads {2}",
                                      "A machine configuration names what it is, its version and its chip, "
                                      "so that another JSON file is not taken for one."};
inline constexpr Message kNoPowerOfTwo{
    "E621", Severity::Error, "\"{0}\" is {1}; it must be a power of two",
    "The unit's wiring (rotations, tiles, index bits) is defined for powers of two only."};
inline constexpr Message kNoMultiple{
    "E622", Severity::Error, "\"{0}\" is {1}; it must be a multiple of {2}",
    "The memory is addressed in units of that size, and a vector register must fill whole tiles."};
inline constexpr Message kUnknownConfig{
    "E623", Severity::Error, "no built-in machine of this chip is called \"{0}\"; there are: {1}",
    "Name a built-in machine, or the path of a JSON file (with a slash or the ending .json)."};
inline constexpr Message kEmptySource{"E624", Severity::Error, "the number {0} does not say where it is from",
                                      "Every size and clock of a machine carries a source, or the word "
                                      "inferred or invented, so that facts and guesses stay apart."};
inline constexpr Message kHalfAWay{
    "E625", Severity::Error, "\"cores\" does not say the \"{0}\" between them",
    "Cores that send each other something need both a latency and a bandwidth; "
    "cores that do not need neither."};
inline constexpr Message kTooMuchUnderWay{
    "E626", Severity::Error,
    "{0} clocks at {1} bytes in {2} clocks are too much under way at once; this program keeps {3} bytes",
    "What has left a core and has not arrived yet is part of the state; make the latency or the bandwidth "
    "smaller."};
inline constexpr Message kTooManyCores{
    "E627", Severity::Error, "an array of {0} x {1}; there can be {2} cores in all",
    "The cores of a machine run on one clock in one process; take fewer rows or columns."};

} // namespace lw::machine::machine_file_messages
