// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What a firmware gives, beside its software and beside float64: where they first differ, and by how much.
namespace lw::scene::firmware {

// Everything that is set side by side. Codes are FP16, of all nodes that are compared, in the order of the
// graph; of the firmware nothing where another turn wrote over a number before it could be seen.
struct ThreeWays {
    const concord::Graph& graph;
    const concord::OpStream& stream;
    std::span<const std::optional<std::uint16_t>> firmware;
    std::span<const std::uint16_t> software; // empty: it has not run
    const concord::NodeNumbers& exact;       // as concord::exactValues() has them
};

inline constexpr std::uint32_t kNoUlp = 0xffffffff;
// Of those that are distances; 0: there is none.
std::uint32_t largestOf(const std::vector<std::uint32_t>& ulps);

// An instruction that computes, over all turns of its loops.
struct InstructionDifference {
    std::uint32_t bundle = 0;
    std::string text, layer;
    std::uint32_t times = 0;                  // executed
    std::uint64_t numbers = 0, different = 0; // of the software's
    std::uint32_t largestUlp = 0;             // between numbers of firmware and software
    std::uint64_t notNumbers = 0;             // of the different ones: one of the two is NaN
    std::uint64_t notFinite = 0;              // NaN or infinite in float64: nothing is known to be off
    double largestError = 0; // of the firmware, from float64; infinite where only float64 is finite
    double largestValue = 0; // of magnitudes, in float64
    bool operator==(const InstructionDifference&) const = default;
};

struct Differences {
    std::vector<InstructionDifference> instructions; // as they are in the program
    bool hasSoftware = false;
    struct Place {
        std::uint32_t bundle = 0, time = 0; // in which execution of the instruction
        bool operator==(const Place&) const = default;
    };
    std::optional<Place> first{}; // number that software has otherwise, in the order of execution
    bool operator==(const Differences&) const = default;
};
Differences differencesOf(const ThreeWays& all);

// What one execution of an instruction gives. A number that nobody knows is a NaN.
struct ValueDifference {
    std::uint32_t n = 0, times = 0; // numbers in a vector; how often the instruction is executed
    concord::Numbers firmware, software, exact;
    // How many FP16 numbers lie between: firmware and software; firmware and float64, rounded to FP16. All
    // NaNs are one; from a NaN to a number there is no distance, kNoUlp.
    std::vector<std::uint32_t> ulp, ulpOfExact;
    std::optional<std::size_t> first{}; // number that software has otherwise
    bool operator==(const ValueDifference&) const = default;
};
// Nothing: it computes nothing, or not so often.
std::optional<ValueDifference> valueDifference(const ThreeWays& all, std::uint32_t bundle,
                                               std::uint32_t time);

// What two firmwares give to the network, of the numbers that both give; that of the other one takes the
// place of software. `exact` is float64 of the first one.
ValueDifference besideOther(std::uint32_t n, std::span<const std::uint16_t> firmware,
                            std::span<const std::uint16_t> other, const concord::Numbers& exact);

Json jsonOf(const Differences& differences);
Json jsonOf(const ValueDifference& value);
Json otherJson(const ValueDifference& value); // with those of the other one

} // namespace lw::scene::firmware
