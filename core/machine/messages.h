// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a watch expression, a breakpoint or a command to a session.
namespace lw::machine::messages {

inline constexpr Message kUnexpected{
    "E801", Severity::Error, "expected {0}, found {1}",
    "An expression is made of numbers, registers (r3, p1, v2[1][5], f2), memories "
    "(smem[4], vmem[100][3], hbm[7][0]), tensors (A[3,4]), labels, clock, bundle, operators, "
    "parentheses and functions such as f32(x)."};
inline constexpr Message kUnknownName{
    "E802", Severity::Error, "'{0}' is not a register, memory, tensor, label or function here",
    "Names are those of the chip's registers and memories, of the program's labels, tensors "
    "and constants, of the machine (LANES ...), of nodes of the state in quotes (\"mxu/weights\"), "
    "and of the functions of expressions."};
inline constexpr Message kNoCore{"E759", Severity::Error, "there is no core \"{0}\"; there are {1} to {2}",
                                 "The machine's configuration says how many cores it has."};
inline constexpr Message kIndexCount{
    "E803", Severity::Error, "{0} takes {1} {2}, not {3}",
    "A vector register is v2[sublane][lane], vector memory vmem[row][lane], high bandwidth memory "
    "hbm[granule][word]; a tensor takes one index per dimension. Operators take single numbers; a whole "
    "register or tensor is printed alone: print/i32 v1."};
inline constexpr Message kIndexRange{
    "E804", Severity::Error, "index {0} is outside 0 to {1}",
    "The sizes come from the machine's configuration and from the tensor's shape."};
inline constexpr Message kDivision{
    "E805", Severity::Error, "division by zero",
    "Guard the division: x != 0 && y / x > 3. The right side is then not computed."};
inline constexpr Message kTooDeep{"E806", Severity::Error, "this expression is too long or too deeply nested",
                                  "Expressions may have 4096 characters and 100 levels."};
inline constexpr Message kNotANumber{
    "E807", Severity::Error, "'{0}' is not a valid number of this language",
    "Numbers are 10, 0x1f, 0b101, 1_000, 1.5, 2.5e-3; integers have 64 bits."};
inline constexpr Message kNeedsInteger{"E808", Severity::Error, "'{0}' needs integers",
                                       "Use i32(x) to read a word as an integer, or bits(x) for its bits."};
inline constexpr Message kArguments{"E809", Severity::Error, "{0} takes {1} arguments",
                                    "See the list of functions."};

inline constexpr Message kNoBundle{"E820", Severity::Error, "bundle {0} is outside 0 to {1}",
                                   "A breakpoint belongs to a bundle of the loaded program."};
inline constexpr Message kNoLaunches{
    "E810", Severity::Error, "the program runs once: it has no tiles",
    "tile N stops where the launch for tile N begins, in a program that the host interface starts once for "
    "each tile (row launch). Name a bundle, a label or a condition instead."};
inline constexpr Message kNoTile{"E811", Severity::Error, "there is no tile {0}",
                                 "Tiles are counted from 0 on, row by row from the upper left."};
inline constexpr Message kNoTransfers{
    "E837", Severity::Error, "nothing lands in a memory of this chip: its instructions write themselves",
    "It has no transfers that go on after the instruction that began them, so a breakpoint on 'dma' would never "
    "stop. Use write with the same place."};
inline constexpr Message kNoSource{
    "E827", Severity::Error, "the program has no file called '{0}'",
    "FILE:LINE names a file that the program was assembled from, or the end of "
    "its path: kernels.lw:12."};
inline constexpr Message kNoBundleOnLine{
    "E828", Severity::Error, "no bundle comes from line {0} of {1}; the next line that has one is {2}",
    "A breakpoint belongs to a line with an instruction or with a call of a macro."};
inline constexpr Message kNoBundleBelow{
    "E829", Severity::Error, "no bundle comes from line {0} of {1} or from any line below it",
    "A breakpoint belongs to a line with an instruction or with a call of a macro."};
inline constexpr Message kBreakpointKind{
    "E821", Severity::Error, "not a breakpoint: '{0}'",
    "A breakpoint is: a label or bundle number; FILE:LINE; when EXPR; write, read or dma followed by a memory "
    "with first unit and count, or by a tensor; flag f0 >= N; pop UNIT; nan UNIT. All but 'when' may go "
    "on with: if EXPR. All: hit N, log TEXT."};
inline constexpr Message kNoUnits{"E822", Severity::Error, "{0} has no units {1} to {2}",
                                  "The range must lie inside the memory of this machine."};
inline constexpr Message kUnitWanted{
    "E823", Severity::Error, "'{0}' is not a unit that {1}; these are: {2}",
    "Only what comes out of such a unit can be waited for; units are named as "
    "in the chip's manual."};
inline constexpr Message kNotConstant{
    "E824", Severity::Error, "{0} must be known beforehand",
    "Places and counts are computed once, when the breakpoint is set, and may not "
    "depend on the state of the machine."};

inline constexpr Message kHitCount{"E825", Severity::Error, "a hit count is 1 to {0}, not {1}",
                                   "`hit 5` lets the first four pass and stops from the fifth time on."};

inline constexpr Message kLogBraces{
    "E826", Severity::Error, "the braces of the log text do not match",
    "Expressions are in braces: log r1 is {r1} at {clock}. Write {{ or }} for a brace itself."};

inline constexpr Message kNoNode{
    "E830", Severity::Error, "'{0}' is not a part of this machine's state",
    "Parts are named by their path in the state: scalar/registers, memory/vmem ..."};
inline constexpr Message kOutsideNode{"E831", Severity::Error, "elements {1} to {2} lie outside {0}",
                                      "The shape of every part is shown in the state."};
inline constexpr Message kNoBreakpoint{"E832", Severity::Error, "there is no breakpoint {0}",
                                       "List the breakpoints to see their numbers."};
inline constexpr Message kOutsideSpace{"E833", Severity::Error, "{0} has no bytes {1} to {2}",
                                       "The edit must lie inside the memory of this machine."};
inline constexpr Message kGuardedNode{
    "E836", Severity::Error, "{0} is not edited by hand",
    "The machine relies on these values: clocks, counters, queues and transfers under way. "
    "Registers, memories, weights and results can be edited."};
inline constexpr Message kNoWriter{
    "E834", Severity::Error, "nothing that the program writes is called '{0}'",
    "Who wrote it can be asked of registers, words of memories, elements of tensors and "
    "parts of the state."};

} // namespace lw::machine::messages
