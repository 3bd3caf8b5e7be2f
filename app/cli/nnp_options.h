// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The options of lw nnp alone.
namespace lw::cli {

inline constexpr Option kNnpOptions[] = {
    {.name = "--input",
     .value = "FILE",
     .summary = "run it on this (.npy, .png), and tell how far it is off float64",
     .letter = 'i'},
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "the processor to lower for (default: the smallest built-in one that it fits on)",
     .letter = 'm'},
    {.name = "--search",
     .value = "FORMATS",
     .summary =
         "how few bits the mantissas of each layer need: bfp2-bfp8, or bfp3,bfp5,bfp8 (int2-int8 of a machine "
         "with integers)"},
    {.name = "--data", .value = "FILE.npy", .summary = "with --search: inputs, one after the other"},
    {.name = "--labels", .value = "FILE.npy", .summary = "with --search: the class of each of them"},
    {.name = "--lose",
     .value = "SHARE",
     .summary = "with --search: the most that may get wrong of what is right in float64 (default 0.5%)"},
    {.name = "--chart",
     .value = "FILE.svg",
     .summary = "with --search: what is right over bytes, as a picture",
     .output = Output::Path},
    {.name = "--result",
     .value = "FILE.npy",
     .summary = "write the first output there, as float32: FP16 numbers, which it holds exactly",
     .output = Output::Path},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "write program.lw, its tensors and software there",
     .letter = 'o',
     .output = Output::Path},
};

} // namespace lw::cli
