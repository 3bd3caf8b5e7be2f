// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The options of lw stride.
namespace lw::cli {

inline constexpr Option kStrideOptions[] = {
    {.name = "--machine",
     .value = "NAME|FILE",
     .summary = "the circuit to lower for (default inference)",
     .letter = 'm'},
    {.name = "--mode",
     .value = "NAME|all|auto",
     .summary = "how strided layers are computed (default auto: the first mode that is provably exact; "
                "direct: the reference, by the host)"},
    {.name = "--input",
     .value = "FILE",
     .summary = "run it on this array (.npy) or picture (.png), and compare",
     .letter = 'i'},
    {.name = "--range",
     .value = "LOW,HIGH",
     .summary = "bounds of every element of the input, instead of what the file states"},
    {.name = "--keep",
     .value = "all|none|N",
     .summary = "channels of first and second tensor to be stored for the eye (default: as many as fit)"},
    {.name = "--factor",
     .value = "M",
     .summary = "two-masks-max: what the first mask holds (default 2; int8: 3)"},
    {.name = "--no-fold", .summary = "one pass for each tap of a kernel, even if taps lie side by side"},
    {.name = "--order",
     .value = "straight|overlapped",
     .summary = "of rows: layer by layer, for reading (default), or so that units work beside each other"},
    {.name = "--report", .value = "text|json", .summary = "what is printed (default text)"},
    {.name = "--expect", .value = "FILE.npy", .summary = "compare the first output of the run with this"},
    {.name = "--result",
     .value = "FILE.npy",
     .summary = "write the first output of the run there",
     .output = Output::Path},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "write program.lw, its tensors and report.json there; with all modes in a folder for each",
     .letter = 'o',
     .output = Output::Path},
};

} // namespace lw::cli
