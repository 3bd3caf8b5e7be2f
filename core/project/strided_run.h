// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/project/lowered_program.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

// The run of a network with strided layers, and what became of it.
namespace lw::project {

struct StridedRun {
    std::unique_ptr<machine::Machine> machine; // with the program and the input in place
    lower::striding::Expectation expected;
};
// `machine` as in ProgramRequest; `stop` ends the copying of the input early.
Result<StridedRun> prepareRun(lower::striding::Lowering& lowering, const std::string& machine,
                              const tensor::Tensor& input, const std::atomic<bool>* stop = nullptr);

// What the run brought to the host as the network's first output; of several images with one extent more.
Result<tensor::Tensor> outputOf(const machine::Machine& machine, const lower::striding::NetworkPlan& plan);

// Every tensor that lower::striding::confirmRun() looks at.
Result<std::vector<lower::striding::ReadTensor>> readLowered(const machine::Machine& machine,
                                                             const lower::striding::NetworkPlan& plan);

// After the program has ended: compares what it computed with what was expected, and notes clocks and bytes.
// Returns how many elements are not as expected.
Result<std::uint64_t> confirmLowered(machine::Machine& machine, lower::striding::Lowering& lowering,
                                     const lower::striding::Expectation& expected);

} // namespace lw::project
