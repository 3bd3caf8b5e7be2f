// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What can be wrong with a bundle: E200-E219 in encoding and slot rules, E220-E239 in the bits of a stored
// bundle, E240-E249 when two bundles are to become one.
namespace lw::isa {

inline constexpr Message kTooManyShared{
    "E201", Severity::Error,
    "at most {0} different scalar registers can be forwarded in one bundle; this one needs {1}",
    "Vector, load, store and misc instructions get scalar values through a few shared fields of the bundle. "
    "Instructions that name the same register share one field. Move one of the instructions "
    "into the next bundle, or use a constant."};
inline constexpr Message kOutOfImmediates{
    "E202", Severity::Error,
    "the bundle has no room for its constants: {1} compete for {0} immediates of 16 bits",
    "Equal constants share one immediate; a 32-bit constant takes an aligned pair; offsets, "
    "strides and masks reach only the first immediates. Move an instruction into the next bundle, "
    "or keep a constant in a register."};
inline constexpr Message kDoesNotFit{
    "E203", Severity::Error, "{0} cannot be the operand '{1}' of '{2}', which takes {3}",
    "Every operand field has a fixed set of things it can hold. 16-bit immediates are zero-extended, "
    "so a negative number needs an operand that takes a 32-bit pair. Otherwise "
    "put the value into a register first."};
inline constexpr Message kBorrowedSlot{
    "E204", Severity::Error,
    "'{0}' in slot {1} uses a field of slot {2}, so that slot must be empty, but it holds '{3}'",
    "A few instructions have no room for all their operands in their own slot. "
    "Move one of the two into another bundle."};
inline constexpr Message kWrongSlot{"E205", Severity::Error,
                                    "'{0}' is not an instruction of slot {1}; it fits {2}",
                                    "Every slot executes the instructions of one class. Leave the slot's "
                                    "name out and the assembler takes a free one that fits."};
inline constexpr Message kOnlySlots{"E206", Severity::Error, "'{0}' executes in {1} only, not in slot {2}",
                                    "The slots of one class are not quite alike: some operations exist in "
                                    "one of them only. Move the instruction to that slot."};
inline constexpr Message kTwoWriters{
    "E207", Severity::Error,
    "one writer per register and bundle: {0} is written by '{1}' in {2} and by '{3}' in {4}",
    "All writes of a bundle happen at its end, so the result would be a matter of chance. "
    "Only two instructions under complementary predicates (@p1 and @!p1) may write the same register. "
    "Move one of them into another bundle."};
inline constexpr Message kExclusiveUnit{
    "E208", Severity::Error,
    "one instruction per bundle for the {0}: '{1}' in {2} and '{3}' in {4} both need it",
    "The unit can start one such instruction per clock. Move one of the two into another bundle."};
inline constexpr Message kTwoBranches{
    "E209", Severity::Error, "one branch, call, return or halt per bundle: '{0}' in {1} and '{2}' in {3}",
    "A bundle has one successor. Put the second one into the next bundle; "
    "it is reached when the first is not taken."};
inline constexpr Message kConstantRegister{"E210", Severity::Error,
                                           "{0} is a constant and cannot be written by '{1}'",
                                           "This register always has the same value. Choose another one."};
inline constexpr Message kNeverPredicate{
    "E211", Severity::Error, "'{0}' in slot {1} has the predicate that marks an empty slot",
    "An instruction that can never execute is not encoded. Remove it, or choose another predicate."};
inline constexpr Message kNoSuchRegister{"E212", Severity::Error,
                                         "there is no register {0}; {1} are {2} to {3}",
                                         "The number of registers is a fact of the chip."};
inline constexpr Message kSlotTaken{
    "E213", Severity::Error, "one instruction per slot: {0} holds '{1}' and '{2}'",
    "Move one of the two into another slot of its class, or into another bundle."};

inline constexpr Message kUnknownCode{"E220", Severity::Error,
                                      "slot {0} has operation code {1}, which is not an instruction",
                                      "The stored bundle is damaged, or was made for another version of the "
                                      "instruction set. Assemble it again."};
inline constexpr Message kUnknownOperandCode{
    "E221", Severity::Error, "the operand '{0}' of '{1}' in slot {2} has code {3}, which means nothing",
    "The stored bundle is damaged, or was made for another version "
    "of the instruction set. Assemble it again."};
inline constexpr Message kNotCanonical{
    "E222", Severity::Error, "bit {0} ({1}) is {2} where the one valid encoding of this bundle has {3}: {4}",
    "Every bundle has exactly one encoding, so that equal programs are equal files and damage is noticed. "
    "Assemble it again."};

inline constexpr Message kNoFreeSlot{"E240", Severity::Error,
                                     "no slot is left for '{0}': it fits {1}, taken by {2}",
                                     "The two bundles need more slots of one class than a bundle has."};
inline constexpr Message kReadsOld{
    "E241", Severity::Warning,
    "'{0}' reads {1}, which '{2}' writes: in one bundle it would read the old value",
    "All reads of a bundle see the state at its start. "
    "Keep the order of two bundles if the new value is meant."};
inline constexpr Message kWriteLost{
    "E242", Severity::Warning, "'{0}' would no longer come after '{1}', which also writes {2}",
    "Of two writes in two bundles the later one holds; in one bundle there can be one only."};
inline constexpr Message kFlowFirst{
    "E243", Severity::Warning,
    "'{0}' decides whether '{1}' is executed at all; in one bundle both are executed",
    "A branch takes effect after its bundle, so everything beside it is executed "
    "whether it is taken or not."};

} // namespace lw::isa
