// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/recompute/cost_model.h"
#include "core/network/network.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lw::lower::recompute {

// The unit that computes; each has its width.
enum class Engine : std::uint8_t { Vector, Tensor };
inline constexpr std::array<std::string_view, 2> kEngineNames{"vector", "tensor"};

// Operations, of the units that do them one after the other, and clocks in which a program does none of
// them: only what is modelled of a whole step counts these, the rule of the three costs does not.
struct Work {
    double vector = 0, tensor = 0;
    double waits = 0;
    double clocks(const CostModel& model) const {
        return vector / model.vectorWidth + tensor / model.tensorWidth;
    }
    bool operator==(const Work&) const = default;
};

// What a layer does with what it is given.
enum class Role : std::uint8_t { Weights, Norm, Activation, MaxPool, Add, Other };

// A layer that computes one value of a batch. Bytes are as placed: an image of [rows, columns, channels]
// takes rows * columns * ceil(channels / lanes) * batch rows of lanes elements.
struct Sublayer {
    network::ValueId value = network::kInput;
    Role role = Role::Other;
    bool isFused = false;         // it ends with an activation
    bool readsOnlyOutput = false; // the gradient of the activation follows from its output alone
    bool needsGradient = false;   // there are parameters in it or before it
    std::vector<network::ValueId> inputs;
    std::uint64_t bytes = 0, logicalBytes = 0; // of the value
    std::uint64_t movedBytes = 0;              // between HBM and VMEM; the network's input is packed there,
    double moveWaits = 0;                      // and its padding is written in these clocks
    double moveHolds = 0; // in which the program stands until the last of its transfers can begin
    std::uint64_t statisticsBytes = 0; // of a batch norm: mean and inverse deviation
    std::uint64_t maskBytes = 0;       // a bit for each number
    std::uint64_t packedBytes = 0;     // as bfloat16
    double elements = 0;               // as placed
    Work forward;                      // of a recomputation the same but for the statistics
    Work again;
    std::uint64_t transposedRuns =
        0; // of positions, for the gradient of weights: one for each column of taps
    // Registers that go into the matrix unit for the gradient of what was read, tap by tap, block by block.
    std::vector<std::uint64_t> dataPasses;
    std::uint64_t blocks = 1;                // of channels
    Work mask, reduce, apply, data, weights; // of the backward pass, where it has them
    Work pack, unpack;                       // to bfloat16 and back
    Work keepMask, maskByBits; // what a mask of bits takes in the forward pass, and of the backward pass then

    // Whether a bit for each number of the value is enough for the gradient of the activation it ends with.
    bool hasMask() const { return (isFused || role == Role::Activation) && !readsOnlyOutput; }
};

// A network and what its values cost; the first is the network's input, which has bytes alone.
struct Sublayers {
    std::vector<Sublayer> all;                   // by ValueId
    network::ValueId output = 0, lossTarget = 0; // whose gradient the loss gives
    Work loss;

    const Sublayer& operator[](network::ValueId value) const { return all[value]; }
    std::size_t size() const { return all.size(); }
};

// E920 for layers without a backward pass, E926 for values that do not lie in rows.
Result<Sublayers> sublayersOf(const network::Network& network, const CostModel& model);

} // namespace lw::lower::recompute
