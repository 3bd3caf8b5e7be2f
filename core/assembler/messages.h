// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>

// What can be wrong with a program's text beyond its letters (E110-E183),
// and the notes that say where it came from.
namespace lw::assembler {

inline constexpr Message kExpected{
    "E110", Severity::Error, "expected {0}, found {1}",
    "The statement cannot be read any further. Compare it with the syntax in the manual; a missing comma, "
    "semicolon or brace before this place is the usual cause."};
inline constexpr Message kNotAText{
    "E109", Severity::Error, "'{0}' is not a text: byte {1} of it is zero",
    "Programs and what they include are texts, in ASCII or UTF-8. Assembled programs end with .lwo, arrays with .npy; an "
    "editor may have saved a text as UTF-16: save it as UTF-8."};
inline constexpr Message kUnknownInstruction{
    "E111", Severity::Error, "there is no instruction '{0}'",
    "The chip has no instruction and the program no macro of that name. "
    "Macros must be defined above their first use."};
inline constexpr Message kUnknownName{
    "E112", Severity::Error, "'{0}' is not defined",
    "No label, constant, tensor or data of that name was found. Local labels (.name) belong to the label "
    "above them, or to the macro expansion they are in."};
inline constexpr Message kUnknownDirective{
    "E113", Severity::Error, "there is no directive '{0}'",
    "Directives begin with a dot. A local label needs a colon after its name."};
inline constexpr Message kUnknownSlot{"E114", Severity::Error, "there is no slot '{0}'",
                                      "A name with a colon inside of braces names a slot of the bundle. "
                                      "Labels go before the opening brace."};
inline constexpr Message kDefinedTwice{
    "E116", Severity::Error, "'{0}' is already defined",
    "A name stands for one thing. "
    "Use .set for a constant that changes, and local labels (.name) for names that repeat."};
inline constexpr Message kReservedName{
    "E117", Severity::Error, "'{0}' cannot be defined: it is {1}",
    "Names of registers, slots, functions, of the machine's constants and of the cores of a machine that has "
    "several keep their meaning, and so do those that begin with the name of a core and a dot. "
    "Choose another name."};
inline constexpr Message kMacroInBundle{
    "E115", Severity::Error, "the macro '{0}' cannot be used inside a bundle",
    "A macro produces whole lines. Call it on a line of its own, or write the bundle inside of the macro."};
inline constexpr Message kOpenBundle{
    "E118", Severity::Error, "the bundle is not closed",
    "A bundle begins with { and ends with }. Labels, directives and macros cannot be inside."};
inline constexpr Message kSlotNeedsInstruction{
    "E119", Severity::Error, "slot {0} needs an instruction here",
    "After a slot's name comes an instruction; "
    "it may be left out only if the chip has one that is named like the slot."};
inline constexpr Message kNoFreeSlot{
    "E121", Severity::Error, "no slot is free for '{0}': it fits {1}",
    "A bundle has one place for each slot, and a few instructions also need fields of slots "
    "that must then be empty. Move one of the instructions that occupy these slots into another bundle."};
inline constexpr Message kTooManyInstructions{"E120", Severity::Error,
                                              "a bundle has {0} slots, this is one instruction more",
                                              "Move instructions into another bundle."};
inline constexpr Message kOperandCount{
    "E123", Severity::Error, "wrong number of operands for '{0}'; usage: {1}",
    "An operand is missing or too many. "
    "Operands are separated by commas; an address [base+offset] is one operand."};
inline constexpr Message kOperandKind{"E124", Severity::Error, "operand '{0}' of '{1}' must be {2}{3}",
                                      "Every operand of an instruction takes certain kinds of values only; "
                                      "the manual page of the instruction lists them."};
inline constexpr Message kCommaForSemicolon{
    "E128", Severity::Error, "the instructions of a bundle are separated by ';', not by ','",
    "Operands have commas between them: { s0: movi r1, 1 ; v0: fadd v1, v2, v3 }."};
inline constexpr Message kOtherWord{
    "E129", Severity::Error, "'{0}' is not an instruction of this chip: {1}",
    "The manual lists the instructions of each chip; lw isa WORD searches them."};
inline constexpr Message kUnknownOperand{
    "E125", Severity::Error, "'{0}' has no operand named '{1}'",
    "Named operands are written name=value and exist for some instructions only."};
inline constexpr Message kOperandTwice{"E126", Severity::Error, "operand '{0}' is given twice",
                                       "Delete one of the two."};
inline constexpr Message kBadPredicate{
    "E127", Severity::Error, "a predicate is written @p1 or @!p1",
    "Between the slot and the mnemonic an @ and a predicate register make the instruction conditional."};
inline constexpr Message kNotAWord{"E130", Severity::Error, "{0} does not fit a 32-bit word",
                                   "Words hold -2147483648 to 4294967295. For a float write it as 1.0 "
                                   "in an operand of float kind, or f32(...)."};
inline constexpr Message kNotAFloat{
    "E131", Severity::Error, "{0} is not exactly a float32",
    "An integer in an operand of float kind must be a float32 without rounding; "
    "written as a real (16777217.0) it is rounded. bits(...) gives a raw word."};
inline constexpr Message kBeyondFloat{"E147", Severity::Error, "{0} is too large for a float32",
                                      "Rounding would make an infinity of it. If that is meant, write inf."};
inline constexpr Message kBeyondBf16{"E148", Severity::Error, "{0} is too large for a bfloat16",
                                     "Rounding would make an infinity of it. If that is meant, write inf."};
inline constexpr Message kNeedsInteger{
    "E132", Severity::Error, "{0} is not an integer",
    "Here an integer is needed. f32(...) gives the bits of a real number as an integer word."};
inline constexpr Message kDivisionByZero{
    "E133", Severity::Error, "division by zero",
    "Neither integers nor reals are divided by zero here. Write inf if infinity is meant."};
inline constexpr Message kOverflow{
    "E134", Severity::Error, "the result is too large",
    "Expressions are computed with signed 64-bit integers and doubles and never wrap around."};
inline constexpr Message kBadShift{"E135", Severity::Error, "a shift by {0} is not possible",
                                   "Shifts go from 0 to 63 bits."};
inline constexpr Message kNotAPowerOfTwo{
    "E136", Severity::Error, "{0} is not a power of two",
    "log2 is defined for powers of two only. Use .assert to state what a program needs of its sizes."};
inline constexpr Message kUnknownFunction{
    "E137", Severity::Error, "there is no function '{0}'",
    "Functions of expressions are listed in the manual: bits, f32, bf16, lo16, hi16, min, max, abs, log2, "
    "ceildiv, granule, units, size, dim, rank, defined."};
inline constexpr Message kArgumentCount{"E138", Severity::Error, "'{0}' takes {1}",
                                        "Arguments of functions are separated by commas."};
inline constexpr Message kNeedsTensor{
    "E139", Severity::Error, "{0} is not {1}",
    "granule and units ask about tensors and data labels; size, dim and rank about tensors."};
inline constexpr Message kBadDimension{"E140", Severity::Error, "'{0}' has no dimension {1}",
                                       "Dimensions count from 0, outermost first."};
inline constexpr Message kUnevenGranule{
    "E145", Severity::Error, "'{0}' does not begin on a granule of 16 bytes",
    "DMA moves whole granules. Write .align 4 before data in a memory of words."};
inline constexpr Message kNotKnownYet{
    "E141", Severity::Error, "'{0}' is not known here yet",
    "This value decides how the text goes on, so it may only use what is defined above."};
inline constexpr Message kCircular{"E142", Severity::Error, "'{0}' is defined by itself",
                                   "The value of a constant must not depend on the constant."};
inline constexpr Message kTooDeepExpression{"E143", Severity::Error, "the expression is nested too deeply",
                                            "Split it up with .equ."};
inline constexpr Message kRegisterInExpression{
    "E144", Severity::Error, "the register '{0}' cannot be part of an expression",
    "Expressions are computed while assembling. Only an address [base+offset] adds to a register."};
inline constexpr Message kChipFirst{
    "E150", Severity::Error,
    "the program must begin with .chip: .chip training, .chip inference or .chip nnp",
    "The chip decides what instructions exist. Write .chip training, or with a configuration: "
    ".chip training, \"training-teaching\". An .include before it may be of a text that names the chip."};
inline constexpr Message kChipTwice{"E151", Severity::Error, "the chip is already chosen",
                                    "A program is for one chip and one machine."};
inline constexpr Message kNotInData{"E153", Severity::Error, "an instruction cannot be in a data section",
                                    "Write .text before it."};
inline constexpr Message kNotInText{"E154", Severity::Error, "'{0}' belongs in a data section",
                                    "Write .data and the name of a memory before it."};
inline constexpr Message kTooManyBundles{
    "E155", Severity::Error, "the program has more than {0} bundles",
    "The instruction memory of the machine has no more. Loops take less room than repetitions."};
inline constexpr Message kBeyondSpace{"E156", Severity::Error, "address {0} is beyond {1}, which has {2} {3}",
                                      "The memory of the configured machine ends there."};
inline constexpr Message kBackwards{
    "E157", Severity::Error, "{0} is before the current place {1}",
    ".org only goes forward in a section. Use .data with an address to go elsewhere."};
inline constexpr Message kBadAlignment{"E158", Severity::Error, "{0} is not an alignment",
                                       "An alignment is a number from 1 to 2^32."};
inline constexpr Message kBadAddress{"E168", Severity::Error, "{0} is not an address or a number of words",
                                     "Here an integer from 0 on is needed."};
inline constexpr Message kNotOnAWord{
    "E185", Severity::Error, "byte {0} does not begin a word",
    "Contents of memory are words of 4 bytes, also where an address is a byte: "
    "data and tensors begin at a multiple of 4."};
inline constexpr Message kBadExtent{"E169", Severity::Error, "{0} cannot be an extent of a tensor",
                                    "Extents are integers from 1 on."};
inline constexpr Message kUnknownType{
    "E146", Severity::Error, "there is no type '{0}'",
    "Types of .npy files are f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8 and bool."};
inline constexpr Message kUnknownSpace{
    "E159", Severity::Error, "there is no memory '{0}'",
    "A chip names its memories; the training chip has hbm, vmem and smem."};
inline constexpr Message kOverlap{
    "E160", Severity::Error, "'{0}' overlaps '{1}'",
    "Two tensors or pieces of data claim the same words. Leave out the addresses, or choose others."};
inline constexpr Message kTooMuchData{
    "E161", Severity::Error, "the initial contents of the memories exceed {0} bytes",
    "Reserve large tensors without a value and set them when the program runs."};
inline constexpr Message kBadType{"E162", Severity::Error, "tensors in memory cannot be '{0}'",
                                  "The types of tensors in memory are f32, f16, bf16, i32, u32, i8 and u8."};
inline constexpr Message kBadShape{
    "E163", Severity::Error, "the shape {0} is not possible",
    "Extents are integers from 1 on, at most 8 of them, and the tensor must fit its memory."};
inline constexpr Message kTensorTooLarge{
    "E164", Severity::Error, "'{0}' needs {1} {2}, but there are only {3}",
    "The tensor does not fit into the memory of the configured machine."};
inline constexpr Message kBadLayout{"E165", Severity::Error, "there is no layout '{0}'",
                                    "Layouts are row and tile."};
inline constexpr Message kShapeDiffers{"E166", Severity::Error,
                                       "the file holds shape {0}, the tensor has {1}",
                                       "The shape of the file must be the shape of the directive."};
inline constexpr Message kBadFill{"E167", Severity::Error, "{0} is not a value of type {1}",
                                  "The value must fit the type of the tensor."};
inline constexpr Message kMacroArgumentMissing{"E170", Severity::Error, "macro '{0}' needs a value for '{1}'",
                                               "Parameters without a default must be given."};
inline constexpr Message kMacroArgumentsMany{
    "E171", Severity::Error, "macro '{0}' takes at most {1} arguments",
    "Arguments are separated by commas; brackets and parentheses keep commas together."};
inline constexpr Message kTooManyParameters{"E184", Severity::Error,
                                            "macro '{0}' has more than {1} parameters",
                                            "Such a macro is better written as several."};
inline constexpr Message kNotAParameter{
    "E172", Severity::Error, "'\\{0}' is not a parameter here",
    "A backslash stands for a parameter of the macro or the variable of .for in whose body it stands."};
inline constexpr Message kStray{
    "E173", Severity::Error, "'{0}' has no {1} before it",
    "The line closes or continues a block that was not opened, or was opened in another file or macro."};
inline constexpr Message kOpenBlock{"E174", Severity::Error, "'{0}' is not closed by {1}",
                                    "A block ends in the file or macro in which it begins."};
inline constexpr Message kTooDeep{
    "E175", Severity::Error, "{0} nested more than {1} deep",
    "A macro that calls itself, or a file that includes itself, needs an .if that ends it."};
inline constexpr Message kTooMuchExpansion{
    "E176", Severity::Error, "repetitions, macros and included files make more than {0} lines",
    "Loops that run on the machine take less room. A file that is included twice counts twice."};
inline constexpr Message kBadCount{"E177", Severity::Error, "{0} is not a number of repetitions",
                                   "A count is an integer from 0 on; the step of .for must not be 0."};
inline constexpr Message kIncludeCycle{"E178", Severity::Error, "'{0}' includes itself",
                                       "A file that is being read cannot be included again."};
inline constexpr Message kLongLine{"E179", Severity::Error, "the line has more than {0} bytes",
                                   "Lines made by macros have a limit."};
inline constexpr Message kAssertion{"E180", Severity::Error, "assertion failed: {0}",
                                    "The program states with .assert what it relies on."};
inline constexpr Message kUnknownWarning{
    "E181", Severity::Error, "there is no warning '{0}'",
    "Warnings are named by their code, such as W301; errors cannot be switched off."};
inline constexpr Message kNoSuchTensor{
    "E186", Severity::Error, "there is no tensor '{0}' above this line",
    "A result is a tensor, or one element of it; .tensor defines it, further up in the text."};
inline constexpr Message kBadResultIndex{
    "E187", Severity::Error, "index {0} is out of range",
    "A result has an index for each dimension, each less than its extent."};
inline constexpr Message kResultTooLarge{
    "E188", Severity::Error, "'{0}' has more than {1} elements",
    "A result is read at a glance: name one element, as in .result accuracy[1]."};
inline constexpr Message kTooManyResults{
    "E189", Severity::Error, "there are more than {0} results",
    "Results are read at a glance at the end of a run; name the most important ones."};
inline constexpr Message kBadStream{"E190", Severity::Error, "{0} is not the number of a stream",
                                    "Streams have numbers from 0 to 255."};
inline constexpr Message kStreamTwice{"E191", Severity::Error, "stream {0} has a name already",
                                      "A stream has one name: take one of the two lines away."};
inline constexpr Message kTargetBeyond{"E182", Severity::Error,
                                       "bundle {0} does not exist: the program has {1}",
                                       "A branch must lead to a bundle of the program."};
inline constexpr Message kTooManyErrors{"E183", Severity::Error,
                                        "more than {0} errors; the rest is not shown",
                                        "Correct the first ones: later ones are often their consequence."};
// Of values from outside: no text is wrong.
inline constexpr Message kNoDefinition{
    "E791", Severity::Error, "a constant is given as NAME=VALUE with a number, not as \"{0}\"",
    "Write -D N=16, -D N=0x10 or -D RATE=0.5: the value replaces that of .equ in the text."};
inline constexpr Message kNoConstant{
    "E790", Severity::Error, "the program has no .equ {0} to be given another value",
    "Only constants that the text defines by .equ take a value from outside, by -D, \"define\" or the run options of "
    "the window; .set does not, and an object file has no text any more."};

// Notes. They have no codes: they belong to the problem they explain.
inline constexpr Message kNoteFirst{"", Severity::Error, "first defined here", ""};
inline constexpr Message kNoteDefined{"", Severity::Error, "the macro is defined here", ""};
inline constexpr Message kNoteAgain{"", Severity::Error, "the same in other expansions: {0}", ""};
inline constexpr Message kNoteOther{"", Severity::Error, "the other one is here", ""};
inline constexpr Message kNoteMacro{"", Severity::Error, "in the expansion of macro '{0}'", ""};
inline constexpr Message kNoteSubstituted{"", Severity::Error, "with its arguments it reads: {0}", ""};
inline constexpr Message kNoteRepetition{"", Severity::Error, "in repetition {0} of this block", ""};
inline constexpr Message kNoteInclude{"", Severity::Error, "included from here", ""};
inline constexpr Message kNoteMoreUses{"", Severity::Error, "other uses of this name: {0}", ""};

inline constexpr std::array kMessages{
    &kExpected,
    &kNotAText,
    &kUnknownInstruction,
    &kUnknownName,
    &kUnknownDirective,
    &kUnknownSlot,
    &kDefinedTwice,
    &kReservedName,
    &kMacroInBundle,
    &kOpenBundle,
    &kSlotNeedsInstruction,
    &kNoFreeSlot,
    &kTooManyInstructions,
    &kOperandCount,
    &kOperandKind,
    &kCommaForSemicolon,
    &kOtherWord,
    &kUnknownOperand,
    &kOperandTwice,
    &kBadPredicate,
    &kNotAWord,
    &kNotAFloat,
    &kNeedsInteger,
    &kDivisionByZero,
    &kOverflow,
    &kBadShift,
    &kNotAPowerOfTwo,
    &kUnknownFunction,
    &kArgumentCount,
    &kNeedsTensor,
    &kBadDimension,
    &kUnevenGranule,
    &kNotKnownYet,
    &kCircular,
    &kTooDeepExpression,
    &kRegisterInExpression,
    &kChipFirst,
    &kChipTwice,

    &kNotInData,
    &kNotInText,
    &kTooManyBundles,
    &kBeyondSpace,
    &kBackwards,
    &kBadAlignment,
    &kBadAddress,
    &kNotOnAWord,
    &kBadExtent,
    &kUnknownType,
    &kUnknownSpace,
    &kOverlap,
    &kTooMuchData,
    &kBadType,
    &kBadShape,
    &kTensorTooLarge,
    &kBadLayout,
    &kShapeDiffers,
    &kBadFill,
    &kMacroArgumentMissing,
    &kMacroArgumentsMany,
    &kTooManyParameters,
    &kNotAParameter,
    &kStray,
    &kOpenBlock,
    &kTooDeep,
    &kTooMuchExpansion,
    &kBadCount,
    &kIncludeCycle,
    &kLongLine,
    &kAssertion,
    &kUnknownWarning,
    &kNoSuchTensor,
    &kBadResultIndex,
    &kResultTooLarge,
    &kTooManyResults,
    &kTargetBeyond,
    &kTooManyErrors,
};

} // namespace lw::assembler
