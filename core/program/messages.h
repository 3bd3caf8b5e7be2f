// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with an object file (E4xx), and with a tensor's place in memory (E53x).
namespace lw::program::messages {

inline constexpr Message kNotObject{
    "E401", Severity::Error, "{0}: this is not an object file: {1}",
    "Object files (.lwo) are written by the assembler. A source file (.lw) must be assembled first."};
inline constexpr Message kNewerObject{"E402", Severity::Error,
                                      "{0}: the object file has version {1}, this program reads up to {2}",
                                      "The file was written by a newer version of the program. Assemble the "
                                      "source again, or use that version."};
inline constexpr Message kObjectSize{
    "E403", Severity::Error, "{0}: the object file says that it has {1} bytes, but there are {2}",
    "The file was cut off or something was appended to it. Copy or assemble it again."};
inline constexpr Message kObjectChecksum{
    "E404", Severity::Error, "{0}: the checksum of {1} at byte {2} differs",
    "Bytes of the file were changed after it was written. Copy or assemble it again."};
inline constexpr Message kObjectDamaged{
    "E405", Severity::Error, "{0}: the object file is damaged at byte {1}: {2}",
    "The checksums agree, so the file was written wrongly or changed on purpose. Assemble the source again."};
inline constexpr Message kOtherChip{"E406", Severity::Error,
                                    "{0}: the object file is for the chip '{1}', not for '{2}'",
                                    "Programs run on the chip they were assembled for."};
inline constexpr Message kOtherMachine{
    "E407", Severity::Error,
    "{0}: the object file was assembled for machine '{1}' ({2}), this one is '{3}' ({4})",
    "Sizes and latencies of the machine are part of a program. Name the machine it was assembled for, "
    "or assemble the source again for this one; "
    "the numbers in brackets tell configurations of one name apart."};
inline constexpr Message kObjectBundle{
    "E408", Severity::Error, "{0}: bundle {1} at byte {2} is not valid: {3}",
    "Every bundle is stored in exactly one way, so that damage is noticed. Assemble the source again."};
inline constexpr Message kBadBundle{
    "E410", Severity::Error, "bundle {0} is not valid: {1}",
    "The bits were not made by the assembler, or for another chip. Assemble the source again."};
inline constexpr Message kTooManyBundles{
    "E409", Severity::Error, "{0}: {1} bundles are more than the {2} of the machine's instruction memory",
    "Loops take less room than repetitions; a larger machine has more of it."};

inline constexpr Message kBadHint{
    "E360", Severity::Error, "in a hint {0} is expected here, not {1}",
    ";@tensor NAME vec LENGTH at MEMORY[FIRST..LAST] (or from NetQ, or to NetQ; ;@bias and ;@out likewise), ;@weight "
    "NAME mat ROWSxCOLUMNS at MEMORY[FIRST..LAST], in Dram with of ARRAY, ARRAY[INDEX], ARRAY[FIRST:END], "
    "ARRAY[INDEX, FIRST:END] or a sum of them after it, ;@quant vec=BITS mat=BITS mid=BITS, ;@layer NAME begin, ;@layer NAME "
    "end, ;@q mid, ;@q none: `lw manual processor`. For a comment without meaning write #."};

inline constexpr Message kExceedsSpace{
    "E530", Severity::Error, "{0} {1} needs {2} {3}s of {4}, which has {5}",
    "A tensor lies in one memory as a whole. Put it into a larger memory, split it, "
    "or use a machine with more of it; a tile layout and rows of a vector memory add padding."};
inline constexpr Message kNoSpace{"E531", Severity::Error, "memory {0} does not exist",
                                  "The machine this is for has fewer memories than the one it was made for."};
inline constexpr Message kOtherTensor{
    "E532", Severity::Error, "{0} {1} was given where {2} {3} lies",
    "Type and shape of the data must be those of the named tensor. Cast or reshape beforehand."};

} // namespace lw::program::messages
