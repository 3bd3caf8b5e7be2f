// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"
#include "core/lower/recompute/sublayers.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace lw::lower::recompute {

// What the backward pass would pay, in clocks: to read a sublayer's input and compute its output again, or to
// read the output.
struct Costs {
    double loadInput = 0, compute = 0, loadOutput = 0;
    double again() const { return loadInput + compute; }
    // The forward pass decides. A tie stores.
    bool recomputes() const { return again() < loadOutput; }
    bool operator==(const Costs&) const = default;
};

// Where something lies, and how much of it.
struct Source {
    double bytes = 0;
    Port port;
    bool operator==(const Source&) const = default;
};

// By amount and place, operations and width, amount and place.
Costs costsOf(const Source& input, double operations, double width, const Source& output);

// The bandwidth of the output's place below which the output is computed again: at this one and above it is
// stored. Infinity: no bandwidth is enough to store; 0: none is low enough to recompute.
// `sharedBytes` of the input come the same way and get faster with it.
double breakEven(double fixedClocks, double sharedBytes, double sharedLatency, const Source& output);

struct Decision {
    network::ValueId value = network::kInput;
    std::vector<network::ValueId> inputs;
    double inputBytes = 0, outputBytes = 0; // as placed
    double logicalInputBytes = 0, logicalOutputBytes = 0;
    double operations = 0, width = 0; // of one clock
    Engine engine = Engine::Vector;
    Memory place = Memory::Vmem; // of the output, if it is stored
    bool isInputStored = true;   // otherwise loadInput is what it costs to have it again
    std::vector<Memory> inputPlaces{};
    Costs costs{};
    bool recomputes = false;
    double breakEvenBandwidth = 0;
};

// Of every sublayer in order, the network's output included. `places` are by ValueId: where each would lie if
// all were stored. Of an input that is computed again, loadInput is the least it takes to have it: its own
// loadInput and compute, or a load if it were stored.
std::vector<Decision> decide(const Sublayers& network, const CostModel& model,
                             std::span<const Memory> places);

} // namespace lw::lower::recompute
