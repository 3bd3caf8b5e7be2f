// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// A chain of a firmware as the path that its vectors take through the units, with what travels on after each
// instruction.
namespace lw::scene::firmware {

// In the order in which a chain goes through them.
enum class StripUnit : std::uint8_t { Read, Multiplier, FirstMfu, SecondMfu, Write };
inline constexpr std::size_t kStripUnits = 5;
std::string_view nameOf(StripUnit unit); // "mvm"

// What sets the pace of a chain: native matrices through the multiplier or on their way, vectors of a memory,
// functions, or the queues of the network.
enum class ChainLimit : std::uint8_t { Weights, Vectors, Mfu, Queue };
std::string_view nameOf(ChainLimit limit); // "weights"

struct StripStep {
    std::uint32_t bundle = 0;
    std::string text;
    StripUnit unit = StripUnit::Read;
    concord::Pieces travels{}; // after it
    std::uint64_t clocks = 0;  // for which its unit works on it; 0: nobody knows
    // Each time: multiply-adds of a product, and what the MFUs do with a number; moves have none.
    std::uint64_t operations = 0;
    bool usesQueue = false; // reads or writes NetQ
    bool operator==(const StripStep&) const = default;
};

struct ChainStrip {
    std::uint32_t chain = 0; // of the stream
    std::string layer;
    std::uint32_t rows = 1, columns = 1, turns = 1;
    std::uint32_t time = 0, times = 1; // which execution this is, and how many loops make
    bool hasProduct = false;           // before it a turn has `columns` vectors, else `rows`
    bool areMatrices = false;
    std::vector<StripStep> steps;
    std::optional<std::uint32_t> fault{}; // the instruction at which the run stops, in this execution
    bool operator==(const ChainStrip&) const = default;

    bool isUsed(StripUnit unit) const;
    std::uint64_t operations() const;
    // Of all its instructions, with end_chain.
    double operationsPerInstruction() const;
    // What it reads in FP16, of native vectors or matrices of N.
    std::uint64_t bytesRead(std::uint32_t n) const;
    // The one with most clocks of work, which sets the pace of the chain. Nothing: several have as many, or
    // nobody knows.
    std::optional<StripUnit> limit() const;
    // The same by what is moved: all that take as many clocks, in the order of the list. An MFU takes a
    // vector in each clock, as memories give and take one, so that it never takes more than they do.
    std::vector<ChainLimit> limitedBy() const;
    std::optional<StripUnit> faultUnit() const;
    // Parts of a unit work beside each other: those of the slowest.
    std::uint64_t clocksOf(StripUnit unit) const;
};

// An instruction that stopped the run at a fault, and how often it was executed before.
struct ChainFault {
    std::uint32_t bundle = 0;
    std::uint64_t time = 0;
};

// Of the chain that the instruction is in, executed `time` times before. Nothing: it is in none.
std::optional<ChainStrip> chainStrip(const concord::Graph& graph, const concord::OpStream& stream,
                                     std::uint32_t bundle, std::uint32_t time,
                                     const std::optional<ChainFault>& fault = {});

// The vector that comes after a step for a turn and a row; before a product it is that of a column, of which
// there may be fewer: then the last one. Empty: nobody knows the numbers.
concord::Numbers vectorBehind(const ChainStrip& strip, std::size_t step, std::uint32_t turn,
                              std::uint32_t row, const concord::NodeNumbers& numbers, std::uint32_t n);

Json jsonOf(const ChainStrip& strip);

} // namespace lw::scene::firmware
