// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/project/lowered_program.h"

#include <vector>

// What became of a network with strided layers after its run.
namespace lw::project {

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
