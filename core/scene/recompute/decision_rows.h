// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {
class Json;
}

// What becomes of each layer's output in a training step, and why: three costs as bars on one scale.
namespace lw::scene::recompute {

struct DecisionRow {
    std::string name, kind;
    std::string reads; // "relu1 vmem": values and where they would be if all were stored
    std::string place; // of the output, likewise
    double loadInput = 0, compute = 0, loadOutput = 0; // clocks
    bool isInputAgain = false;                         // loadInput is the cost of having the input again
    bool ruleRecomputes = false;
    std::optional<double> breakEven; // bytes per clock of the place; nothing: no value changes the decision
    std::string kept;                // by the policy or by hand: "store vmem", "recompute", "inverse"
    bool isByHand = false;
    bool isFree = true; // it can be decided: it is not the network's output
    bool operator==(const DecisionRow&) const = default;
};

struct DecisionRows {
    std::string network, machine, policy, schedule;
    std::vector<DecisionRow> rows;
    double longest = 0; // clocks of the longest bar: an input's load and computing, or an output's load
    std::uint64_t peak = 0, peakVmem = 0, peakHbm = 0; // bytes
    std::uint64_t clocks = 0, recomputeClocks = 0, moveClocks = 0;
    bool operator==(const DecisionRows&) const = default;
};

DecisionRows decisionRowsOf(const lower::recompute::Report& report);
Json jsonOf(const DecisionRows& rows);

} // namespace lw::scene::recompute
