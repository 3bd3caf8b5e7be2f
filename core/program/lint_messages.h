// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

// What is wrong with a program whose bundles are all valid: E250-E259. What is most likely wrong: W301-W319.
namespace lw::program::messages {

inline constexpr Message kPredicateNeverSet{
    "E250", Severity::Error, "{0} is read, but nothing on any way to bundle {1} sets it",
    "A predicate has no value before a compare gives it one. Set it before, or use another predicate."};
inline constexpr Message kFallsOff{
    "E251", Severity::Error, "the program goes on after its last bundle, {0}: end it with halt",
    "Every way through a program ends with halt, or goes round for ever. Add a halt, or a branch."};
inline constexpr Message kNoBundles{"E252", Severity::Error, "the program has no bundle",
                                    "The shortest program is `halt`."};

inline constexpr Message kDeadWrite{
    "W301", Severity::Warning, "{0} is written by '{1}' and overwritten before it is read (bundle {2})",
    "On every way from here the register is written again before anything reads it. "
    "Remove the instruction, or look for a mistyped register. A bundle reads what registers held before it: "
    "two writes next to each other often mean that."};
inline constexpr Message kUnreachable{
    "W302", Severity::Warning, "{0} cannot be reached",
    "Nothing branches or goes on to it. Is a label or a branch missing? Labels whose number occurs "
    "as a constant or in data count as reachable when the program branches to registers."};
inline constexpr Message kPopWithoutPush{
    "W303", Severity::Warning, "'{0}' has nothing to pop on any way to bundle {1}",
    "A pop waits until a result is in the queue of its unit; with none under way it waits for ever. "
    "A push in the same bundle is too late."};
inline constexpr Message kQueueNotEmpty{
    "W304", Severity::Warning, "the program halts in bundle {0} with at least {1} in the queue of the {2}",
    "Results that nobody pops are lost. Is a pop missing, or a push too many?"};
inline constexpr Message kQueueOverflows{
    "W305", Severity::Warning,
    "at least {0} results are pushed into the queue of the {1} without a pop, it holds {2} (bundle {3})",
    "A push waits until the queue has room for its result. When nothing pops in between, it waits for ever."};
inline constexpr Message kNeverWritten{"W306", Severity::Warning,
                                       "{0} is read, but nothing on any way to bundle {1} writes it",
                                       "Registers have no value at the start. Write it before, look for a "
                                       "mistyped register, or set it from outside."};
inline constexpr Message kPredicateSometimesSet{
    "W307", Severity::Warning, "{0} is read, but some way to bundle {1} does not set it",
    "On that way the machine stops with a fault. Set the predicate on every way, or before they part."};
inline constexpr Message kSometimesWritten{
    "W311", Severity::Warning, "{0} is read, but some way to bundle {1} does not write it",
    "On that way the machine stops with a fault, or takes 0 for it when uninitialised words are zero. "
    "Write the register before the ways part; a counter, before its loop."};
inline constexpr Message kTimingDependent{"W308", Severity::Warning,
                                          "what '{0}' does depends on timing (bundle {1})",
                                          "The result may differ between machines and modes of transfers, "
                                          "and with every change of the program. sync.wait, which waits for "
                                          "at least a value, does not."};
inline constexpr Message kFlagNeverSet{
    "W309", Severity::Warning,
    "'{0}' waits for {1}, but nothing sets it and no transfer counts on it (bundle {2})",
    "The bundle would wait for ever. "
    "A transfer counts on the flag that the third word of its description names."};
inline constexpr Message kBranchBeyond{"W310", Severity::Warning,
                                       "bundle {0} branches to bundle {1}, the program has {2}",
                                       "Arriving there is a fault. Is a label missing?"};
inline constexpr Message kNoNeighbour{
    "W312", Severity::Warning, "'{0}' has no neighbour to send to on {1} (instruction {2})",
    "These circuits are at an edge of the array, where a send beyond it is a fault. Give them a program of "
    "their own without it, in a workload."};
inline constexpr Message kSignalTooRare{
    "W313", Severity::Warning,
    "'{0}' waits for ever on {1}; sends of that signal to there: {2} (instruction {3})",
    "Programs of an array have no branches, so each send gives its signal once. Wait for less, or send the "
    "signal more often; a wait counts from the start, not from the wait before it."};
inline constexpr Message kSettingNeverSet{
    "W314", Severity::Warning, "'{0}' uses {1}, but nothing on any way to bundle {2} sets it: {3} does",
    "It then has its start value: a pattern that moves nothing, a rotation of 0, one segment for each row, a "
    "key that gives every program the same random words. Set it before, or switch the warning off."};
inline constexpr Message kMore{
    "W399", Severity::Warning, "{0} more of {1} are not shown",
    "Warnings of one kind are shown up to a number. Repair the first ones, or switch the kind off."};

inline constexpr Message kNoteReads{"", Severity::Error, "bundle {0} is {1}", ""};
inline constexpr Message kNoteCalled{"", Severity::Error, "in the expansion of this line", ""};

} // namespace lw::program::messages
