// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/machine/machine.h"
#include "core/project/load_program.h"

// A lowered network as a program: on disk, in memory, and after its run.
namespace lw::project {

inline constexpr std::string_view kLoweredProgram = "program.lw";

// Writes program.lw and its tensors into a folder, which is made if it is not there.
Outcome writeLowered(const lower::striding::Lowering& lowering, const std::string& folder);

// The program assembled without touching a disk: its files are put into `loader`, in a folder of that name,
// which `files` must be reading from. `machine` as in ProgramRequest.
ProgramAnswer loadLowered(const lower::striding::Lowering& lowering, const std::string& folder,
                          const std::string& machine, source::MemoryLoader& loader, source::Files& files);

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
