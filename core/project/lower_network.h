// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/strided_run.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Networks on a machine by its name: lowered, and lowered, run and compared.
namespace lw::project {

// The circuit of that name or path, as in chips::machineText; empty is the default.
Result<machine::CircuitLimits> circuitNamed(const std::string& machine);

Result<lower::striding::LoweredNetwork> lowerNetwork(const network::Network& network,
                                                     const std::string& machine,
                                                     const lower::striding::Options& options);

// The smallest built-in machine that the network fits on and that leaves no more to the host than the
// largest; of none what is too much for the largest. On a small one a program can be watched.
Result<std::string> smallestMachine(const network::Network& network, const lower::striding::Options& options);

// What became of a lowered network with an input.
struct NetworkRun {
    lower::striding::Report report; // of one part, with verdicts, confirmed by the run
    // By strided layer in the report's order, of the first image: what came out and what the layer gives.
    // Nothing for a layer that reads what another one has made wrong.
    std::vector<std::optional<tensor::Tensor>> got, wanted;
};
// Lowers the network, runs it on the input (network::asInput) up to the end of that part, counted from 1 as
// reports count them, and compares. Nothing when `stop` became true.
Result<std::optional<NetworkRun>> runNetwork(const network::Network& network, const std::string& machine,
                                             const lower::striding::Options& options, std::uint64_t part,
                                             const tensor::Tensor& input, const std::atomic<bool>& stop);

// A picture without tiles, with which a run in tiles is compared: by one circuit, the programs made for the
// size of the picture.
struct UntiledRun {
    std::vector<tensor::Tensor> outputs;
    std::uint64_t clocks = 0;
};

struct WholePicture {
    std::vector<tensor::Tensor> reference; // the outputs as the reference computes them
    std::optional<UntiledRun> untiled{};
    std::optional<Problem> refused{}; // why there is no such run: what the circuit has no room for
    // What a run in tiles is compared with.
    const std::vector<tensor::Tensor>& outputs() const { return untiled ? untiled->outputs : reference; }
};

// `network` read for the picture's size; `machine` as in ProgramRequest, `options` those of the tiles, whose
// order of rows the programs have; `picture` as network::asInput gives it. Nothing where `toEnd` did not come
// to an end, or `stop` became true. E855 if the circuit gives other elements than it should. `kernel` as in
// chips::RunOptions.
Result<std::optional<WholePicture>> wholePicture(const network::Network& network, const std::string& machine,
                                                 const lower::striding::Options& options,
                                                 const tensor::Tensor& picture, const ToEnd& toEnd,
                                                 const std::atomic<bool>* stop = nullptr,
                                                 const std::string& kernel = {});

} // namespace lw::project
