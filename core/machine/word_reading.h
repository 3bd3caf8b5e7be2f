// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/timeline.h"
#include "core/machine/unit_report.h"
#include "core/machine/word_makers.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

// How the words of a register of many words are best read: as what wrote them last made them.
namespace lw::machine {

// The registers of one file at one moment.
struct RegistersNow {
    std::function<std::optional<std::uint32_t>(std::uint8_t number)> lastBundle; // that wrote it, if known
    std::function<std::vector<std::uint64_t>(std::uint8_t number)> words;
};

// Whether a register holds integers by one moment alone: what is moved or popped does if the registers
// it can be from do and still have those words. What was loaded is not known to be any.
bool holdsIntegers(const WordMakers& makers, std::uint8_t number, const RegistersNow& now);
// The same of a result that a bundle has given a unit, and nobody has popped.
bool holdsIntegers(const WordMakers& makers, const Giving& given, const std::vector<std::uint64_t>& words,
                   const RegistersNow& now);

// Whether a register holds integers by its history, which is followed through copies, queues and memory to
// the instruction that made the words; up to a number of steps that no one waits for. Memory that no bundle
// has written is read as the tensor that is there. The timeline stays where it is. `units`: what the chip's
// units hold; null: it has no queues.
using UnitReports = std::vector<UnitReport> (*)(const CoreTree& tree, const Moment& moment);
bool heldIntegers(const WordMakers& makers, std::uint8_t number, Timeline& timeline, const Core& core,
                  UnitReports units);

// The words of a register of the node's file.
std::vector<std::uint64_t> wordsOf(const StateTree& tree, NodeId node, std::uint8_t number,
                                   const Moment& moment);

} // namespace lw::machine
