// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The options of commands that decide what a training step keeps, and those of lw recompute.
namespace lw::cli {

inline constexpr Option kStepBatchOptions[] = {
    {.name = "--batch", .value = "N", .summary = "images of a step (default: what the network's file says)"},
};
// What is kept of a training step, and how.
inline constexpr Option kKeepOptions[] = {
    {.name = "--policy",
     .value = "store-all|autograd|masks|bf16|bf16-all|conv-stored|bn-stored|local-rule|sqrt-n|budget",
     .summary = "who decides (default local-rule, or with --budget budget)"},
    {.name = "--budget",
     .value = "BYTES",
     .summary = "at most this many bytes live at once, such as 16MiB, in as few clocks as possible"},
    {.name = "--budget-vmem",
     .value = "BYTES",
     .summary = "at most this many of them in VMEM (default: what parameters leave)"},
    {.name = "--schedule",
     .value = "s0|s1|s2",
     .summary =
         "when gradients of weights are computed: at once (default), a layer later, or beside the next "
         "batch norm's sums"},
    {.name = "--convolution",
     .value = "auto|shifted|im2col",
     .summary =
         "of the images: what takes fewer clocks (default), a product for each tap, or one with the taps side by side"},
    {.name = "--place",
     .value = "NAME=vmem|hbm",
     .summary = "where a value lies if it is stored",
     .repeated = true},
    {.name = "--keep",
     .value = "NAME=store|recompute|inverse|mask|bf16",
     .summary = "decide for a value by hand",
     .repeated = true},
};
inline constexpr Option kWhatIfOptions[] = {
    {.name = "--what-if",
     .value = "NAME=NUMBER,...",
     .summary = "of another machine: offchip=64,cache=512,vector=1024,tensor=16384,element=f16 and more",
     .repeated = true},
};
inline constexpr Option kCurveOptions[] = {
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "of the training chip, whose numbers costs are made of (default training)",
     .letter = 'm'},
    {.name = "--curve", .summary = "bytes and clocks of all policies and of every budget, instead of one"},
    {.name = "--to",
     .value = "torch",
     .summary = "write what is decided as a module of PyTorch, with the parameters, into --output"},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "where --to writes",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--emulate", .summary = "run a step on the emulated chip, and tell how far the model is off"},
};

} // namespace lw::cli
