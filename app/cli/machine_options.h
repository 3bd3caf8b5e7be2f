// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "core/assembler/definition.h"
#include "core/chips/catalog.h"

namespace lw::cli {

// The code path of what takes most of the host's time.
inline constexpr Option kKernelOptions[] = {
    {.name = "--kernel",
     .value = "NAME",
     .summary = "code path of the matrix unit (default: the best of this host)"},
};

// The options of every command that makes a machine.
inline constexpr Option kMachineOptions[] = {
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "run on this machine instead of the program's",
     .letter = 'm'},
    {.name = "--mode",
     .value = "MODE",
     .summary = "interlocked (the default: hazards stall) or strict (hazards are faults)"},
    {.name = "--dma",
     .value = "MODE",
     .summary = "timed (the default), or eager, late, shuffled, which show whether waits are missing"},
    {.name = "--seed", .value = "N", .summary = "of the shuffled DMA mode (default 0)"},
    {.name = "--uninit",
     .value = "MODE",
     .summary = "use of never-written words: fault (the default) or zero"},
    kKernelOptions[0],
    {.name = "--threads",
     .value = "N",
     .summary = "run the cores of a machine on N threads of this host (default: as many as help)"},
    {.name = "--no-fuse",
     .summary =
         "training chip: take bundles one by one, never a chain of them as one step: slower, otherwise the same"},
    {.name = "--include",
     .value = "FOLDER",
     .summary = "look for included files here too",
     .repeated = true,
     .letter = 'I'},
    {.name = "--define",
     .value = "NAME=VALUE",
     .summary = "give an .equ of the program another value",
     .repeated = true,
     .letter = 'D'},
};

// The options of every command that puts something into a program's tensors.
inline constexpr Option kInputOptions[] = {
    {.name = "--set",
     .value = "NAME=FILE",
     .summary =
         "put an .npy file into a tensor; NAME:cast=FILE converts its numbers, NAME:bf16=FILE patterns of bf16",
     .repeated = true},
    {.name = "--cast", .summary = "convert the numbers of all files to the tensors' types"},
};

// The options of every command that runs a program to its end.
inline constexpr Option kLimitOptions[] = {
    {.name = "--limit-cycles",
     .value = "N",
     .summary = "stop at this clock (lw run: 1,000,000,000 unless another limit is given; none: no limit)"},
    {.name = "--limit-bundles", .value = "N", .summary = "stop after N bundles"},
    {.name = "--limit-seconds", .value = "X", .summary = "stop after X seconds of this host"},
    {.name = "--limit-memory",
     .value = "MIB",
     .summary =
         "stop when lw needs more memory than this (lw run: three quarters of the host's; none: no limit)"},
};

// Of --define.
Result<std::vector<assembler::Definition>> definitionsOf(const Arguments& arguments);
// The number of --limit-cycles or --limit-memory, where "none" means that there is no limit.
Result<std::uint64_t> limitOf(const Arguments& arguments, std::string_view option, std::uint64_t most);
// Of --kernel, empty without it; E707 for a name that no chip has.
Result<std::string> kernelOf(const Arguments& arguments);
Result<chips::RunOptions> runOptionsOf(const Arguments& arguments);

} // namespace lw::cli
