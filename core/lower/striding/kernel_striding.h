// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/lowered_text.h"
#include "core/lower/striding/network_plan.h"
#include "core/lower/striding/report.h"

#include <span>
#include <string>
#include <vector>

// Kernel striding: a network with strided convolutions as a program for the inference circuit,
// which cannot stride. Each strided layer is computed with stride 1, the surplus elements
// are masked, and pooling leaves one element of each window. All of it runs in one go: nothing returns
// to the host before the outputs do.
namespace lw::lower::striding {

struct Lowering : LoweredText {
    NetworkPlan plan;
    Report report;                      // without verdicts for an input
    std::uint64_t sentBytes = 0;        // to other circuits, in each launch
    std::vector<std::uint32_t> waits{}; // rows that wait for other circuits
};

// One program for a whole network, which must outlive it. E640 to E648 say what the circuit cannot do.
Result<Lowering> strideKernels(const network::Network& network, const machine::CircuitLimits& circuit,
                               const Options& options);

// A network whose host computes what the circuit cannot.
struct LoweredNetwork {
    std::shared_ptr<const network::Network> network; // with its activations folded
    Stages stages;
    std::vector<Lowering> parts; // as many as stages.parts, in the order in which they run
};
// One program or several. E640 when no layer of it can go on the circuit; the network must outlive it.
Result<LoweredNetwork> lowerInParts(const network::Network& network, const machine::CircuitLimits& circuit,
                                    const Options& options);

// What the circuit will compute, by the rules of the modes, and what it should compute.
struct Expectation {
    using Values = std::vector<tensor::Tensor>; // by ValueId
    std::vector<Values> values; // for each image, as the circuit computes them, layer after layer
    std::vector<Values> direct; // for each image, every strided layer as it is
};
// Contents of a constant other than those with which the program begins; the host puts them in their place.
struct Replaced {
    network::ValueId constant = 0; // of the network with its activations folded
    tensor::Tensor contents;
};
// Computes both for an input of the network's type and shape (network::asInput); several images are
// its first extent. `parts` are all parts of a network. Notes in their reports which elements of each strided
// layer will be wrong, and why.
Expectation expectRun(std::span<Lowering> parts, const tensor::Tensor& input,
                      std::span<const Replaced> replaced = {});

// Adds the files with which the programs begin (Options::hasInputs): what the host brings to each of them.
void giveInputs(std::span<Lowering> parts, const Expectation& expected);

// A tensor that was read from the circuit after the run.
struct ReadTensor {
    std::string name;
    tensor::Tensor contents;
};
// Compares what the circuit computed with what was expected. Names for which the plan has no value are
// ignored. Returns how many elements differ; any that do are a mistake of ours.
std::uint64_t confirmRun(const NetworkPlan& plan, const Expectation& expected,
                         std::span<const ReadTensor> read, Report& report);
// The tensors to read for that: outputs of strided layers in the unified buffer, as far as they are still
// there at the end, and at the host what the part gives it.
std::vector<std::string> tensorsToRead(const NetworkPlan& plan);

// Where the clocks of a run went: for each instruction row how often it was issued,
// and how long it waited. And the bytes that the host interface moved: anything beyond constants,
// input and outputs was moved in between.
void noteRun(Report& report, std::span<const std::uint64_t> issued, std::span<const std::uint64_t> waited,
             std::uint64_t hostBytes);

} // namespace lw::lower::striding
