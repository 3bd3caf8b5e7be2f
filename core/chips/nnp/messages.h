// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What machine files and programs of the neural network processor can be refused for.
namespace lw::nnp {

inline constexpr Message kUnusableRow{
    "E690", Severity::Error, "instruction {0} cannot be loaded: {1}",
    "Every instruction of a program must be one the assembler could have made. "
    "Assemble the source again for this machine."};
inline constexpr Message kTooManyRows{
    "E691", Severity::Error, "the program has {0} instructions, the memory of {1} holds {2}",
    "Make the program shorter, or use a machine configuration with a larger instruction memory."};
inline constexpr Message kEmptyProgram{"E692", Severity::Error, "the program has no instructions",
                                       "A program needs at least one instruction; a single halt will do."};
inline constexpr Message kExponentBits{
    "E693", Severity::Error, "a shared exponent has 5 or 8 bits, or 0 where mantissas are integers, not {0}",
    "Write {\"value\": 5, \"source\": \"...\"} or 8; with 0 nothing is shared, and a mantissa of 8 bits is an integer "
    "from -128 to 127."};
inline constexpr Message kOddDimension{
    "E256", Severity::Error, "\"nativeDimension\" is {0}; it must be even",
    "A native vector fills whole words of four bytes, each of two FP16 numbers, so that vectors stand one after the other in queues "
    "and DRAM. Take the next even number; what it leaves over of a layer is filled up with zeros."};
inline constexpr Message kBrokenRule{
    "E991", Severity::Error, "{0}; {1}",
    "Chains are looked at as a whole, before a program runs and before each begins. Their rules are in the "
    "chapter on the neural network processor: `lw manual processor`."};
inline constexpr Message kFalseHint{
    "E361", Severity::Error, "the hint is not true: {0}",
    "Hints state what firmware does, so that tools can trust them; they change no bit of it. Mend the hint or "
    "the firmware. Their words: `lw explain E360`."};

} // namespace lw::nnp
